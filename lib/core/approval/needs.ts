import type { Permission } from '../port/app-host.ts';
import { conditionsOf, namedWithoutTeams, overall } from './checks.ts';
import type { PersonFacts } from './facts.ts';
import type { Terms } from './terms.ts';

/**
 * Which teams must be asked for before this person can be judged: those of every rule that neither an id nor a
 * role of theirs satisfies already. None for whoever is left out whatever the teams say.
 */
export function teamsNeeded(terms: Terms, permission: Permission): readonly string[] {
  const open = terms.rules.filter(({ rule }) => namedWithoutTeams(rule, permission) !== 'yes');
  const leftOut = terms.rules.some(({ rule }) => overall(conditionsOf(terms, rule, permission)) === 'no');
  // One rule that names nobody by a team and not this person either decides, too.
  if (leftOut || open.some(({ rule }) => rule.teams.length === 0)) return [];
  return [...new Set(open.flatMap(({ rule }) => rule.teams))];
}

/** Those of the teams needed that the facts do not hold yet. */
export function teamsMissing(terms: Terms, { permission, teams }: PersonFacts): readonly string[] {
  return teamsNeeded(terms, permission).filter((team) => !teams.has(team));
}
