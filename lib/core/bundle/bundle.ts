import type { JsonObject, JsonValue } from '../json/value.ts';
import type { Risk } from '../proposal/proposal.ts';
import type { Pattern } from './pattern.ts';

/** What a parameter's value must be. All of them are one line of visible text when they are strings. */
export type ParameterType =
  | {
      readonly type: 'string';
      /** UTF-16 code units. */
      readonly maxLength: number;
      readonly pattern: Pattern | null;
      readonly choices: readonly string[] | null;
    }
  | { readonly type: 'number' }
  | { readonly type: 'boolean' };

/** A parameter’s value. */
export type ParameterValue = string | number | boolean;

/** One value that whoever starts a bundle gives. */
export interface Parameter {
  readonly name: string;
  readonly description: string;
  readonly accepts: ParameterType;
  /** Null: the parameter is required. */
  readonly fallback: ParameterValue | null;
}

/** Where a server's program comes from. Neither is a command line: nothing of it reaches a shell. */
export type ServerSource =
  /** One of Countersign's own servers, shipped with the Action. */
  | { readonly builtin: 'ops' }
  /** An npm package that the caller's own locked install put into the workspace, and the name of its program. */
  | { readonly package: string; readonly bin: string | null };

/** One MCP server of a bundle: its program, its arguments, and the tools that may be called. */
export interface BundleServer {
  readonly id: string;
  readonly source: ServerSource;
  /** Passed as they are, but for `./…`, which names a file or folder of the bundle. */
  readonly arguments: readonly string[];
  /** The only tools that are ever called. Advertising a tool changes nothing. */
  readonly tools: readonly string[];
}

/** How much a run may use. What is over a budget ends the run. */
export interface Budgets {
  readonly calls: number;
  /** UTF-8 bytes of all tool outputs together. */
  readonly bytes: number;
  /** From the first server's start to the last answer. */
  readonly activeSeconds: number;
}

/** One tool call of a bundle. */
export interface Step {
  readonly id: string;
  readonly server: string;
  readonly tool: string;
  /** The tool's arguments; strings may hold `${{ }}` over `params` and `github`. */
  readonly input: JsonObject;
  /** How much of the output is shown, in UTF-8 bytes. The digest covers all of it. */
  readonly excerptBytes: number;
}

/** The one action that a bundle composes from its parameters and evidence. */
export interface Propose {
  readonly type: string;
  readonly risk: Risk;
  /** The action's input; strings may hold `${{ }}` over `params`, `github` and, through `quote()`, `evidence`. */
  readonly input: { readonly [name: string]: JsonValue };
}

/** A bundle: what a run may ask, and the one action it proposes then. */
export interface Bundle {
  readonly id: string;
  readonly version: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly servers: readonly BundleServer[];
  readonly budgets: Budgets;
  readonly steps: readonly Step[];
  readonly propose: Propose;
}
