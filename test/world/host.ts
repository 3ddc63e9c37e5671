/** GitHub as one process of the App asks it: answers may be old, lost, or never come. */
import type { AppHost, Permission, Published } from '../../lib/core/port/app-host.ts';
import type { HostFault } from '../../lib/core/port/runner-host.ts';
import { ok, refused, type Result } from '../../lib/core/result.ts';
import { stateLabel } from '../../lib/core/publication/label.ts';
import { parseInstant } from '../../lib/core/time/instant.ts';
import { app, asOf, secondOf, urlOf, type CheckRunState, type IssueState } from './github.ts';
import { accountOf, pages, personOf, repository, workflowPath, type Person } from './pages.ts';
import type { Process } from './scheduler.ts';
import type { World } from './world.ts';
import { headIn, toldMustBeStored } from './told.ts';

export function worldHost(world: World, process: Process): AppHost {
  const { scheduler, github, faults, witness } = world;
  const read = <Value>(
    what: string,
    effect: (seen: number) => Result<Value, HostFault>,
  ): Promise<Result<Value, HostFault>> =>
    scheduler.call(process, what, 'read', () => faults.read(() => effect(scheduler.now() - faults.lag())));
  const write = <Value>(what: string, effect: () => Value): Promise<Result<Value, HostFault>> =>
    scheduler.call(process, what, 'write', () => faults.write(effect));

  /** A write on an issue: one that is deleted takes none. */
  const writeOn = <Value>(
    what: string,
    issueNumber: number,
    effect: (issue: IssueState) => Value,
  ): Promise<Result<Value, HostFault>> =>
    scheduler.call(process, what, 'write', () => {
      const issue = issueAt(world, issueNumber);
      if (issue.goneAt !== null) return refused({ code: 'refused', status: 410, what });
      return faults.write(() => effect(issue));
    });

  return {
    // Its App may do everything.
    lacking: async () => ok([]),
    actionsRun: ({ runId }) =>
      read('actionsRun', () => {
        const page = Object.values(pages).findLast(({ actionsRunId }) => actionsRunId === runId);
        if (page === undefined) return refused({ code: 'unreadable', status: 404, what: 'actionsRun' });
        // A later attempt replaces the earlier one; what was opened last is what runs.
        const opened = github.issues.findLast((issue) => issue.page.actionsRunId === runId)?.page ?? page;
        return ok({
          id: runId,
          attempt: opened.attempt,
          path: workflowPath,
          sha: opened.sha,
          branch: 'main',
          event: 'workflow_dispatch',
          actor: accountOf('dana'),
          triggeringActor: accountOf('dana'),
          repository: { ...repository, isPublic: false },
          readAt: secondOf(scheduler.now()),
        });
      }),
    permissionOf: ({ login }) => read('permissionOf', () => ok(permissionAt(world, personOf(login), login))),
    collaborators: () =>
      read('collaborators', () => {
        const everyone: readonly Person[] = ['dana', 'kim', 'ana', 'bo'];
        const people = everyone.map((person) => permissionAt(world, person, accountOf(person).login));
        return ok({ people, complete: true });
      }),
    teamMembership: () => read('teamMembership', () => ok('unreadable')),
    teamMembers: () => read('teamMembers', () => ok('unreadable')),
    // No page of this world has a precondition.
    policyChange: () =>
      read('policyChange', () => refused({ code: 'unreadable', status: null, what: 'policyChange' })),
    // Every action of this world is for the repository that decides.
    target: () => read('target', () => refused({ code: 'unreadable', status: null, what: 'target' })),
    observe: () => read('observe', () => refused({ code: 'unreadable', status: null, what: 'observe' })),
    thread: ({ issueNodeId, commentNodeIds }) =>
      read('thread', (seen) => {
        const issue = github.issues.find(
          ({ nodeId, goneAt }) => nodeId === issueNodeId && !isGone(goneAt, seen),
        );
        const text = issue === undefined ? null : asOf(issue.texts, seen);
        const edited = issue?.texts.slice(1).findLast(({ at }) => at <= seen);
        const comments = commentNodeIds.map((id) => {
          const found = github.comments.find(({ nodeId }) => nodeId === id);
          if (found === undefined || found.createdAt > seen || isGone(found.issue.goneAt, seen)) return null;
          if (found.deletedAt !== null && found.deletedAt <= seen) return null;
          const edits = found.bodies.filter(({ at }) => at <= seen).slice(1);
          const last = edits.at(-1);
          const body = asOf(found.bodies, seen) ?? '';
          const lastEditedAt = last === undefined ? null : secondOf(last.at);
          return { nodeId: id, body, authorId: found.author.id, lastEditedAt, hidden: false };
        });
        return ok({
          issue:
            issue === undefined || text === null
              ? null
              : {
                  ...text,
                  open: (asOf(issue.closed, seen) ?? null) === null,
                  locked: false,
                  repositoryId: repository.id,
                  labels: asOf(issue.labels, seen) ?? [],
                  lastEditedAt: edited === undefined ? null : secondOf(edited.at),
                },
          comments,
          repositoryId: repository.id,
          isPublic: false,
          policy: { repository: null, organisation: null },
        });
      }),
    createCheckRun: ({ externalId, conclusion, output }) =>
      write('createCheckRun', () => {
        toldMustBeStored(world, 'check run', output.text);
        const shown = { conclusion, text: output.text };
        return publishedRun(github.makeCheckRun({ externalId, postedBy: process.name, shown }));
      }),
    updateCheckRun: ({ id, conclusion, output }) =>
      write('updateCheckRun', () => {
        toldMustBeStored(world, 'check run', output.text);
        const found = github.checkRuns.find((checkRun) => checkRun.id === id);
        if (found === undefined) throw new TypeError('no such check run');
        found.shown = { conclusion, text: output.text };
        const told = headIn(output.text)?.digest;
        const runs = [...world.ledger.runs.values()];
        witness.toldLate.set(id, !runs.some(({ digests }) => digests.at(-1) === told));
        return publishedRun(found);
      }),
    findCheckRun: ({ externalId }) =>
      read('findCheckRun', (seen) => {
        witness.looks.push({ by: process.name, marker: externalId, at: scheduler.now(), asOf: seen });
        const found = github.checkRuns.find(
          (checkRun) => checkRun.externalId === externalId && checkRun.createdAt <= seen,
        );
        return ok(found === undefined ? null : publishedRun(found));
      }),
    comment: ({ issueNumber, body }) =>
      writeOn('comment', issueNumber, (issue) => {
        toldMustBeStored(world, 'comment', body);
        const made = github.comment({ issue, author: app, body, postedBy: process.name });
        return { id: made.id, url: urlOf(issue, made) };
      }),
    findComment: ({ issueNumber, marker, since }) =>
      read('findComment', (seen) => {
        witness.looks.push({ by: process.name, marker, at: scheduler.now(), asOf: seen });
        const found = github.comments.findLast(
          ({ issue, author, createdAt, bodies }) =>
            issue.number === issueNumber &&
            author === app &&
            createdAt <= seen &&
            timeOf(secondOf(createdAt)) >= timeOf(since) &&
            (bodies[0]?.value.endsWith(marker) ?? false),
        );
        return ok(found === undefined ? null : { id: found.id, url: urlOf(found.issue, found) });
      }),
    commentsSince: ({ since }) =>
      read('commentsSince', (seen) => {
        const comments = github.comments
          .filter(
            ({ createdAt, deletedAt, issue }) =>
              createdAt <= seen && !isGone(deletedAt, seen) && !isGone(issue.goneAt, seen),
          )
          .map((comment) => ({
            id: comment.id,
            nodeId: comment.nodeId,
            url: urlOf(comment.issue, comment),
            issueNumber: comment.issue.number,
            body: asOf(comment.bodies, seen) ?? '',
            createdAt: secondOf(comment.createdAt),
            updatedAt: secondOf(comment.bodies.findLast(({ at }) => at <= seen)?.at ?? comment.createdAt),
            author: { ...comment.author, type: comment.author === app ? 'Bot' : 'User' },
            throughApp: comment.author === app,
          }))
          .filter(({ updatedAt }) => timeOf(updatedAt) >= timeOf(since))
          .toSorted((one, other) => (one.updatedAt < other.updatedAt ? -1 : 1));
        return ok({ comments, more: false, readAt: secondOf(scheduler.now()) });
      }),
    updateIssue: ({ issueNumber, labels, close }) =>
      writeOn('updateIssue', issueNumber, (issue) => {
        const at = scheduler.now();
        issue.labels.push({ at, value: labels });
        const state = witness.states.get(issue.page.run);
        witness.toldLate.set(issue.id, state !== undefined && !labels.includes(stateLabel(state)));
        if (close !== null) issue.closed.push({ at, value: close });
        return { id: issue.id, url: urlOf(issue) };
      }),
  };
}

function permissionAt(world: World, person: Person | null, login: string): Permission {
  if (person === null) return { account: { id: '0', login }, type: 'User', role: 'none', roleName: 'none' };
  const role = world.github.roleAt(person, world.scheduler.now());
  return { account: accountOf(person), type: 'User', role, roleName: role };
}

function isGone(at: number | null, seen: number): boolean {
  return at !== null && at <= seen;
}

function issueAt(world: World, number: number): IssueState {
  const issue = world.github.issues.find((one) => one.number === number);
  if (issue === undefined) throw new TypeError('no such issue');
  return issue;
}

function timeOf(text: string): number {
  const at = parseInstant(text);
  return at.ok ? at.value : Number.NaN;
}

function publishedRun({ id }: CheckRunState): Published {
  return { id, url: `https://github.com/${repository.name}/runs/${id}` };
}
