import { describe, expect, it, test } from 'vitest';
import { purity } from '../../tools/fence/purity.ts';
import { faultsOf } from './planted.ts';

const pure = `
export interface Clock { sleep(ms: number): Promise<void>; readonly fetch: string }
export type When = Date;
export function pick(given: { readonly Date: number; readonly process: string }): number {
  const shown = { Date: given.Date, crypto: 1 };
  for (const value of [shown.Date, shown.crypto]) if (value > 0) return value;
  return Math.max(given.process.length, 0);
}
`;

test('names of members and types are no use of what they name', () => {
  expect(faultsOf(purity, { 'lib/core/a.ts': pure })).toEqual([]);
});

describe('an impurity of the core is found:', () => {
  it.each([
    ['the clock', 'export const now = () => Date.now();'],
    ['a new date', 'export const now = () => new Date(0);'],
    ['a clock under another name', 'const { Date: D } = globalThis; export const now = D.now;'],
    ['a monotonic clock', 'export const now = () => performance.now();'],
    ['a shorthand', 'export const all = { process };'],
    ['a computed member', 'export const at = (list: number[]) => list[process.argv.length];'],
    ['a cast', 'export const env = process as unknown;'],
    ['randomness', 'export const dice = () => Math.random();'],
    ['a random id', 'export const id = () => crypto.randomUUID();'],
    ['the network', "export const get = () => fetch('https://example.org');"],
    ['a timer', 'export const later = (run: () => void) => setTimeout(run, 1);'],
    ['the machine’s language', 'export const order = (a: string, b: string) => a.localeCompare(b);'],
    ['a promise', 'export const wait = () => Promise.resolve(1);'],
    ['an async function', 'export async function wait(): Promise<void> {}'],
    ['an async arrow', 'export const wait = async () => 1;'],
    ['a method that waits', 'export const waits = { async wait() {} };'],
    ['code from text', "export const run = () => eval('1');"],
    ['a default export', 'export default 1;'],
    ['a dynamic import', "export const more = () => import('./b.ts');"],
    ['its own place', 'export const here = import.meta.url;'],
  ])('%s', (_, text) => {
    expect(faultsOf(purity, { 'lib/core/a.ts': text }).length).toBeGreaterThan(0);
  });
});

test('what is impure elsewhere is not the core’s fault', () => {
  const files = {
    'lib/core/a.ts': pure,
    'lib/adapters/clock/system.ts': 'export const now = () => Date.now();',
  };
  expect(faultsOf(purity, files)).toEqual([]);
});
