import { defineConfig, type ViteUserConfig } from 'vitest/config';

const config: ViteUserConfig = defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/postgres/setup.ts'],
    reporters: ['default', './test/closing-reporter.ts'],
    // By itself it would leave one of two processors idle, and most tests wait for another process.
    maxWorkers: 3,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    coverage: {
      provider: 'v8',
      include: ['lib/**/*.ts'],
      // A file, nothing on the terminal: the closing line stays the last one. Thresholds are told when they are missed.
      reporter: ['json-summary'],
      thresholds: {
        lines: 80,
        'lib/core/**/*.ts': { lines: 100, branches: 100, functions: 100, statements: 100 },
      },
    },
  },
});
export default config;
