import type { PersonFacts } from '../core/approval/facts.ts';
import { judge } from '../core/approval/judge.ts';
import type { Terms } from '../core/approval/terms.ts';
import type { AppHost, Permission, TeamStanding } from '../core/port/app-host.ts';
import type { PolicyState } from '../core/policy/policy.ts';
import type { RefusalCode } from '../core/refusal.ts';
import { hostError } from './host-error.ts';
import type { NewEvent } from './live-run.ts';

/** Who could approve on some terms, as far as was looked. */
export interface WhoIsLeft {
  /** Distinct people who could. */
  readonly count: number;
  /** Whether that is everybody: false where enough were found before, or where a list was too long to read whole. */
  readonly complete: boolean;
  /** Teams of the rules that GitHub does not show us: nobody counts by them. */
  readonly unreadable: readonly string[];
}

/**
 * Looks who could approve: people with a right on the repository, those named by id, and, where these are too few,
 * the teams' members. At most one request for the repository and one for each team.
 */
export async function lookWhoIsLeft(host: AppHost, terms: Terms, repository: string): Promise<WhoIsLeft> {
  const listed = await listPeople(host, terms, repository);
  const named: readonly Permission[] = terms.rules.flatMap(({ rule }) => rule.users.map(byId));
  const people = new Map([...named, ...listed.people].map((person) => [person.account.id, person]));
  const byRight = countOf(terms, people, new Map());
  const teams = [...new Set(terms.rules.flatMap(({ rule }) => rule.teams))];
  if (byRight >= terms.need || teams.length === 0)
    return { count: byRight, complete: listed.complete && teams.length === 0, unreadable: [] };
  const asked = await Promise.all(
    teams.map(async (team) => {
      const members = await host.teamMembers({ team });
      if (!members.ok) throw hostError('who is left: team', members.fault);
      return { team, members: members.value };
    }),
  );
  const rosters = new Map<string, ReadonlySet<string>>();
  const unreadable: string[] = [];
  let { complete } = listed;
  for (const { team, members } of asked) {
    if (members === 'unreadable') {
      unreadable.push(team);
      continue;
    }
    complete &&= members.complete;
    rosters.set(team, new Set(members.people.map(({ account }) => account.id)));
    for (const { account, type } of members.people) {
      if (!people.has(account.id)) people.set(account.id, { ...byId(account.id), account, type });
    }
  }
  return { count: countOf(terms, people, rosters), complete, unreadable };
}

/** People with a right on the repository; nobody is asked for where no rule asks for a role. */
async function listPeople(
  host: AppHost,
  terms: Terms,
  repository: string,
): Promise<{ readonly people: readonly Permission[]; readonly complete: boolean }> {
  if (terms.rules.every(({ rule }) => rule.roles.length === 0)) return { people: [], complete: true };
  const listed = await host.collaborators({ repository });
  if (!listed.ok) throw hostError('who is left: collaborators', listed.fault);
  return listed.value;
}

function countOf(
  terms: Terms,
  people: ReadonlyMap<string, Permission>,
  rosters: ReadonlyMap<string, ReadonlySet<string>>,
): number {
  return [...people.values()].filter((person) => judge(terms, factsOf(person, rosters)).answer === 'yes')
    .length;
}

function factsOf(permission: Permission, rosters: ReadonlyMap<string, ReadonlySet<string>>): PersonFacts {
  const standings = [...rosters].map(([team, ids]): [string, TeamStanding] => [
    team,
    ids.has(permission.account.id) ? 'member' : 'not_member',
  ]);
  return { permission, teams: new Map(standings) };
}

/** Someone of whom no more is known than what the rule says. */
function byId(id: string): Permission {
  return { account: { id, login: '' }, type: 'User', role: 'none', roleName: 'none' };
}

/**
 * What is told at once where nobody is left, or too few: how many there are, and what of the policy would change
 * that; and each team that GitHub does not show us.
 */
export function leftAlerts(left: WhoIsLeft, terms: Terms, policy: PolicyState): readonly NewEvent[] {
  const hidden = left.unreadable.map((team): NewEvent => alert('team_unreadable', team));
  if (!left.complete || left.count >= terms.need) return hidden;
  const rules = [...new Set(terms.rules.map(({ rule }) => `rules.${rule.name}`))].join(' and ');
  const where =
    policy.kind === 'default'
      ? `${rules}, which .github/countersign.yml can set`
      : `${rules} in .github/countersign.yml`;
  return [...hidden, alert('nobody_eligible', `${left.count} of ${terms.need}: ${where}`)];
}

function alert(code: RefusalCode, subject: string): NewEvent {
  return { event: { type: 'alert.raised', data: { code, subject } } };
}
