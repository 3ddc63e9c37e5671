import type { Octokit } from '@octokit/rest';
import { hasOrganisation } from '../../core/policy/file.ts';
import type { ActionsRun, HostFault, Issue, RunnerHost } from '../../core/port/runner-host.ts';
import { ok, refused, type Result } from '../../core/result.ts';
import { formatInstant } from '../../core/time/instant.ts';
import { readIssue, readRun } from './answers.ts';
import { faultOf } from './fault.ts';
import { policyQuery, readPolicies } from './policy-files.ts';

/** The version that GitHub Enterprise Server knows too; without the header an answer may change its shape some day. */
const headers = { 'x-github-api-version': '2022-11-28' };

/** Everything is sent once: no plugin may send a write again, and a read that fails is a clear answer. */
const request = { retries: 0 };

const maxProposals = 100;

/** GitHub as the runner uses it, through an Octokit client that already carries token and API base. */
export function runnerHost(octokit: Pick<Octokit, 'request'>): RunnerHost {
  return {
    async actionsRun({ repository, runId }): Promise<Result<ActionsRun, HostFault>> {
      const place = placeOf(repository);
      if (place === null || !/^[1-9]\d{0,15}$/.test(runId)) return refused(unreadable('no such run'));
      try {
        const answer = await octokit.request('GET /repos/{owner}/{repo}/actions/runs/{run_id}', {
          ...place,
          run_id: Number(runId),
          headers,
          request,
        });
        const readAt = instantOf(answer.headers.date);
        const run = readAt === null ? null : readRun(answer.data, readAt);
        return run === null ? refused(unreadable('the answer lacks a member or its time')) : ok(run);
      } catch (error) {
        return refused(faultOf(error, 'read'));
      }
    },
    async policies({ repository, target }): ReturnType<RunnerHost['policies']> {
      const [place, there] = [placeOf(repository), placeOf(target ?? repository)];
      if (place === null || there === null) return refused(unreadable('no such repository'));
      const variables = {
        owner: place.owner,
        name: place.repo,
        organised: hasOrganisation(repository),
        elsewhere: target !== null,
        targetOwner: there.owner,
        targetName: there.repo,
      };
      try {
        const answer = await octokit.request('POST /graphql', {
          query: policyQuery,
          variables,
          headers,
          request,
        });
        const found = readPolicies(answer.data);
        return found === null ? refused(unreadable('GitHub answered with errors')) : ok(found);
      } catch (error) {
        return refused(faultOf(error, 'read'));
      }
    },
    async openProposals({ repository }): Promise<Result<readonly Issue[], HostFault>> {
      const place = placeOf(repository);
      if (place === null) return refused(unreadable('no such repository'));
      try {
        const answer = await octokit.request('GET /repos/{owner}/{repo}/issues', {
          ...place,
          labels: 'countersign',
          state: 'open',
          sort: 'created',
          direction: 'desc',
          per_page: maxProposals,
          headers,
          request,
        });
        const issues: Issue[] = [];
        // A pull request is an issue too for GitHub, and never a proposal.
        for (const data of answer.data.filter((issue) => issue.pull_request === undefined)) {
          const issue = readIssue(data);
          if (issue !== null) issues.push(issue);
        }
        return ok(issues);
      } catch (error) {
        return refused(faultOf(error, 'read'));
      }
    },
    async openIssue({ repository, title, body, labels }): Promise<Result<Issue, HostFault>> {
      const place = placeOf(repository);
      if (place === null) return refused(unreadable('no such repository'));
      try {
        const answer = await octokit.request('POST /repos/{owner}/{repo}/issues', {
          ...place,
          title,
          body,
          labels: [...labels],
          headers,
          request,
        });
        const issue = readIssue(answer.data);
        if (issue === null)
          return refused({ code: 'ambiguous', status: answer.status, what: 'an unreadable answer' });
        // GitHub has been seen to answer with success and to store less.
        if (issue.title !== title || issue.body !== body)
          return refused({
            code: 'refused',
            status: answer.status,
            what: 'the issue was stored with another text',
          });
        return ok(issue);
      } catch (error) {
        return refused(faultOf(error, 'write'));
      }
    },
  };
}

function placeOf(repository: string): { readonly owner: string; readonly repo: string } | null {
  const match = /^([A-Za-z0-9_-]{1,39})\/([A-Za-z0-9._-]{1,100})$/.exec(repository);
  const [, owner, repo] = match ?? [];
  return owner === undefined || repo === undefined ? null : { owner, repo };
}

function instantOf(date: string | undefined): string | null {
  const at = date === undefined ? Number.NaN : Date.parse(date);
  return Number.isNaN(at) ? null : formatInstant(at);
}

function unreadable(what: string): HostFault {
  return { code: 'unreadable', status: null, what };
}
