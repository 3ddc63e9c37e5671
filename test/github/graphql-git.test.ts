import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Scene, homeName, startScene } from './scene.ts';

const policyPath = '.github/countersign.yml';
let scene: Scene;
beforeAll(async () => {
  scene = await startScene();
});
afterAll(async () => {
  await scene.fake.close();
});

const text = '... on Blob { text byteSize isBinary isTruncated }';
/** As one request asks for both policies. */
const policies = `query($owner: String!, $name: String!, $file: String!) {
  repository(owner: $owner, name: $name) { head: defaultBranchRef { target { oid } } policy: object(expression: $file) { __typename ${text} } }
  organisation: repository(owner: $owner, name: ".github") { head: defaultBranchRef { target { oid } } policy: object(expression: $file) { __typename ${text} } }
}`;
const file = `HEAD:${policyPath}`;
const both = (name = 'payments') => scene.asApp.graphql(policies, { owner: 'acme', name, file });
const answerOf = async (asked: Promise<unknown>) => {
  try {
    return { data: await asked, errors: [] };
  } catch (error) {
    if (!(error instanceof Error) || !('data' in error) || !('errors' in error)) throw error;
    return { data: error.data, errors: error.errors };
  }
};
const policyOf = async () =>
  scene.asApp.graphql(
    `query($owner: String!, $name: String!, $file: String!) { repository(owner: $owner, name: $name) { object(expression: $file) { __typename ${text} } } }`,
    { owner: 'acme', name: 'payments', file },
  );

describe('policy texts', () => {
  test('an organisation repository that is not there is null, beside the answer', async () => {
    const { data, errors } = await answerOf(both());
    expect(data).toEqual({
      repository: { head: { target: { oid: scene.repository.headSha } }, policy: null },
      organisation: null,
    });
    expect(errors).toMatchObject([{ type: 'NOT_FOUND', path: ['organisation'] }]);
  });

  test('both come with the commit they are read from, in one request', async () => {
    const { world } = scene.fake;
    const own = world.commit({ repository: homeName, path: policyPath, text: 'version: 1\n' });
    const { headSha } = world.repository({
      fullName: 'acme/.github',
      files: { [policyPath]: 'version: 1\nfrozen: x\n' },
    });
    scene.fake.resetRequests();
    expect(await both()).toMatchObject({
      repository: {
        head: { target: { oid: own } },
        policy: { __typename: 'Blob', text: 'version: 1\n', isBinary: false, isTruncated: false },
      },
      organisation: { head: { target: { oid: headSha } }, policy: { text: 'version: 1\nfrozen: x\n' } },
    });
    expect(scene.fake.requests.length).toBeLessThanOrEqual(2);
  });

  test('an organisation repository that the App was not given cannot be seen', async () => {
    const { world } = scene.fake;
    const narrow = world.app({ slug: 'narrow', permissions: { contents: 'read' } });
    const installation = world.install({ app: 'narrow', account: 'acme', repositories: [homeName] });
    const asked = scene
      .clientOf(narrow, installation)
      .graphql(policies, { owner: 'acme', name: 'payments', file });
    const { data, errors } = await answerOf(asked);
    expect(data).toMatchObject({ repository: { policy: { __typename: 'Blob' } }, organisation: null });
    expect(errors).toMatchObject([{ type: 'NOT_FOUND', path: ['organisation'] }]);
  });

  test('without contents: read the file is refused, not absent', async () => {
    const { world } = scene.fake;
    const blind = world.app({ slug: 'blind', permissions: { issues: 'read' } });
    const asked = scene
      .clientOf(blind, world.install({ app: 'blind', account: 'acme' }))
      .graphql(
        'query { repository(owner: "acme", name: "payments") { object(expression: "HEAD:README.md") { __typename } } }',
      );
    expect((await answerOf(asked)).errors).toMatchObject([
      {
        type: 'FORBIDDEN',
        path: ['repository', 'object'],
        message: 'Resource not accessible by integration',
      },
    ]);
  });

  test('binary, oversized and misplaced files are told apart', async () => {
    const { world } = scene.fake;
    const write = (given: string) => world.commit({ repository: homeName, path: policyPath, text: given });
    write('version: 1\n\0');
    expect(await policyOf()).toEqual({
      repository: {
        object: { __typename: 'Blob', text: null, byteSize: 12, isBinary: true, isTruncated: false },
      },
    });
    write('#'.repeat(512_001));
    expect(await policyOf()).toEqual({
      repository: {
        object: {
          __typename: 'Blob',
          text: '#'.repeat(512_000),
          byteSize: 512_001,
          isBinary: false,
          isTruncated: true,
        },
      },
    });
    world.commit({ repository: homeName, path: policyPath, text: null });
    world.commit({ repository: homeName, path: `${policyPath}/in`, text: 'x' });
    expect(await policyOf()).toEqual({ repository: { object: { __typename: 'Tree' } } });
    world.commit({ repository: homeName, path: `${policyPath}/in`, text: null });
    expect(await policyOf()).toEqual({ repository: { object: null } });
  });
});

const observed = `query($owner: String!, $name: String!, $ref: String!, $file: String!, $number: Int!) {
  repository(owner: $owner, name: $name) {
    ref(qualifiedName: $ref) { prefix name target { __typename oid ...Authors ... on Tag { target { oid ...Authors } } } }
    object(expression: $file) { oid }
    issue(number: $number) { state title body }
  }
}
fragment Authors on Commit {
  author { user { databaseId } } committer { user { databaseId } }
  authors(first: 5) { totalCount nodes { user { databaseId login } } }
}`;
const observe = (ref: string, number: number, path = 'docs/runbook.md') =>
  scene.asApp.graphql(observed, { owner: 'acme', name: 'payments', ref, file: `${ref}:${path}`, number });

describe('preconditions', () => {
  test('a ref, its authors, a file and an issue are read in one request', async () => {
    const { world } = scene.fake;
    const issue = await world.as('dana').openIssue({ repository: homeName, title: 'Pay', body: 'now' });
    const sha = world.commit({
      repository: homeName,
      path: 'a',
      text: 'a',
      branch: 'release',
      author: 'kim',
      committer: 'ana',
      coAuthors: ['toni'],
    });
    const person = (login: string) => expect.objectContaining({ login });
    expect(await observe('refs/heads/release', issue.number)).toEqual({
      repository: {
        ref: {
          prefix: 'refs/heads/',
          name: 'release',
          target: {
            __typename: 'Commit',
            oid: sha,
            author: { user: { databaseId: expect.any(Number) } },
            committer: { user: { databaseId: expect.any(Number) } },
            authors: { totalCount: 2, nodes: [{ user: person('kim') }, { user: person('toni') }] },
          },
        },
        // `git hash-object` says the same of this text.
        object: { oid: '3894cf0f2de835d15a00ebe441a7ef16b31c1a22' },
        issue: { state: 'OPEN', title: 'Pay', body: 'now' },
      },
    });
  });

  test('an author without an account is null', async () => {
    const { world } = scene.fake;
    world.commit({ repository: homeName, path: 'a', text: 'b', branch: 'release', author: null });
    expect(await observe('refs/heads/release', 1)).toMatchObject({
      repository: { ref: { target: { author: { user: null }, authors: { nodes: [{ user: null }] } } } },
    });
  });

  test('a moved ref and a changed file show, a missing one is null', async () => {
    const { world } = scene.fake;
    const before = await observe('refs/heads/release', 1);
    world.commit({ repository: homeName, path: 'docs/runbook.md', text: 'Other.\n', branch: 'release' });
    expect(await observe('refs/heads/release', 1)).not.toEqual(before);
    world.branch({ repository: homeName, name: 'release', sha: null });
    expect(await observe('refs/heads/release', 1)).toMatchObject({ repository: { ref: null, object: null } });
  });

  test('an annotated tag leads to its commit, a lightweight one is it', async () => {
    const { world } = scene.fake;
    const { headSha: oid } = world.repositoryNow(homeName);
    world.tag({ repository: homeName, name: 'v1' });
    world.tag({ repository: homeName, name: 'v2', message: 'Second' });
    expect(await observe('refs/tags/v1', 1)).toMatchObject({
      repository: { ref: { target: { __typename: 'Commit', oid } } },
    });
    expect(await observe('refs/tags/v2', 1)).toMatchObject({
      repository: { ref: { prefix: 'refs/tags/', target: { __typename: 'Tag', target: { oid } } } },
    });
  });

  test('an issue that is gone is null, and told', async () => {
    const { world } = scene.fake;
    const { number } = await world.as('dana').openIssue({ repository: homeName, title: 'T', body: '' });
    await world.as('ana').deleteIssue(homeName, number);
    const { data, errors } = await answerOf(observe('refs/heads/main', number));
    expect(data).toMatchObject({ repository: { ref: { name: 'main' }, issue: null } });
    expect(errors).toMatchObject([{ type: 'NOT_FOUND', path: ['repository', 'issue'] }]);
  });

  test.each([
    [
      'a variable of another type',
      'query($ref: ID!) { repository(owner: "acme", name: "payments") { ref(qualifiedName: $ref) { name } } }',
      { ref: 'x' },
    ],
    [
      'a variable that is not used',
      'query($x: Int) { repository(owner: "acme", name: "payments") { id } }',
      {},
    ],
    [
      'a number that is none',
      'query { repository(owner: "acme", name: "payments") { issue(number: "1") { id } } }',
      {},
    ],
  ])('%s is refused', async (_, query, variables) => {
    const before = scene.fake.violations.length;
    await expect(scene.asApp.graphql(query, variables)).rejects.toThrow();
    expect(scene.fake.violations.length).toBe(before + 1);
  });
});
