import { canonical } from '../json/canonical.ts';
import type { JsonValue } from '../json/value.ts';
import type { Proposal } from './proposal.ts';

/** One field in which two proposals differ, with canonical texts; null: the one does not have it. */
export interface ProposalDifference {
  /** `action.input.title`, `risk`, `policy.rule`. */
  readonly field: string;
  readonly older: string | null;
  readonly newer: string | null;
}

/**
 * In which fields two proposals of the same bundle and target differ, as far as a reader decides by them, in
 * the order of the field's names. What differs between any two (nonce, times, run, keys, chain) is left out.
 */
export function differencesOf(older: Proposal, newer: Proposal): readonly ProposalDifference[] {
  const [before, after] = [fieldsOf(older), fieldsOf(newer)];
  const names = [...new Set([...before.keys(), ...after.keys()])].toSorted();
  return names.flatMap((field) => {
    const [one, other] = [before.get(field) ?? null, after.get(field) ?? null];
    return one === other ? [] : [{ field, older: one, newer: other }];
  });
}

function fieldsOf({ risk, origin, bundle, policy, action, evidence }: Proposal): ReadonlyMap<string, string> {
  const fields: ReadonlyArray<readonly [string, JsonValue]> = [
    ['risk', risk],
    ['bundle.version', bundle?.version ?? null],
    ['bundle.digest', bundle?.digest ?? null],
    ['policy.rule', { ...policy.rule }],
    ['action.type', action.type],
    ['evidence', evidence.map(({ excerpt }) => excerpt)],
    ...('actions' in origin ? [['origin.sha', origin.actions.sha] as const] : []),
    ...membersOf('action.input', action.input),
    ...membersOf('action.precondition', action.precondition ?? {}),
  ];
  return new Map(fields.map(([name, value]) => [name, canonical(value)]));
}

function membersOf(
  path: string,
  members: Readonly<Record<string, JsonValue>>,
): ReadonlyArray<readonly [string, JsonValue]> {
  return Object.entries(members).map(([name, value]) => [`${path}.${name}`, value]);
}
