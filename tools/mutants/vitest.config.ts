import { readFileSync } from 'node:fs';
import { defineConfig, type ViteUserConfig } from 'vitest/config';

const { MUTANT_OF: of, MUTANT: mutant } = process.env;

/** The tests as they are, on one file that reads otherwise. */
const config: ViteUserConfig = defineConfig({
  plugins: [
    {
      name: 'mutant',
      enforce: 'pre',
      load: (id) => (id === of && mutant !== undefined ? readFileSync(mutant, 'utf8') : null),
    },
  ],
  test: {
    include: ['test/**/*.test.ts'],
    pool: 'threads',
    maxWorkers: 1,
    isolate: false,
    bail: 1,
    // It knows files by what stands on the disk, and would give one mutant for another.
    fsModuleCache: false,
    reporters: [{}],
    // A mutant may loop for ever: then it is noticed by not ending.
    testTimeout: 10_000,
  },
});
/** @public What vitest reads. */
export default config;
