import { open } from 'node:fs/promises';
import { policies } from '../lib/adapters/policy/policies.ts';
import { readYaml } from '../lib/adapters/yaml/read-yaml.ts';
import { pathInWords } from '../lib/core/policy/fault-words.ts';
import type { PolicyFault, PolicyState, PolicyText } from '../lib/core/policy/policy.ts';
import { durationInWords } from '../lib/core/policy/words.ts';
import type { ApprovalRule } from '../lib/core/proposal/proposal.ts';
import { visible } from '../lib/core/evidence/visible.ts';
import type { Output } from './store.ts';

export interface PolicyOrder {
  /** The policy of a repository. */
  readonly file: string;
  /** The policy of its organisation; null: there is none. */
  readonly organisation: string | null;
}

/** The longest file that is read: what GitHub gives the App, and one byte more. */
const maxBytes = 65_536;

/** No commit: the file may not be in one yet. */
const commit = '0'.repeat(40);

/** Checks a policy file offline, as the App reads it. 0: it holds; 1: it has faults, or can't be read. */
export async function policyCheck({ file, organisation }: PolicyOrder, output: Output): Promise<number> {
  const own = await readText(file, output);
  const above = organisation === null ? null : await readText(organisation, output);
  if (own === 'missing' || above === 'missing') return 1;
  const state = policies(readYaml).read({ repository: own, organisation: above });
  if (state.kind === 'faulty') {
    const names = { repository: file, organisation: organisation ?? file };
    for (const fault of state.faults) output.err(`${faultLine(names[fault.owner], fault)}\n`);
    const count = state.faults.length;
    output.err(`${count} fault${count === 1 ? '' : 's'}: until corrected, this policy allows nothing.\n`);
    return 1;
  }
  output.out(
    `${file}: holds. What it comes to:\n${summaryOf(state)
      .map((line) => `  ${line}\n`)
      .join('')}`,
  );
  return 0;
}

async function readText(path: string, { err }: Output): Promise<PolicyText | 'missing'> {
  try {
    await using file = await open(path, 'r');
    const bytes = new Uint8Array(maxBytes + 1);
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
    if (bytesRead > maxBytes) return { commit, text: null };
    return { commit, text: decode(bytes.subarray(0, bytesRead)) };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    err(`countersign: ${path} can’t be read (${code})\n`);
    return 'missing';
  }
}

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** As compilers write it, so that editors and annotations find the place. */
function faultLine(file: string, { line, column, path, expected }: PolicyFault): string {
  return `${file}:${line}:${column}: ${pathInWords(path)}: expected ${expected}`;
}

function summaryOf(state: Exclude<PolicyState, { kind: 'faulty' }>): readonly string[] {
  const { frozen, actions, accepts, rules, bundles, environments, events, seals } = state.policy;
  return [
    ...(frozen === null ? [] : [`frozen: ${frozen}`]),
    ...actions.map(
      ({ type, targets, risk, expiresMs, rules: by }) =>
        `${type} on ${targets.join(', ')}: risk ${risk} or more, ${ruleNames(by)}, ${
          expiresMs === null ? 'waits without end' : `waits ${durationInWords(expiresMs)}`
        }`,
    ),
    ...accepts.map(({ name, id }) => `may be decided by ${name} (${id})`),
    ...rules.map(ruleLine),
    ...(environments === null
      ? []
      : [`jobs that propose stand in the environment ${environments.join(' or ')}`]),
    `bundles: ${bundles === null ? 'any' : bundles.map(({ id }) => id).join(', ')}; events: ${events.join(', ')}; seals: ${seals.join(', ')}`,
  ];
}

function ruleNames({ low, medium, high }: Readonly<Record<'low' | 'medium' | 'high', string>>): string {
  return low === medium && medium === high
    ? `rule ${low}`
    : `rules ${low} (low), ${medium} (medium), ${high} (high)`;
}

function ruleLine({ name, count, roles, teams, users, initiatorMayApprove }: ApprovalRule): string {
  const who = [
    ...roles.map((role) => `role ${visible(role)}`),
    ...teams.map((team) => `team ${team}`),
    ...users.map((id) => `user ${id}`),
  ];
  return `rule ${name}: ${count} of ${who.join(', ')}${initiatorMayApprove ? ', whoever started it included' : ''}`;
}
