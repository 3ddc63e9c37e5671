import type { JsonNode } from '../description.ts';
import { nodeId } from '../node-id.ts';
import { type Repository, type State, accountOf, fullName, headOf } from '../state.ts';
import { simpleUser } from './account.ts';

const templates: Readonly<Record<string, string>> = {
  archive_url: '/{archive_format}{/ref}',
  assignees_url: '/assignees{/user}',
  blobs_url: '/git/blobs{/sha}',
  branches_url: '/branches{/branch}',
  collaborators_url: '/collaborators{/collaborator}',
  comments_url: '/comments{/number}',
  commits_url: '/commits{/sha}',
  compare_url: '/compare/{base}...{head}',
  contents_url: '/contents/{+path}',
  contributors_url: '/contributors',
  deployments_url: '/deployments',
  downloads_url: '/downloads',
  events_url: '/events',
  forks_url: '/forks',
  git_commits_url: '/git/commits{/sha}',
  git_refs_url: '/git/refs{/sha}',
  git_tags_url: '/git/tags{/sha}',
  hooks_url: '/hooks',
  issue_comment_url: '/issues/comments{/number}',
  issue_events_url: '/issues/events{/number}',
  issues_url: '/issues{/number}',
  keys_url: '/keys{/key_id}',
  labels_url: '/labels{/name}',
  languages_url: '/languages',
  merges_url: '/merges',
  milestones_url: '/milestones{/number}',
  notifications_url: '/notifications{?since,all,participating}',
  pulls_url: '/pulls{/number}',
  releases_url: '/releases{/id}',
  stargazers_url: '/stargazers',
  statuses_url: '/statuses/{sha}',
  subscribers_url: '/subscribers',
  subscription_url: '/subscription',
  tags_url: '/tags',
  teams_url: '/teams',
  trees_url: '/git/trees{/sha}',
};

/** The members that every form of a repository has. */
export function minimalRepository(state: State, repository: Repository, base: string): JsonNode {
  const name = fullName(state, repository);
  const url = `${base}/repos/${name}`;
  const links = Object.entries(templates).map(([key, end]) => [key, url + end]);
  return {
    id: repository.id,
    node_id: nodeId('Repository', repository.id),
    name: repository.name,
    full_name: name,
    private: repository.visibility === 'private',
    owner: simpleUser(state, accountOf(state, repository.ownerId), base),
    html_url: `${state.webUrl}/${name}`,
    description: null,
    fork: false,
    url,
    ...Object.fromEntries(links),
  };
}

/** The form inside webhooks and token answers. */
export function wholeRepository(state: State, repository: Repository, base: string): JsonNode {
  const name = fullName(state, repository);
  const open = [...repository.issues.values()].filter(
    (issue) => issue.state === 'open' && issue.gone === null,
  );
  return {
    ...minimalRepository(state, repository, base),
    created_at: repository.createdAt,
    updated_at: repository.createdAt,
    pushed_at: headOf(repository).at,
    git_url: `git://github.com/${name}.git`,
    ssh_url: `git@github.com:${name}.git`,
    clone_url: `${state.webUrl}/${name}.git`,
    svn_url: `${state.webUrl}/${name}`,
    homepage: null,
    size: 1,
    stargazers_count: 0,
    watchers_count: 0,
    language: null,
    has_issues: repository.hasIssues,
    has_projects: false,
    has_downloads: false,
    has_wiki: false,
    has_pages: false,
    has_discussions: false,
    forks_count: 0,
    mirror_url: null,
    archived: repository.archived,
    disabled: false,
    open_issues_count: open.length,
    license: null,
    allow_forking: true,
    is_template: false,
    web_commit_signoff_required: false,
    topics: [],
    visibility: repository.visibility,
    forks: 0,
    open_issues: open.length,
    watchers: 0,
    default_branch: repository.defaultBranch,
  };
}
