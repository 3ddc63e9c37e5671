import type { Permission, TeamStanding } from '../port/app-host.ts';

/**
 * Who wrote the commit that an action depends on, author and committer, by numeric id. `none`: the action depends
 * on no commit. `unreadable`: they could not be read, so that nobody is known not to be among them.
 */
export type HeadAuthors = readonly string[] | 'none' | 'unreadable';

/** What was read of one person for one decision. `teamsNeeded` says which teams to ask for. */
export interface PersonFacts {
  readonly permission: Permission;
  /** By `org/slug`. A team that was not asked for is not in it, and counts as not read. */
  readonly teams: ReadonlyMap<string, TeamStanding>;
}
