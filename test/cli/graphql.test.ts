import { expect, test } from 'vitest';
import { execute, NotFound, type GraphObject } from '../../cli/demo/emulator/graphql/execute.ts';

const base: GraphObject = {
  graphType: 'Query',
  fields: {
    node: ({ id }) => {
      if (id !== 'I_1') throw new NotFound('no such node');
      return { graphType: 'Issue', fields: { title: () => 'T', labels: () => labels } };
    },
    nodes: ({ ids }) => [{ graphType: 'Comment', fields: { id: () => ids ?? null } }, null],
  },
};
const labels: GraphObject = {
  graphType: 'LabelConnection',
  fields: { nodes: () => [{ graphType: 'Label', fields: { name: () => 'bug' } }] },
};

test('fields, aliases, arguments, variables and inline fragments are answered', async () => {
  const query = `query Thread($id: ID!, $ids: [ID!]!) {
    issue: node(id: $id) { __typename ... on Issue { title labels(first: 100) { nodes { name } } } ... on Other { body } }
    nodes(ids: $ids) { ... on Comment { id } }
  }`;
  expect(await execute(base, query, { id: 'I_1', ids: ['a', 'b'] })).toEqual({
    data: {
      issue: { __typename: 'Issue', title: 'T', labels: { nodes: [{ name: 'bug' }] } },
      nodes: [{ id: ['a', 'b'] }, null],
    },
  });
});

test('a node that is not there is null, with an error of its type', async () => {
  expect(await execute(base, '{ node(id: "I_2") { __typename } }', {})).toEqual({
    data: { node: null },
    errors: [{ type: 'NOT_FOUND', path: ['node'], message: 'no such node' }],
  });
});

test('a field that is left out is not asked for', async () => {
  const query = 'query Q($id: ID!, $in: Boolean!) { node(id: $id) @include(if: $in) { __typename } }';
  expect(await execute(base, query, { id: 'I_2', in: false })).toEqual({ data: {} });
  expect(await execute(base, query, { id: 'I_1', in: true })).toEqual({
    data: { node: { __typename: 'Issue' } },
  });
  expect(await execute(base, '{ node(id: "I_1") @skip(if: true) { id } }', {})).toHaveProperty('errors');
});

test('an unknown field is an error, never a silent null', async () => {
  expect(await execute(base, '{ viewer { login } }', {})).toMatchObject({
    errors: [{ type: 'undefinedField' }],
  });
});

test('a mutation and a text that is no query are answered with an error', async () => {
  expect(await execute(base, 'mutation { x }', {})).toHaveProperty('errors');
  expect(await execute(base, '{ node(id: "I_1" ', {})).toHaveProperty('errors');
  expect(await execute(base, '{ node } trailing', {})).toHaveProperty('errors');
});
