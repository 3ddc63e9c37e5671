/** What people do on the website that moves things: issues and repositories that go elsewhere. */
import type { Json } from './description.ts';
import type { Stage } from './person.ts';
import { roleOf } from './rights.ts';
import { organisationShape, simpleUser } from './shapes/account.ts';
import { installationShape } from './shapes/installation.ts';
import { issueShape } from './shapes/issue.ts';
import { wholeRepository } from './shapes/repository.ts';
import {
  type Account,
  type Issue,
  type Repository,
  accountByLogin,
  accountOf,
  findRepository,
  fullName,
  instant,
  present,
  repositoryByName,
  takeId,
} from './state.ts';
import { atLeast } from './teams.ts';
import type { Person } from './world.ts';

export type Moves = Pick<
  Person,
  | 'deleteIssue'
  | 'transferIssue'
  | 'convertIssue'
  | 'pinIssue'
  | 'archiveRepository'
  | 'deleteRepository'
  | 'renameRepository'
  | 'transferRepository'
>;

export function createMoves(stage: Stage, account: Account): Moves {
  const { state } = stage;
  /** For deeds without a REST operation: the rule is checked here. */
  const need = (name: string, least: 'triage' | 'write' | 'admin'): Repository => {
    const home = findRepository(state, name);
    if (!atLeast(roleOf(state, home, account).role, least))
      throw new Error(`GitHub refused ${account.login}: 403`);
    stage.keep();
    return home;
  };
  const issueOf = (home: Repository, number: number): Issue => {
    const issue = present(home.issues.get(number), `issue ${number}`);
    if (issue.gone !== null) throw new Error(`GitHub refused ${account.login}: 404`);
    return issue;
  };
  const tell = (
    home: Repository,
    issue: Issue,
    action: string,
    more: Readonly<Record<string, Json>> = {},
  ): void => {
    const { emit, base } = stage.setting();
    const members = { issue: issueShape(state, home, issue, base), ...more };
    emit({ event: 'issues', action, repositoryId: home.id, senderId: account.id, members });
  };
  /** Installations that reach a repository, to be told that they do no more, or do now. */
  const tellInstallations = (home: Repository, ownerId: number, action: 'added' | 'removed'): void => {
    const { emit, base } = stage.setting();
    const { id, node_id, name, full_name, private: hidden } = wholeRepository(state, home, base);
    const entry = { id: id ?? 0, node_id: node_id ?? '', name: name ?? '', full_name: full_name ?? '' };
    const list = [{ ...entry, private: hidden ?? true }];
    for (const installation of state.installations.values()) {
      if (installation.accountId !== ownerId) continue;
      if (installation.repositories !== null && !installation.repositories.includes(home.id)) continue;
      // An installation of chosen repositories does not get one more by itself.
      if (action === 'added' && installation.repositories !== null) continue;
      const members = {
        installation: installationShape(state, installation, base),
        repository_selection: installation.repositories === null ? 'all' : 'selected',
        repositories_added: action === 'added' ? list : [],
        repositories_removed: action === 'removed' ? list : [],
        requester: null,
      };
      emit({
        event: 'installation_repositories',
        action,
        repositoryId: home.id,
        senderId: account.id,
        members,
        onlyInstallation: installation.id,
      });
    }
  };

  return {
    async deleteIssue(repository, number) {
      const home = need(repository, 'admin');
      const issue = issueOf(home, number);
      tell(home, issue, 'deleted');
      issue.gone = 'deleted';
      for (const comment of home.comments.values())
        if (comment.issueNumber === number) home.comments.delete(comment.id);
      await stage.idle();
    },
    async transferIssue(repository, number, to) {
      const home = need(repository, 'write');
      const target = need(to, 'write');
      if (target.ownerId !== home.ownerId)
        throw new Error(`GitHub refused ${account.login}: 422 another owner's repository`);
      const issue = issueOf(home, number);
      const { base, now } = stage.setting();
      // It becomes another issue, with another id; its comments go with it, and labels stay behind.
      const moved: Issue = {
        ...issue,
        id: takeId(state),
        number: target.nextNumber,
        labels: [],
        updatedAt: instant(now),
      };
      target.nextNumber += 1;
      target.issues.set(moved.number, moved);
      for (const comment of home.comments.values()) {
        if (comment.issueNumber !== number) continue;
        home.comments.delete(comment.id);
        target.comments.set(comment.id, { ...comment, issueNumber: moved.number });
      }
      const here = issueShape(state, home, issue, base);
      tell(home, issue, 'transferred', {
        changes: {
          new_issue: issueShape(state, target, moved, base),
          new_repository: wholeRepository(state, target, base),
        },
      });
      issue.gone = { repositoryId: target.id, number: moved.number };
      tell(target, moved, 'opened', {
        changes: { old_issue: here, old_repository: wholeRepository(state, home, base) },
      });
      await stage.idle();
      return moved.number;
    },
    async convertIssue(repository, number) {
      const home = need(repository, 'triage');
      const issue = issueOf(home, number);
      const { now } = stage.setting();
      const opened = issue.state === 'open';
      issue.converted = true;
      issue.locked = true;
      issue.state = 'closed';
      issue.stateReason = 'completed';
      issue.closedAt ??= instant(now);
      issue.closedBy ??= account.id;
      issue.updatedAt = instant(now);
      tell(home, issue, 'locked');
      if (opened) tell(home, issue, 'closed');
      await stage.idle();
    },
    async pinIssue(repository, number) {
      const home = need(repository, 'triage');
      tell(home, issueOf(home, number), 'pinned');
      await stage.idle();
    },
    async archiveRepository(repository, archived = true) {
      const home = need(repository, 'admin');
      home.archived = archived;
      const { emit } = stage.setting();
      const action = archived ? 'archived' : 'unarchived';
      emit({ event: 'repository', action, repositoryId: home.id, senderId: account.id, members: {} });
      await stage.idle();
    },
    async deleteRepository(repository) {
      const home = need(repository, 'admin');
      tellInstallations(home, home.ownerId, 'removed');
      const { emit } = stage.setting();
      emit({
        event: 'repository',
        action: 'deleted',
        repositoryId: home.id,
        senderId: account.id,
        members: {},
      });
      state.repositories.delete(home.id);
      await stage.idle();
    },
    async renameRepository(repository, to) {
      const home = need(repository, 'admin');
      const owner = accountOf(state, home.ownerId).login;
      if (repositoryByName(state, owner, to) !== undefined)
        throw new Error(`GitHub refused ${account.login}: 422 name already exists on this account`);
      const from = home.name;
      state.formerNames.set(`${owner}/${from}`.toLowerCase(), home.id);
      home.name = to;
      stage.setting().emit({
        event: 'repository',
        action: 'renamed',
        repositoryId: home.id,
        senderId: account.id,
        members: { changes: { repository: { name: { from } } } },
      });
      await stage.idle();
    },
    async transferRepository(repository, newOwner) {
      const home = need(repository, 'admin');
      const target = present(accountByLogin(state, newOwner), `account ${newOwner}`);
      if (repositoryByName(state, target.login, home.name) !== undefined)
        throw new Error(`GitHub refused ${account.login}: 422 name already exists on this account`);
      const { base, emit } = stage.setting();
      const before = accountOf(state, home.ownerId);
      tellInstallations(home, before.id, 'removed');
      state.formerNames.set(fullName(state, home).toLowerCase(), home.id);
      home.ownerId = target.id;
      // The old organisation's teams do not come along; people with a role of their own do.
      home.teamRoles.clear();
      tellInstallations(home, target.id, 'added');
      const from =
        before.type === 'Organization'
          ? { organization: organisationShape(before, base) }
          : { user: simpleUser(state, before, base) };
      emit({
        event: 'repository',
        action: 'transferred',
        repositoryId: home.id,
        senderId: account.id,
        members: { changes: { owner: { from } } },
      });
      await stage.idle();
      return fullName(state, home);
    },
  };
}
