import { expect, it } from 'vitest';
import { digestBundle } from '../../../lib/core/bundle/digest.ts';
import { digestText } from '../../../lib/core/json/digest.ts';

const one = { path: 'bundle.yml', digest: digestText('a'), bytes: 1 };
const two = { path: 'runbooks/x.md', digest: digestText('b'), bytes: 1 };

it('a bundle’s digest does not depend on the order in which its files were read', () => {
  expect(digestBundle([one, two])).toBe(digestBundle([two, one]));
});

it('a bundle’s digest changes with any name, content or file', () => {
  const digests = [
    digestBundle([one, two]),
    digestBundle([one]),
    digestBundle([one, { ...two, path: 'runbooks/y.md' }]),
    digestBundle([one, { ...two, digest: digestText('c') }]),
  ];
  expect(new Set(digests).size).toBe(digests.length);
});
