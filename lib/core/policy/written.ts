import { actionTypes } from '../action/types.ts';
import { isVisible } from '../evidence/visible.ts';
import { either, exactly, flag, integer, object, oneOf, pattern, text, type Shape } from '../json/shape.ts';
import {
  bundleId,
  distinct,
  id,
  isPlainLine,
  line,
  login,
  roleName,
  ruleName,
  team,
} from '../proposal/grammar.ts';
import type { Risk } from '../proposal/proposal.ts';
import { refused } from '../result.ts';
import { knownEvents } from './events.ts';
import type { RunnerEnvironment, SealKind } from './policy.ts';
import { converted, duration, entries, filled, some } from './shapes.ts';

/** What a policy file says of one approval rule. Null: it does not say that. */
export interface WrittenRule {
  readonly reason: string | null;
  readonly roles: readonly string[] | null;
  readonly teams: readonly string[] | null;
  readonly users: readonly string[] | null;
  readonly count: number | null;
  readonly 'initiator-may-approve': boolean | null;
  readonly 'evidence-authors-may-approve': boolean | null;
  readonly mention: readonly string[] | null;
}

/** What it says of one action type. */
export interface WrittenAction {
  readonly targets: readonly string[] | null;
  readonly risk: Risk | null;
  /** Milliseconds. */
  readonly expires: number | 'never' | null;
  readonly rule: Readonly<Record<Risk, string>> | null;
}

/** What a policy file says. Null: it does not say that. */
export interface WrittenPolicy {
  readonly version: number | null;
  readonly frozen: string | null;
  readonly evidence: 'public' | 'private' | null;
  readonly seals: readonly SealKind[] | null;
  readonly runners: readonly RunnerEnvironment[] | null;
  readonly events: readonly string[] | null;
  readonly bundles: readonly (readonly [string, { readonly refs: readonly string[] | null }])[] | null;
  readonly actions: readonly (readonly [string, WrittenAction])[] | null;
  readonly rules: readonly (readonly [string, WrittenRule])[] | null;
  readonly limits: { readonly 'per-day': number | null; readonly 'per-actor-per-day': number | null } | null;
  /** Milliseconds. */
  readonly remind: number | null;
}

/** How much a policy may hold of each. */
export const bounds = {
  rules: 50,
  bundles: 200,
  refs: 20,
  targets: 50,
  roles: 20,
  teams: 20,
  users: 50,
  mention: 20,
  count: 20,
  perDay: 10_000,
} as const;

const risk = oneOf('low', 'medium', 'high');

/** `frozen: no` reads like a switch and would be a reason. */
const reason = text('a reason in words; leave the key out where there is none', 300, (written) => {
  return isPlainLine(written) && !/^(?:y|n|yes|no|on|off|true|false|none|null)$/i.test(written);
});

/** Ids are numbers that people copy from GitHub's API; as text they are exact, whatever their size. */
const user: Shape<string> = (value, path) => {
  const written = typeof value === 'number' ? String(value) : value;
  const read = id(written, path);
  return read.ok
    ? read
    : pattern(
        'an account’s numeric id, which `gh api users/NAME --jq .id` shows: a login can change hands',
        /^[1-9][0-9]{0,19}$/,
      )(written, path);
};

/** A branch's name stands for the whole ref. */
const ref: Shape<string> = converted(
  text('a branch such as main, or a whole ref such as refs/tags/v*', 255, isRefPattern),
  (written) => (written.startsWith('refs/') ? written : `refs/heads/${written}`),
);

function isRefPattern(written: string): boolean {
  if (written.startsWith('refs/') && !/^refs\/(?:heads|tags|pull)\/./.test(written)) return false;
  return /^[^\s~^:?[\\/][^\s~^:?[\\]*$/.test(written) && !written.includes('..') && isVisible(written);
}

const target: Shape<string> = either(
  exactly('this'),
  pattern(
    '`this`, or a repository as owner/name, in which * stands for any characters of the name',
    /^[A-Za-z0-9][A-Za-z0-9_-]{0,38}\/[A-Za-z0-9._*-]{1,100}$/,
  ),
);

const ruleByRisk: Shape<Readonly<Record<Risk, string>>> = (value, path) =>
  typeof value === 'string'
    ? converted(ruleName, (name) => ({ low: name, medium: name, high: name }))(value, path)
    : object({ low: ruleName, medium: ruleName, high: ruleName })(value, path);

const expiry: Shape<number | 'never'> = (value, path) =>
  value === 'never' ? exactly('never')(value, path) : duration('5m', '90d')(value, path);

const rule: Shape<WrittenRule> = some({
  reason: line('one visible line of at most 300 characters', 300),
  roles: distinct(roleName, bounds.roles),
  teams: distinct(team, bounds.teams),
  users: distinct(user, bounds.users),
  count: integer(1, bounds.count),
  'initiator-may-approve': flag(),
  'evidence-authors-may-approve': flag(),
  mention: distinct(either(team, login), bounds.mention),
});

const action: Shape<WrittenAction> = some({
  targets: filled(distinct(target, bounds.targets)),
  risk,
  expires: expiry,
  rule: ruleByRisk,
});

const types = [...actionTypes.keys()];

/** A policy as people write it. */
const policy: Shape<WrittenPolicy> = some({
  version: integer(1, 1),
  frozen: reason,
  evidence: oneOf('public', 'private'),
  seals: filled(distinct(oneOf('oidc', 'hmac', 'app'), 3)),
  runners: filled(distinct(oneOf('github-hosted', 'self-hosted'), 2)),
  events: filled(distinct(oneOf(...knownEvents), knownEvents.length)),
  bundles: entries(bundleId, some({ refs: filled(distinct(ref, bounds.refs)) }), bounds.bundles),
  actions: entries(oneOf(...types), action, types.length),
  rules: entries(ruleName, rule, bounds.rules),
  limits: some({ 'per-day': integer(1, bounds.perDay), 'per-actor-per-day': integer(1, bounds.perDay) }),
  remind: duration('5m', '30d'),
});

/** Reads what a policy file says. Without its version nobody knows what the rest means. */
export const writtenPolicy: Shape<WrittenPolicy> = (value, path) => {
  const read = policy(value, path);
  if (!read.ok || read.value.version !== null) return read;
  return refused([{ path: 'version', expected: 'the key version, with the value 1' }]);
};
