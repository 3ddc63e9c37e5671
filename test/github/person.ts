/** What people do on the website: the same routes and rules, without a socket. */
import type { Json } from './description.ts';
import { isNode } from './description.ts';
import type { Judge } from './judge.ts';
import { type Setting, perform } from './perform.ts';
import { type Actor, roleOf } from './rights.ts';
import { atLeast } from './teams.ts';
import { type Repository, type State, accountByLogin, findRepository, present } from './state.ts';
import { commentView, issueView } from './views.ts';
import { createMoves } from './person-moves.ts';
import type { GitWorld } from './world-git.ts';
import type { Person } from './world.ts';
import { checkRunShape } from './shapes/check-run.ts';

export interface Stage {
  readonly state: State;
  readonly judge: Judge;
  readonly setting: () => Setting;
  readonly keep: () => void;
  readonly git: GitWorld;
  /** Waits for the webhooks under way. */
  readonly idle: () => Promise<void>;
}

export function createPerson(stage: Stage, login: string): Person {
  const { state } = stage;
  const account = present(accountByLogin(state, login), `account ${login}`);
  const actor: Actor = { kind: 'user', accountId: account.id, via: null };

  const request = async (method: string, path: string, body?: Json): Promise<Json> => {
    stage.keep();
    const answer = perform(
      state,
      {
        method,
        path,
        query: new URLSearchParams(),
        headers: { 'user-agent': 'browser' },
        body: body === undefined ? '' : JSON.stringify(body),
        actor,
        matched: stage.judge.find(method, path),
      },
      stage.setting(),
    );
    await stage.idle();
    const told = answer.body ?? null;
    if (answer.status < 400) return told;
    const why = isNode(told) && typeof told['message'] === 'string' ? told['message'] : '';
    throw new Error(`GitHub refused ${login}: ${answer.status} ${why}`);
  };
  const viewIssue = (repository: string, number: number) => {
    const home = findRepository(state, repository);
    return issueView(state, home, present(home.issues.get(number), `issue ${number}`));
  };
  const viewComment = (repository: string, id: number) => {
    const home = findRepository(state, repository);
    return commentView(state, home, present(home.comments.get(id), `comment ${id}`));
  };
  const patchIssue = async (repository: string, number: number, body: Json) => {
    await request('PATCH', `/repos/${repository}/issues/${number}`, body);
    return viewIssue(repository, number);
  };
  /** For deeds without a REST operation: the rule is checked here. */
  const need = (repository: string, least: 'write'): Repository => {
    const home = findRepository(state, repository);
    if (!atLeast(roleOf(state, home, account).role, least)) throw new Error(`GitHub refused ${login}: 403`);
    stage.keep();
    return home;
  };

  return {
    async openIssue({ repository, title, body, labels }) {
      const made = await request('POST', `/repos/${repository}/issues`, {
        title,
        body,
        labels: [...(labels ?? [])],
      });
      return viewIssue(repository, idIn(made, 'number'));
    },
    async comment(repository, number, body) {
      const made = await request('POST', `/repos/${repository}/issues/${number}/comments`, { body });
      return viewComment(repository, idIn(made, 'id'));
    },
    async editComment(repository, commentId, body) {
      await request('PATCH', `/repos/${repository}/issues/comments/${commentId}`, { body });
      return viewComment(repository, commentId);
    },
    async deleteComment(repository, commentId) {
      await request('DELETE', `/repos/${repository}/issues/comments/${commentId}`);
    },
    async minimizeComment(repository, commentId) {
      const home = need(repository, 'write');
      present(home.comments.get(commentId), `comment ${commentId}`).minimized = true;
      await stage.idle();
    },
    editIssue: (repository, number, change) => patchIssue(repository, number, { ...change }),
    closeIssue: (repository, number, reason) =>
      patchIssue(repository, number, { state: 'closed', state_reason: reason ?? 'completed' }),
    reopenIssue: (repository, number) => patchIssue(repository, number, { state: 'open' }),
    async lockIssue(repository, number) {
      await request('PUT', `/repos/${repository}/issues/${number}/lock`);
    },
    async unlockIssue(repository, number) {
      await request('DELETE', `/repos/${repository}/issues/${number}/lock`);
    },
    async label(repository, number, labels) {
      await request('POST', `/repos/${repository}/issues/${number}/labels`, { labels: [...labels] });
    },
    async unlabel(repository, number, label) {
      await request('DELETE', `/repos/${repository}/issues/${number}/labels/${encodeURIComponent(label)}`);
    },
    ...createMoves(stage, account),
    async push({ repository, path, text, branch, message }) {
      need(repository, 'write');
      const sha = stage.git.commit({
        repository,
        path,
        text,
        author: login,
        ...(branch === undefined ? {} : { branch }),
        ...(message === undefined ? {} : { message }),
      });
      await stage.idle();
      return sha;
    },
    async press(repository, checkRunId, identifier, page) {
      const home = findRepository(state, repository);
      const run = home.checkRuns.get(checkRunId);
      // Nobody has written who may press a button; whoever sees the page is taken to.
      if (run === undefined || roleOf(state, home, account).role === 'none')
        throw new Error(`GitHub refused ${login}: 404`);
      const shown = run.status === 'completed' && run.actions.some((one) => one.identifier === identifier);
      if (!shown && page !== 'of before') throw new Error(`GitHub refused ${login}: 422 no such button`);
      stage.keep();
      const { emit, base } = stage.setting();
      emit({
        event: 'check_run',
        action: 'requested_action',
        repositoryId: home.id,
        senderId: account.id,
        members: {
          check_run: checkRunShape(state, home, run, base),
          requested_action: { identifier },
        },
        onlyApp: run.appId,
      });
      await stage.idle();
    },
    async rerequest(repository, checkRunId) {
      await request('POST', `/repos/${repository}/check-runs/${checkRunId}/rerequest`);
    },
    async dispatch(repository, workflow, inputs) {
      const home = findRepository(state, repository);
      const ref = home.defaultBranch;
      const body = { ref, inputs: { ...inputs }, return_run_details: true };
      const made = await request(
        'POST',
        `/repos/${repository}/actions/workflows/${workflow}/dispatches`,
        body,
      );
      const run = present(home.runs.get(idIn(made, 'workflow_run_id')), 'run');
      return { id: run.id, attempt: run.attempt, path: run.path, sha: run.sha, event: run.event };
    },
  };
}

function idIn(value: Json, name: string): number {
  return isNode(value) ? Number(value[name]) : Number.NaN;
}
