import { expect, test } from 'vitest';
import { compareFields } from '../../../lib/core/action/compare.ts';

test('equal fields compare equal, whatever order their members have', () => {
  const left = { title: 'a', labels: ['x', 'y'], more: { b: 1, a: null } };
  const right = { more: { a: null, b: 1 }, labels: ['x', 'y'], title: 'a' };
  expect(compareFields(left, right)).toEqual({ fields: 3, differing: [] });
});

test('every field that differs is named, sorted', () => {
  const expected = { title: 'a', state: 'open', body: 'b', labels: ['x'] };
  const observed = { title: 'A', state: 'closed', body: 'b', labels: ['x', 'y'] };
  expect(compareFields(expected, observed)).toEqual({ fields: 4, differing: ['labels', 'state', 'title'] });
});

test('a field that only one side has differs, also where its value is null', () => {
  expect(compareFields({ a: null }, { b: null })).toEqual({ fields: 2, differing: ['a', 'b'] });
});

test('EV-26: fields named like members of every object are plain data', () => {
  const fields = Object.fromEntries([['toString', 'x']]);
  expect(compareFields(fields, {}).differing).toEqual(['toString']);
  expect(compareFields(fields, { ...fields }).differing).toEqual([]);
});
