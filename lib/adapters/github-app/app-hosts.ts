import type { AppHosts } from '../../core/port/app-host.ts';
import { actionsRun } from './actions-run.ts';
import { createCheckRun, findCheckRun, updateCheckRun } from './check-run.ts';
import type { GitHubClient } from './client.ts';
import { collaborators } from './collaborators.ts';
import { comment, findComment } from './comment.ts';
import { commentsSince } from './issue-comments.ts';
import { updateIssue } from './issue.ts';
import { observe } from './observe.ts';
import { lacking } from './lacking.ts';
import type { OwnApp } from './own.ts';
import { permissionOf } from './permission.ts';
import { teamMembers, teamMembership } from './team.ts';
import { policyChange } from './policy-change.ts';
import { target } from './target.ts';
import { thread } from './thread.ts';

/** The App, and how it comes to a client for one of its installations (Probot's `auth`). */
export interface GitHubApp extends OwnApp {
  /** Decimal installation id. */
  authenticate(installation: string): Promise<GitHubClient>;
}

/** GitHub as the App asks it, installation by installation. */
export function appHosts(app: GitHubApp): AppHosts {
  return {
    async installation(installation) {
      const client = await app.authenticate(installation);
      return {
        lacking: lacking(client),
        actionsRun: actionsRun(client),
        permissionOf: permissionOf(client),
        collaborators: collaborators(client),
        teamMembership: teamMembership(client),
        teamMembers: teamMembers(client),
        thread: thread(client),
        target: target(client),
        policyChange: policyChange(client),
        observe: observe(client),
        createCheckRun: createCheckRun(client),
        updateCheckRun: updateCheckRun(client),
        findCheckRun: findCheckRun(client, app),
        comment: comment(client),
        findComment: findComment(client, app),
        commentsSince: commentsSince(client),
        updateIssue: updateIssue(client),
      };
    },
  };
}
