import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Scene, homeName, startScene } from './scene.ts';
import type { CommentView, IssueView } from './views.ts';

let scene: Scene;
let issue: IssueView;
let comment: CommentView;
beforeAll(async () => {
  scene = await startScene();
  issue = await scene.fake.world
    .as('dana')
    .openIssue({ repository: homeName, title: 'T', body: 'b', labels: ['x', 'y'] });
  comment = await scene.fake.world.as('kim').comment(homeName, issue.number, 'c');
});
afterAll(async () => {
  await scene.fake.close();
});

const ask = (query: string, variables: Readonly<Record<string, unknown>> = {}) =>
  scene.asApp.graphql(query, { ...variables });
const nodes = `query($ids: [ID!]!) { nodes(ids: $ids) {
  __typename
  ... on Issue { title body closed locked lastEditedAt labels(first: 1) { totalCount nodes { name } pageInfo { hasNextPage } } repository { databaseId nameWithOwner } author { login ... on User { databaseId } } }
  ...Said
} } fragment Said on IssueComment { body lastEditedAt isMinimized author { login ... on Bot { databaseId } ... on User { databaseId } } issue { number } }`;

describe('a query', () => {
  test('reads issues and comments as they are', async () => {
    const { id } = scene.fake.world.user({ login: `reader-${Date.now()}` });
    expect(id).toBeGreaterThan(0);
    expect(await ask(nodes, { ids: [issue.nodeId, comment.nodeId] })).toEqual({
      nodes: [
        {
          __typename: 'Issue',
          title: 'T',
          body: 'b',
          closed: false,
          locked: false,
          lastEditedAt: null,
          labels: { totalCount: 2, nodes: [{ name: 'x' }], pageInfo: { hasNextPage: true } },
          repository: { databaseId: scene.repository.id, nameWithOwner: homeName },
          author: { login: 'dana', databaseId: expect.any(Number) },
        },
        {
          __typename: 'IssueComment',
          body: 'c',
          lastEditedAt: null,
          isMinimized: false,
          author: { login: 'kim', databaseId: comment.authorId },
          issue: { number: issue.number },
        },
      ],
    });
  });

  test('tells when a comment was edited, and not when it was only looked at', async () => {
    const { id, nodeId } = await scene.fake.world.as('kim').comment(homeName, issue.number, 'before');
    const edited = () =>
      ask(
        'query($id: ID!) { node(id: $id) { ... on IssueComment { body lastEditedAt editor { login } } } }',
        { id: nodeId },
      );
    expect(await edited()).toEqual({ node: { body: 'before', lastEditedAt: null, editor: null } });
    await scene.fake.world.as('dana').editComment(homeName, id, 'after');
    expect(await edited()).toEqual({
      node: { body: 'after', lastEditedAt: expect.any(String), editor: { login: 'dana' } },
    });
  });

  test('names a bot without the suffix that REST shows', async () => {
    const { data } = await scene.asApp.issues.createComment({
      owner: 'acme',
      repo: 'payments',
      issue_number: issue.number,
      body: 'x',
    });
    const answer = await ask(
      'query($id: ID!) { node(id: $id) { ... on IssueComment { author { __typename login ... on Bot { databaseId } } } } }',
      { id: data.node_id },
    );
    expect(answer).toEqual({
      node: { author: { __typename: 'Bot', login: 'countersign', databaseId: scene.app.bot.id } },
    });
  });

  test('answers null for what is gone, beside the rest, with an error that says where', async () => {
    const lost = await scene.fake.world.as('kim').comment(homeName, issue.number, 'lost');
    await scene.fake.world.as('kim').deleteComment(homeName, lost.id);
    const query = 'query($ids: [ID!]!) { nodes(ids: $ids) { id } }';
    await expect(ask(query, { ids: [comment.nodeId, lost.nodeId] })).rejects.toMatchObject({
      data: { nodes: [{ id: comment.nodeId }, null] },
      errors: [{ type: 'NOT_FOUND', path: ['nodes', 1] }],
    });
  });

  test('reads a file of the default branch, null without one', async () => {
    const query =
      'query($e: String!) { repository(owner: "acme", name: "payments") { object(expression: $e) { __typename oid ... on Blob { text } } } }';
    expect(await ask(query, { e: 'HEAD:docs/runbook.md' })).toMatchObject({
      repository: { object: { __typename: 'Blob', text: 'Restart it.\n' } },
    });
    expect(await ask(query, { e: 'HEAD:.github/countersign.yml' })).toEqual({ repository: { object: null } });
    expect(await ask(query, { e: 'main' })).toMatchObject({
      repository: { object: { __typename: 'Commit', oid: scene.repository.headSha } },
    });
  });

  test('takes aliases, defaults and directives', async () => {
    const query =
      'query Q($more: Boolean = false, $n: Int! = 1) { r: repository(owner: "acme", name: "payments") { n: name isPrivate @include(if: $more) url @skip(if: $more) issue(number: $n) { state } } }';
    expect(await ask(query)).toEqual({
      r: { n: 'payments', url: 'https://github.com/acme/payments', issue: { state: 'OPEN' } },
    });
  });

  test('is forbidden where the token may not read', async () => {
    const token = scene.fake.world.jobToken({ repository: homeName, permissions: {} });
    const answer = scene
      .client(token)
      .graphql('query($id: ID!) { node(id: $id) { id } }', { id: issue.nodeId });
    await expect(answer).rejects.toMatchObject({ errors: [{ type: 'FORBIDDEN' }] });
    await expect(scene.client().graphql('{ rateLimit { cost } }')).rejects.toMatchObject({ status: 401 });
  });
});

describe('a query that GitHub would refuse is refused, and kept as a violation', () => {
  test.each([
    ['an unknown field', '{ rateLimit { price } }', "Field 'price' doesn't exist on type 'RateLimit'"],
    [
      'a field of a type asked of its interface',
      'query { node(id: "x") { body } }',
      "Field 'body' doesn't exist on type 'Node'",
    ],
    [
      'an argument that is not there',
      '{ repository(owner: "a", name: "b", id: 1) { id } }',
      "doesn't accept argument 'id'",
    ],
    ['a missing argument', '{ repository(owner: "a") { id } }', 'missing required arguments: name'],
    ['an object without selections', '{ rateLimit }', 'must have selections'],
    ['a leaf with selections', '{ rateLimit { cost { id } } }', 'has no selections'],
    ['a variable that is not declared', '{ node(id: $id) { id } }', 'Variable $id is used but not declared'],
    [
      'a variable that is not given',
      'query($id: ID!) { node(id: $id) { id } }',
      'Variable $id of type ID! was provided invalid value',
    ],
    ['an unknown fragment', '{ ...F }', 'Fragment was used but not defined'],
    ['a mutation', 'mutation { addStar { id } }', 'No mutation here'],
    ['no GraphQL at all', '{ rateLimit ?', 'Unexpected'],
  ])('%s', async (_name, query, message) => {
    const before = scene.fake.violations.length;
    await expect(ask(query)).rejects.toThrow(message);
    expect(scene.fake.violations.slice(before).map(({ problems }) => problems)).toEqual([
      [expect.stringContaining(message)],
    ]);
  });

  test('a list without a number of entries is an error of that list', async () => {
    const query = 'query($id: ID!) { node(id: $id) { ... on Issue { labels { totalCount } } } }';
    await expect(ask(query, { id: issue.nodeId })).rejects.toThrow('`first` or `last`');
  });
});
