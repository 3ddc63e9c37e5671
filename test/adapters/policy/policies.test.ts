import { expect, test, vi } from 'vitest';
import { policies } from '../../../lib/adapters/policy/policies.ts';
import { readYaml } from '../../../lib/adapters/yaml/read-yaml.ts';

const commit = 'c'.repeat(40);

test('the same files are read once, changed ones anew, and what is kept is bounded', () => {
  const read = vi.fn(readYaml);
  const port = policies(read);
  const file = (text: string): Parameters<typeof port.read>[0] => ({
    repository: { commit, text },
    organisation: null,
  });
  expect(port.read({ repository: null, organisation: null })).toMatchObject({ kind: 'default' });
  expect(port.read(file('version: 1\n'))).toMatchObject({ kind: 'written', commit });
  expect(port.read(file('version: 1\n'))).toMatchObject({ kind: 'written', commit });
  expect(read).toHaveBeenCalledTimes(1);
  expect(port.read(file('version: 2\n'))).toMatchObject({ kind: 'faulty' });
  for (let index = 0; index < 64; index += 1) port.read(file(`version: 1 # ${index}\n`));
  expect(read).toHaveBeenCalledTimes(66);
  port.read(file('version: 1\n'));
  expect(read).toHaveBeenCalledTimes(67);
});
