import { hasSay, teamsForSay } from '../core/approval/eligibility.ts';
import type { PersonFacts } from '../core/approval/facts.ts';
import { teamsMissing } from '../core/approval/needs.ts';
import type { Terms } from '../core/approval/terms.ts';
import type { AppHost } from '../core/port/app-host.ts';
import type { Place, WebhookAccount } from '../core/webhook/place.ts';
import type { AppPorts } from './app-ports.ts';
import { hostError } from './host-error.ts';
import type { LiveRun } from './live-run.ts';

/** Whom to ask about. */
interface PersonQuestion {
  readonly repository: string;
  readonly login: string;
}

/** Reads somebody's permission, and no team yet. The login may lead to another account by now: compare the id. */
export async function readRight(host: AppHost, question: PersonQuestion): Promise<PersonFacts> {
  const permission = await host.permissionOf(question);
  if (!permission.ok) throw hostError('permission', permission.fault);
  return { permission: permission.value, teams: new Map() };
}

/** Reads what is needed to judge one person on these terms: the permission, then the teams that decide. */
export async function readPerson(
  host: AppHost,
  terms: Terms,
  question: PersonQuestion,
): Promise<PersonFacts> {
  return withTeams(host, terms, await readRight(host, question));
}

/** Adds the teams that must still be asked for on these terms. */
export function withTeams(host: AppHost, terms: Terms, facts: PersonFacts): Promise<PersonFacts> {
  return askTeams(host, facts, teamsMissing(terms, facts));
}

/**
 * Asks for teams, side by side. Rejects when GitHub could not be asked: it is tried again, and never counts as a
 * yes. A team that GitHub does not show us is an answer.
 */
async function askTeams(host: AppHost, facts: PersonFacts, teams: readonly string[]): Promise<PersonFacts> {
  if (teams.length === 0) return facts;
  const { login } = facts.permission.account;
  const answers = await Promise.all(
    teams.map(async (team) => {
      const standing = await host.teamMembership({ team, login });
      if (!standing.ok) throw hostError('team membership', standing.fault);
      return [team, standing.value] as const;
    }),
  );
  return { ...facts, teams: new Map([...facts.teams, ...answers]) };
}

/**
 * Reads what is known of somebody who speaks up on a run, where they have a say in it: the permission, and teams
 * only where that leaves it open. Null for everybody else, who then costs no request for a while.
 */
export async function hear(
  { hosts, strangers }: Pick<AppPorts, 'hosts' | 'strangers'>,
  { read, stored }: LiveRun,
  { sender, place }: { readonly sender: WebhookAccount; readonly place: Place },
): Promise<PersonFacts | null> {
  const { repositoryId } = stored;
  if (sender.type !== 'User' || strangers.has(repositoryId, sender.id)) return null;
  const host = await hosts.installation(place.installation);
  const { proposal } = read;
  const first = await readRight(host, { repository: place.repository.name, login: sender.login });
  const facts = await askTeams(host, first, teamsForSay(proposal, first.permission));
  // A login can be renamed and taken by someone else between the delivery and the look-up.
  if (facts.permission.account.id === sender.id && hasSay(proposal, facts)) return facts;
  strangers.add(repositoryId, sender.id);
  return null;
}
