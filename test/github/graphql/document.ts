/** A parsed GraphQL document: the part of the language that queries use. */
export interface Document {
  readonly variables: readonly Variable[];
  readonly selections: readonly Selection[];
  readonly fragments: ReadonlyMap<string, { readonly on: string; readonly selections: readonly Selection[] }>;
}

export interface Variable {
  readonly name: string;
  /** As written: `[ID!]!`. */
  readonly type: string;
  readonly fallback: Value | null;
}

export type Selection =
  | {
      readonly kind: 'field';
      readonly name: string;
      readonly alias: string;
      readonly input: ReadonlyMap<string, Value>;
      readonly directives: readonly Directive[];
      /** Empty for a leaf. */
      readonly selections: readonly Selection[];
    }
  | {
      readonly kind: 'inline';
      readonly on: string | null;
      readonly directives: readonly Directive[];
      readonly selections: readonly Selection[];
    }
  | { readonly kind: 'spread'; readonly name: string; readonly directives: readonly Directive[] };

export interface Directive {
  readonly name: string;
  readonly input: ReadonlyMap<string, Value>;
}

export type Value =
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'list'; readonly items: readonly Value[] }
  | { readonly kind: 'object'; readonly members: ReadonlyMap<string, Value> }
  | { readonly kind: 'constant'; readonly value: string | number | boolean | null };
