import { codeSpan } from '../evidence/fence.ts';
import { canonical } from '../json/canonical.ts';
import {
  anyObject,
  described,
  object,
  pattern,
  schemaOf,
  text,
  type Shape,
  type ShapeFault,
} from '../json/shape.ts';
import type { JsonObject } from '../json/value.ts';
import type { Action } from '../proposal/proposal.ts';
import { ok, refused } from '../result.ts';
import { checkInput, checkedInput, namedInWords } from './input.ts';
import { macOf } from './marker.ts';
import { preconditionOf, wholeRef } from './precondition.ts';
import type { ActionType } from './type.ts';

/** The workflow's input that carries the key, and by which it must name its run. */
export const keyInput = 'countersign';

/** GitHub takes 25 inputs, of which one is the key, and 65,535 characters in all. */
const maxInputs = 24;
const maxValue = 4096;
const maxValues = 60_000;

const inputName: Shape<string> = text(
  'an input’s name: letters, digits, underscores and hyphens, at most 100, and not the one that carries the key',
  100,
  (written) => /^[A-Za-z_][A-Za-z0-9_-]*$/.test(written) && written.toLowerCase() !== keyInput,
);
const inputValue: Shape<string> = text(`a text of at most ${maxValue} characters`, maxValue);

/** Inputs by name. All their values are texts: GitHub makes numbers and booleans of them by itself. */
const inputs: Shape<Readonly<Record<string, string>>> = described(schemaOf(anyObject()), (value, path) => {
  const read = anyObject()(value, path);
  if (!read.ok) return read;
  const given = Object.entries(read.value);
  const faults: ShapeFault[] = [];
  const values: Record<string, string> = {};
  for (const [name, written] of given) {
    const named = inputName(name, `${path}.(name)`);
    const valued = inputValue(written, `${path}.${name}`);
    if (named.ok && valued.ok) values[name] = valued.value;
    if (!named.ok) faults.push(...named.fault);
    if (!valued.ok) faults.push(...valued.fault);
  }
  const length = Object.entries(values).reduce((sum, [name, one]) => sum + name.length + one.length, 0);
  if (given.length > maxInputs || length > maxValues)
    faults.push({ path, expected: `at most ${maxInputs} inputs of ${maxValues} characters in all` });
  return faults.length > 0 ? refused(faults) : ok(values);
});

/** The input of `github.workflow.dispatch`. */
export interface DispatchInput {
  /** The file's name in `.github/workflows/`. */
  readonly workflow: string;
  /** `refs/heads/…` or `refs/tags/…`: GitHub starts no workflow at a bare commit. */
  readonly ref: string;
  readonly inputs: Readonly<Record<string, string>>;
}

const input: Shape<DispatchInput> = object({
  workflow: pattern(
    'the name of a file in .github/workflows, such as rollback.yml',
    /^[A-Za-z0-9_][A-Za-z0-9._-]{0,99}\.ya?ml$/,
  ),
  ref: wholeRef,
  inputs,
});

/** What an Actions run says of itself, as far as it is compared. */
export interface RunFields {
  /** `.github/workflows/rollback.yml`. */
  readonly path: string;
  /** Short name of the branch or tag. */
  readonly ref: string;
  readonly sha: string;
  readonly event: string;
  /** The run's name, which the workflow gives it. */
  readonly name: string;
  /** How it ended: `success`, `failure`, `cancelled`, … */
  readonly conclusion: string;
}

/**
 * A run's fields as they are compared. Its name is compared by the key that it must hold; the commit only
 * where the action's precondition pins the ref that the workflow is started at.
 */
export function dispatchFields(action: Action, marker: string, run: RunFields): JsonObject {
  const { path, ref, event, conclusion } = run;
  const key = run.name.includes(macOf(marker)) ? marker : run.name;
  const pinned = pinnedSha(action) === null ? {} : { sha: run.sha };
  return { workflow: path, ref, event, key, conclusion, ...pinned };
}

/** The commit that the precondition says the started ref leads to; null where it does not say. */
export function pinnedSha(action: Action): string | null {
  const ref = preconditionOf(action)?.ref ?? null;
  return ref !== null && ref.name === dispatchInputOf(action).ref ? ref.sha : null;
}

/** `github.workflow.dispatch`: starts one workflow and waits for its end. */
export const workflowDispatch: ActionType = {
  type: 'github.workflow.dispatch',
  title: 'start a workflow',
  byDefault: false,
  needs: [
    { name: 'actions', level: 'write' },
    { name: 'contents', level: 'read' },
  ],
  check: checkInput(input),
  sentence: (action) => {
    const { workflow, ref, inputs: given } = dispatchInputOf(action);
    const names = Object.keys(given);
    return [
      `start the workflow ${codeSpan(workflow)} at ${codeSpan(ref)} in ${codeSpan(action.target.repository.name)}`,
      ...(names.length > 0 ? [`with ${namedInWords('input', names)}`] : []),
    ].join(', ');
  },
  preview: (action) => {
    const given = Object.entries(dispatchInputOf(action).inputs);
    if (given.length === 0) return [];
    const lines = given.map(([name, value]) => `${name}: ${canonical(value)}`);
    return [{ label: 'The inputs of the workflow', text: lines.join('\n') }];
  },
  expected: (action, marker) => {
    const { workflow, ref } = dispatchInputOf(action);
    return dispatchFields(action, marker, {
      path: workflowPath(workflow),
      ref: ref.replace(/^refs\/(?:heads|tags)\//, ''),
      sha: pinnedSha(action) ?? '',
      event: 'workflow_dispatch',
      name: macOf(marker),
      conclusion: 'success',
    });
  },
};

/** Where a workflow's file is. */
export function workflowPath(workflow: string): string {
  return `.github/workflows/${workflow}`;
}

/** The input of a checked action. Throws a TypeError for one that the type does not take. */
export function dispatchInputOf(action: Action): DispatchInput {
  return checkedInput(input, action);
}

/**
 * Whether a workflow can be found again by its run's name, as far as its text tells without being read as YAML:
 * it has an input of the key's name, and a `run-name` that holds it. A text that says so elsewhere passes; the
 * read-back then shows that the name does not hold the key.
 */
export function namesItsRun(workflow: string): boolean {
  const lines = workflow.split(/\r?\n/);
  const start = lines.findIndex((line) => /^run-name\s*:/.test(line));
  if (start < 0 || !lines.some((line) => /^\s+countersign\s*:/.test(line))) return false;
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => /^\S/.test(line));
  const name = [lines[start], ...rest.slice(0, end < 0 ? rest.length : end)].join(' ');
  // What stands behind a comment sign is no part of a name, but within quotes it is none.
  const said = /^run-name\s*:\s*["']/.test(name) ? name : name.replace(/\s#.*$/, '');
  const expressions = said.split('${{').slice(1);
  return expressions.some((one) => /\binputs\.countersign(?![\w-])/.test(one.split('}}', 1).join('')));
}
