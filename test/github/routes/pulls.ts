import type { JsonNode } from '../description.ts';
import { Refusal, accountActing } from '../rights.ts';
import { type Answer, type Call, type Routes, nowText, repositoryFor, textMember } from '../route.ts';
import { simpleUser } from '../shapes/account.ts';
import { wholeRepository } from '../shapes/repository.ts';
import { type Pull, type Repository, accountOf, commitAt, fullName, present } from '../state.ts';
import { addCommit } from '../world-git.ts';

function pullFor(call: Call, repository: Repository): Pull {
  const pull = repository.pulls.get(Number(call.params['pull_number']));
  if (pull === undefined) throw new Refusal(404, 'Not Found');
  return pull;
}

/** The newest commit of the pull request's branch; after the merge the one that was merged. */
function headSha(repository: Repository, pull: Pull): string {
  return pull.merged?.head ?? present(repository.branches.get(pull.head), `branch ${pull.head}`);
}

/** As described for merges, without the status that other refusals carry. */
function not(status: number, message: string): Answer {
  return { status, body: { message, documentation_url: 'https://docs.github.com/rest/pulls/pulls' } };
}

function merge(call: Call): Answer {
  const repository = repositoryFor(call, { permission: 'contents', level: 'write', role: 'write' });
  const pull = pullFor(call, repository);
  const head = headSha(repository, pull);
  if (pull.merged !== null) return not(405, 'Pull Request is not mergeable');
  const wanted = textMember(call, 'sha');
  if (wanted !== undefined && wanted !== head)
    return not(409, 'Head branch was modified. Review and try the merge again.');
  const by = accountActing(call.state, call.actor).id;
  const [title, text] = [textMember(call, 'commit_title'), textMember(call, 'commit_message')];
  const { sha } = addCommit(
    repository,
    {
      branch: pull.base,
      parent: present(repository.branches.get(pull.base), `branch ${pull.base}`),
      files: present(commitAt(repository, head), `commit ${head}`).files,
      message: `${title ?? `Merge pull request #${pull.number}`}\n\n${text ?? pull.title}`.trimEnd(),
      authorId: by,
      committerId: by,
    },
    call.now,
  );
  pull.merged = { sha, by, at: nowText(call), head };
  return { status: 200, body: { merged: true, message: 'Pull Request successfully merged', sha } };
}

export const pullRoutes: Routes = {
  'GET /repos/{owner}/{repo}/pulls/{pull_number}': (call) => {
    const repository = repositoryFor(call, { permission: 'pull_requests', level: 'read' });
    return { status: 200, body: pullShape(call, repository, pullFor(call, repository)) };
  },
  'PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge': merge,
};

function pullShape(call: Call, repository: Repository, pull: Pull): JsonNode {
  const { state, base } = call;
  const name = fullName(state, repository);
  const url = `${base}/repos/${name}/pulls/${pull.number}`;
  const issue = `${base}/repos/${name}/issues/${pull.number}`;
  const html = `${state.webUrl}/${name}/pull/${pull.number}`;
  const head = headSha(repository, pull);
  const home = wholeRepository(state, repository, base);
  const owner = accountOf(state, repository.ownerId);
  const end = (ref: string, sha: string): JsonNode => ({
    label: `${owner.login}:${ref}`,
    ref,
    sha,
    user: simpleUser(state, owner, base),
    repo: home,
  });
  const { merged } = pull;
  const links = {
    self: url,
    html,
    issue,
    comments: `${issue}/comments`,
    review_comments: `${url}/comments`,
    review_comment: `${base}/repos/${name}/pulls/comments{/number}`,
    commits: `${url}/commits`,
    statuses: `${base}/repos/${name}/statuses/${head}`,
  };
  return {
    url,
    id: pull.id,
    node_id: `PR_${pull.id}`,
    html_url: html,
    diff_url: `${html}.diff`,
    patch_url: `${html}.patch`,
    issue_url: issue,
    commits_url: links.commits,
    review_comments_url: links.review_comments,
    review_comment_url: links.review_comment,
    comments_url: links.comments,
    statuses_url: links.statuses,
    number: pull.number,
    state: merged === null ? 'open' : 'closed',
    locked: false,
    title: pull.title,
    user: simpleUser(state, accountOf(state, pull.authorId), base),
    body: null,
    labels: [],
    milestone: null,
    created_at: pull.createdAt,
    updated_at: merged?.at ?? pull.createdAt,
    closed_at: merged?.at ?? null,
    merged_at: merged?.at ?? null,
    merge_commit_sha: merged?.sha ?? null,
    assignee: null,
    assignees: [],
    requested_reviewers: [],
    requested_teams: [],
    head: end(pull.head, head),
    base: end(pull.base, present(repository.branches.get(pull.base), `branch ${pull.base}`)),
    _links: Object.fromEntries(Object.entries(links).map(([link, href]) => [link, { href }])),
    author_association: 'MEMBER',
    auto_merge: null,
    draft: false,
    merged: merged !== null,
    mergeable: merged === null ? true : null,
    mergeable_state: merged === null ? 'clean' : 'unknown',
    merged_by: merged === null ? null : simpleUser(state, accountOf(state, merged.by), base),
    comments: 0,
    review_comments: 0,
    maintainer_can_modify: false,
    commits: 1,
    additions: 1,
    deletions: 0,
    changed_files: 1,
  };
}
