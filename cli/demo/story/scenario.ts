import type { State } from '../../../lib/core/run/state.ts';
import type { JsonObject } from '../../../lib/core/json/value.ts';
import type { ScenarioName } from '../scenarios.ts';
import type { Permissions } from '../emulator/cast.ts';
import type { EmulatedGitHub } from '../emulator/start.ts';
import type { Commit } from './history.ts';
import type { PlannedPage } from './pages.ts';
import type { Proposed, Stage } from './stage.ts';
import type { Trial } from './trial.ts';

/** What a workflow is started with. */
export type Inputs = Readonly<Record<string, string>>;

/** What the run that is approved made at GitHub. */
export interface Made {
  /** `issue #2 “Incident: …”`. */
  readonly what: string;
  /** What it comes to, in a line of its own; null where nothing more is to be said. */
  readonly so: string | null;
  readonly page: PlannedPage;
}

/** What one story is about. All else is the same in each: proposed, countersigned, done once, read back, refused, verified. */
export interface Scenario {
  readonly name: ScenarioName;
  readonly bundle: string;
  /** The workflow that proposes, as its bundle's `caller.yml` is called once it is copied. */
  readonly workflow: string;
  /** What the organisation lets the App do beside `app.yml`. */
  readonly more: Permissions;
  /** What the job's token may do: the permissions of the bundle's `caller.yml`. */
  readonly job: Permissions;
  /** What stands in the repository, oldest first. */
  readonly history: (now: number) => readonly Commit[];
  /** Packages of a job that runs in a clone of the repository; null: it runs in this checkout. */
  readonly packages: readonly string[] | null;
  /** Happens before the App is started, with a token of a job that may do anything. */
  prepare(github: EmulatedGitHub, token: string): Promise<void>;
  readonly first: Inputs;
  readonly second: Inputs;
  /** Tells how it comes to the first run. */
  tellBeginning(stage: Stage): Promise<void>;
  /** The member of the report that counts what the App made. */
  readonly counts: 'tickets' | 'dispatches';
  /** How many there are by now. */
  count(stage: Stage): Promise<number>;
  /** What was made under this number of an issue, or id of another thing. */
  made(stage: Stage, effect: { readonly number: number | null; readonly id: string }): Promise<Made>;
  /** What a forger would have done instead. */
  readonly forgery: (input: JsonObject, word: string) => JsonObject;
  /** What else must not approve the second run, while it waits. */
  readonly alsoRefused: (stage: Stage, second: Proposed) => readonly Trial[];
  /** Ends the second run, with nothing done, and says how, in a line. */
  end(stage: Stage, second: Proposed): Promise<string>;
  /** The state that it then has. */
  readonly ended: State;
}
