import { evaluate } from '../../lib/core/approval/evaluate.ts';
import { judge } from '../../lib/core/approval/judge.ts';
import type { Judgement } from '../../lib/core/approval/judgement.ts';
import { termsOf } from '../../lib/core/approval/terms.ts';
import { defaultAction, defaultPolicy, defaultRule } from '../../lib/core/policy/defaults.ts';
import type { Policy } from '../../lib/core/policy/policy.ts';
import type { Permission, TeamStanding } from '../../lib/core/port/app-host.ts';
import type { ApprovalRule } from '../../lib/core/proposal/proposal.ts';
import { buildProposal } from '../../test/support/proposal.ts';
import { interleave, processorTime } from '../interleave.ts';
import type { Measure } from '../measure.ts';
import { median } from '../statistics.ts';

const rounds = 21;
const warmUps = 5;
const people = 200;

const { proposal } = buildProposal();
const teams = Array.from({ length: 10 }, (_, index) => `acme/team-${index}`);
const users = Array.from({ length: 50 }, (_, index) => String(5000 + index));

/** As large as a rule can be where it matters, and the last of fifty. */
const rules: readonly ApprovalRule[] = Array.from({ length: 50 }, (_, index) => ({
  ...defaultRule,
  name: `rule-${String(index).padStart(2, '0')}`,
  teams,
  users,
  count: 20,
}));

const policy: Policy = {
  ...defaultPolicy,
  rules,
  actions: [
    {
      ...defaultAction,
      type: proposal.action.type,
      rules: { low: 'rule-49', medium: 'rule-49', high: 'rule-49' },
    },
  ],
};

const crowd: readonly Permission[] = Array.from({ length: people }, (_, index) => ({
  account: { id: String(9000 + index), login: `person-${index}` },
  type: 'User',
  role: index % 2 === 0 ? 'maintain' : 'write',
  roleName: index % 2 === 0 ? 'maintain' : 'write',
}));

/** In none of the teams but the last. */
const standings: ReadonlyMap<string, TeamStanding> = new Map(
  teams.map((team, index) => [team, index === teams.length - 1 ? 'member' : 'not_member']),
);

function decide(): string {
  const terms = termsOf(proposal, {
    policy: { kind: 'default', policy },
    isPublic: false,
    seal: 'hmac',
    headAuthors: ['1', '2'],
  });
  if (!terms.ok) throw new TypeError('the policy allows the action');
  const voices = crowd.map((permission) => {
    const judgement: Judgement = judge(terms.value, { permission, teams: standings });
    return { by: permission.account, at: 0, judgement };
  });
  return evaluate({ ...terms.value, expiresAt: null }, voices, 0).outcome;
}

/** What an approval and its re-check cost beside the questions to GitHub: terms, everybody's judgement, the decision. */
export const policyEvaluation: Measure = {
  names: ['policy.evaluateMs'],
  run: async ({ rounds: chosen }) => {
    if (decide() !== 'granted') throw new TypeError('two hundred people may, and twenty must');
    const count = chosen ?? rounds;
    const pace = { rounds: count, warmUps: Math.min(warmUps, count), iterations: 100 };
    const [all] = interleave([{ what: 'one decision', work: decide }], pace, processorTime);
    if (all === undefined) throw new TypeError('one contestant');
    const ms = all.samples.map((sample) => sample / 1000);
    return {
      load: `policy: ${rules.length} rules, ${people} people who said yes, 10 teams and 50 ids in the rule; processor time`,
      rows: [{ what: all.what, unit: 'ms', iterations: 100, samples: ms }],
      findings: [
        {
          name: 'policy.evaluateMs',
          value: median(ms),
          bound: 1,
          reason: 'deciding must cost nothing beside one question to GitHub',
        },
      ],
    };
  },
};
