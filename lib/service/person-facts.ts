import { hasSay, teamsForSay } from '../core/approval/eligibility.ts';
import type { PersonFacts } from '../core/approval/facts.ts';
import { teamsMissing } from '../core/approval/needs.ts';
import type { Terms } from '../core/approval/terms.ts';
import type { AppHost } from '../core/port/app-host.ts';
import type { Proposal } from '../core/proposal/proposal.ts';
import { hostError } from './host-error.ts';

/** Reads what is needed to judge one person on these terms: the permission, then the teams that decide. */
export async function readPerson(
  host: AppHost,
  terms: Terms,
  question: { readonly repository: string; readonly login: string },
): Promise<PersonFacts> {
  const permission = await host.permissionOf(question);
  if (!permission.ok) throw hostError('permission', permission.fault);
  return withTeams(host, terms, { permission: permission.value, teams: new Map() });
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
 * Reads whether somebody has a say in a proposal: the permission, and teams only where that leaves it open. The
 * login may lead to another account by now, which the caller's numeric id tells.
 */
export async function readSay(
  host: AppHost,
  proposal: Proposal,
  question: { readonly repository: string; readonly login: string },
): Promise<{ readonly facts: PersonFacts; readonly says: boolean }> {
  const permission = await host.permissionOf(question);
  if (!permission.ok) throw hostError('permission', permission.fault);
  const first: PersonFacts = { permission: permission.value, teams: new Map() };
  const facts = await askTeams(host, first, teamsForSay(proposal, permission.value));
  return { facts, says: hasSay(proposal, facts) };
}
