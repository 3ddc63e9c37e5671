import type { JsonObject, JsonValue } from '../json/value.ts';
import type { Risk } from '../proposal/proposal.ts';
import type { Pattern } from './pattern.ts';

/** What a parameter's value must be. All of them are one line of visible text when they are strings. */
export type ParameterType = ScalarType | ListType;

/** What one value must be. */
export type ScalarType =
  | {
      readonly type: 'string';
      /** UTF-16 code units. */
      readonly maxLength: number;
      readonly pattern: Pattern | null;
      readonly choices: readonly string[] | null;
    }
  | {
      readonly type: 'number' | 'integer';
      /** Inclusive; null: no bound. */
      readonly minimum: number | null;
      readonly maximum: number | null;
    }
  | { readonly type: 'boolean' };

/** A list of values of one kind. */
export interface ListType {
  readonly type: 'array';
  readonly items: ScalarType;
  readonly minItems: number;
  readonly maxItems: number;
}

/** A parameter’s value. */
export type ParameterValue = string | number | boolean | readonly ParameterValue[];

/** One value that whoever starts a bundle gives. */
export interface Parameter {
  readonly name: string;
  readonly description: string;
  readonly accepts: ParameterType;
  /** Null: the parameter is required. */
  readonly fallback: ParameterValue | null;
}

/** Countersign's own servers, shipped with the Action. */
export const builtins = ['ops', 'github'] as const;

/** The name of one of Countersign's own servers. */
export type Builtin = (typeof builtins)[number];

/** Where a server comes from. None of it reaches a shell, and nothing is downloaded at run time. */
export type ServerSource =
  /** One of Countersign's own servers, shipped with the Action. */
  | { readonly builtin: Builtin }
  /** An npm package that the caller's own locked install put into the workspace, and the name of its program. */
  | { readonly package: string; readonly bin: string | null }
  /** A program of the machine, by its bare name on the PATH or its absolute path, outside the workspace. */
  | { readonly command: string }
  /** A server over HTTPS. */
  | {
      readonly url: string;
      /** The name of the secret that is sent as bearer token; null: none is sent. */
      readonly bearer: string | null;
      /** Addresses that may be connected to although they are not public, each as it is written. */
      readonly addresses: readonly string[];
    };

/** A variable of a server's environment: a value of the bundle's own, or the name of a secret. */
export interface ServerVariable {
  readonly name: string;
  readonly value: { readonly text: string } | { readonly secret: string };
}

/** One MCP server of a bundle: its program or address, and the tools that may be called. */
export interface BundleServer {
  readonly id: string;
  readonly source: ServerSource;
  /**
   * Passed as they are, but for `./…`, which names a file or folder of the bundle, and `workspace:…`,
   * which names one of the workspace.
   */
  readonly arguments: readonly string[];
  readonly environment: readonly ServerVariable[];
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

/** One tool call of a bundle, or one for each item of a list. */
export interface CallStep {
  readonly kind: 'call';
  readonly id: string;
  /** An expression's source; the step is left out where it is false. Null: never left out. */
  readonly condition: string | null;
  readonly loop: Loop | null;
  readonly server: string;
  readonly tool: string;
  /** The tool's arguments; strings may hold `${{ }}`. */
  readonly input: JsonObject;
  /** How much of the output is shown, in UTF-8 bytes. The digest covers all of it. */
  readonly excerptBytes: number;
}

/** The list that a step is done for, item by item. */
export interface Loop {
  /** A list, or a text with one expression whose value is one. */
  readonly items: JsonValue;
  /** A longer list ends the run. */
  readonly max: number;
}

/** What must hold for the run to go on. */
export interface ExpectStep {
  readonly kind: 'expect';
  readonly id: string;
  readonly condition: string | null;
  /** An expression's source. */
  readonly expectation: string;
  /** Why nothing is proposed where it does not hold, in the bundle's own words. */
  readonly otherwise: string;
}

/** A question to a person, whose answer the run waits for. */
export interface PauseStep {
  readonly kind: 'pause';
  readonly id: string;
  readonly condition: string | null;
  /** The question, in the bundle's own words. */
  readonly question: string;
}

/** One step of a flow. */
export type Step = CallStep | ExpectStep | PauseStep;

/** The one action that a bundle composes from its parameters and evidence. */
export interface Propose {
  readonly type: string;
  readonly risk: Risk;
  /** `owner/name`, as a text with `${{ }}` over `params` and `github`; null: the repository that decides. */
  readonly target: string | null;
  /** The target's numeric id, for one that the job's token can't read; null: it is read. */
  readonly targetId: string | null;
  /** The action's input; strings may hold `${{ }}`, evidence through `quote()` or `match()`. */
  readonly input: JsonObject;
  /** What must still hold right before the write, written as `input` is; null: nothing is compared. */
  readonly precondition: JsonObject | null;
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
  /** Whom the bundle's author has in mind as approvers, in one line for the reader; policy alone decides. */
  readonly approvals: string | null;
}
