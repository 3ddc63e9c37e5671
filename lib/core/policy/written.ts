import { actionTypes } from '../action/types.ts';
import { isVisible } from '../evidence/visible.ts';
import {
  described,
  either,
  exactly,
  flag,
  integer,
  object,
  oneOf,
  pattern,
  schemaOf,
  text,
  type Shape,
} from '../json/shape.ts';
import type { JsonObject } from '../json/value.ts';
import {
  bundleId,
  distinct,
  fullName,
  nonEmpty,
  isPlainLine,
  line,
  login,
  roleName,
  ruleName,
  team,
  writtenId,
} from '../proposal/grammar.ts';
import type { Risk } from '../proposal/proposal.ts';
import { ok, refused } from '../result.ts';
import { knownEvents } from './events.ts';
import type { RunnerEnvironment, SealKind } from './policy.ts';
import { converted, duration, entries, some, told } from './shapes.ts';

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
  readonly environments: readonly string[] | null;
  readonly events: readonly string[] | null;
  readonly bundles: readonly (readonly [string, { readonly refs: readonly string[] | null }])[] | null;
  readonly actions: readonly (readonly [string, WrittenAction])[] | null;
  /** Names with their ids; empty where nobody's proposals may be done here but the repository's own. */
  readonly accepts: readonly (readonly [string, string])[] | null;
  readonly rules: readonly (readonly [string, WrittenRule])[] | null;
  readonly limits: { readonly 'per-day': number | null; readonly 'per-actor-per-day': number | null } | null;
  /** Milliseconds. */
  readonly remind: number | null;
}

/** How much a policy may hold of each. */
const bounds = {
  rules: 50,
  bundles: 200,
  environments: 20,
  refs: 20,
  targets: 50,
  accepts: 50,
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

const user = writtenId(
  'an account’s numeric id, which `gh api users/NAME --jq .id` shows: a login can change hands',
);
const repositoryId = writtenId(
  'the repository’s numeric id, which `gh api repos/OWNER/NAME --jq .id` shows: a name can be given to another',
);

const deciders = entries(fullName, repositoryId, bounds.accepts);
const accepts = described<NonNullable<WrittenPolicy['accepts']>>(
  { anyOf: [{ const: 'none' }, schemaOf(deciders)] },
  (value, path) => (value === 'none' ? ok([]) : deciders(value, path)),
);

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

const oneRule = converted(ruleName, (name) => ({ low: name, medium: name, high: name }));
const ruleForEach = object({ low: ruleName, medium: ruleName, high: ruleName });
const ruleByRisk: Shape<Readonly<Record<Risk, string>>> = described(
  { anyOf: [schemaOf(oneRule), schemaOf(ruleForEach)] },
  (value, path) => (typeof value === 'string' ? oneRule(value, path) : ruleForEach(value, path)),
);

const finite = duration('5m', '90d');
const expiry = described<number | 'never'>({ anyOf: [{ const: 'never' }, schemaOf(finite)] }, (value, path) =>
  value === 'never' ? ok(value) : finite(value, path),
);

const rule: Shape<WrittenRule> = some({
  reason: told(
    'Why the rule is as it is, shown to whoever approves.',
    line('one visible line of at most 300 characters', 300),
  ),
  roles: told(
    'Who may approve, by role: read, triage, write, maintain, admin, or a custom role’s name.',
    distinct(roleName, bounds.roles),
  ),
  teams: told('Who may approve, by team (org/slug), child teams too.', distinct(team, bounds.teams)),
  users: told('Who may approve, by numeric account id.', distinct(user, bounds.users)),
  count: told('How many different people must approve. Default: 1.', integer(1, bounds.count)),
  'initiator-may-approve': told('Whether whoever started the run may approve it. Default: false.', flag()),
  'evidence-authors-may-approve': told(
    'Whether known authors of the evidence may approve. Default: true.',
    flag(),
  ),
  mention: told(
    'Teams (org/slug) or logins that the proposal mentions.',
    distinct(either(team, login), bounds.mention),
  ),
});

const action: Shape<WrittenAction> = some({
  targets: told(
    'Where it may be done: this, or owner/name with * in the name. Default: [this].',
    nonEmpty(distinct(target, bounds.targets)),
  ),
  risk: told('The least risk that such a proposal has. Default: low.', risk),
  expires: told('How long a proposal waits at most, or never. Default: 24h.', expiry),
  rule: told('The rule that applies, or one for each risk. Default: default.', ruleByRisk),
});

const types = [...actionTypes.keys()];

/** A policy as people write it. */
const policy: Shape<WrittenPolicy> = some({
  version: told('The version of this format: 1.', integer(1, 1)),
  frozen: told('Why nothing is approved or executed at present. Rejecting and asking still work.', reason),
  evidence: told(
    'Whether a public repository shows excerpts of evidence, or only digests. Default: private.',
    oneOf('public', 'private'),
  ),
  seals: told(
    'The kinds of seal that count, as far as the App accepts them. Default: all.',
    nonEmpty(distinct(oneOf('oidc', 'hmac', 'app'), 3)),
  ),
  runners: told(
    'Where jobs that propose may run, as their OIDC seal says. Default: [github-hosted].',
    nonEmpty(distinct(oneOf('github-hosted', 'self-hosted'), 2)),
  ),
  environments: told(
    'The deployment environments of which jobs that propose must have one, as their OIDC seal says. Default: any, and none.',
    nonEmpty(distinct(line('the name of an environment, at most 255 characters', 255), bounds.environments)),
  ),
  events: told(
    'The events whose runs may propose. Default: [issues, schedule, workflow_dispatch].',
    nonEmpty(distinct(oneOf(...knownEvents), knownEvents.length)),
  ),
  bundles: told(
    'The bundles that may propose, each with the refs that it may run from. Default: any, from any ref.',
    entries(bundleId, some({ refs: nonEmpty(distinct(ref, bounds.refs)) }), bounds.bundles),
  ),
  actions: told(
    'The action types that are allowed, and no others. Default: what a person can undo.',
    entries(oneOf(...types), action, types.length),
  ),
  accepts: told(
    'Other repositories (owner/name: numeric id) that may decide what is done here, or none. Default: none.',
    accepts,
  ),
  rules: told(
    'Who must approve. The rule named default applies where an action names no other.',
    entries(ruleName, rule, bounds.rules),
  ),
  limits: told(
    'How many proposals are taken in within 24 hours.',
    some({ 'per-day': integer(1, bounds.perDay), 'per-actor-per-day': integer(1, bounds.perDay) }),
  ),
  remind: told(
    'How long before its end a waiting proposal is recalled to whom its rule mentions.',
    duration('5m', '30d'),
  ),
});

/** Reads what a policy file says. Without its version nobody knows what the rest means. */
export const writtenPolicy: Shape<WrittenPolicy> = (value, path) => {
  const read = policy(value, path);
  if (!read.ok || read.value.version !== null) return read;
  return refused([{ path: 'version', expected: 'the key version, with the value 1' }]);
};

/** A JSON Schema of what a policy file may say, for editors. What the parts mean together it can't say. */
export function policySchema(): JsonObject {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Countersign policy: .github/countersign.yml',
    ...schemaOf(policy),
    type: 'object',
    required: ['version'],
  };
}
