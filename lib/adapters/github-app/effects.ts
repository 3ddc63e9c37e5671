import type { EffectAdapter, EffectAdapters } from '../../core/port/effects.ts';
import type { GitHubApp } from './app-hosts.ts';
import type { GitHubClient } from './client.ts';
import { issueCommentEffect } from './issue-comment-effect.ts';
import { issueCreateEffect } from './issue-create-effect.ts';
import { issueLabelEffect } from './issue-label-effect.ts';
import type { OwnApp } from './own.ts';
import { pullMergeEffect } from './pull-merge-effect.ts';
import { workflowDispatchEffect } from './workflow-dispatch-effect.ts';

/** Every action type that this App can perform, each in its own file. */
const makers: ReadonlyMap<string, (client: GitHubClient, app: OwnApp) => EffectAdapter> = new Map([
  ['github.issue.create', issueCreateEffect],
  ['github.issue.comment', issueCommentEffect],
  ['github.issue.label', issueLabelEffect],
  ['github.pull.merge', pullMergeEffect],
  ['github.workflow.dispatch', workflowDispatchEffect],
]);

/** The adapters of one App. Each call makes a fresh one: a reader never shares the writer's client. */
export function effectAdapters(app: GitHubApp): EffectAdapters {
  return {
    async of({ type, installation }) {
      const make = makers.get(type);
      return make === undefined ? null : make(await app.authenticate(installation), app);
    },
  };
}
