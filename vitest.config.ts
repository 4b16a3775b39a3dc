import { defineConfig } from 'vitest/config'
import { LongestFirst } from './scripts/lib/longest-first.ts'
import { slowSuites } from './scripts/lib/slow-suites.mjs'
import { wholeRuns } from './scripts/lib/whole-runs.mjs'

export default defineConfig({
  // Tests run from source: no build comes before them.
  resolve: { conditions: ['amelia-source'] },
  ssr: { resolve: { conditions: ['amelia-source'] } },
  test: {
    globalSetup: ['test/fixtures/bundle-sources.ts'],
    setupFiles: ['test/fixtures/fixed-seed.ts'],
    include: ['packages/*/{src,test}/**/*.test.ts', 'bench/src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: [
      '**/node_modules/**',
      // Many processes each: `npm run test:long`, `npm run test:runs`, or by name.
      ...(process.env['TEST_SHORT'] === '1' ? ['**/test/slow/**', ...slowSuites, ...wholeRuns] : []),
      // They need the vendors' own programs: `npm run test:agents`.
      '**/test/agents/**',
      // They need PostgreSQL: `npm run test:cluster`.
      '**/test/cluster/**',
      // Engines of browsers and Workers, and a bundle of each door: `npm run test:anywhere`.
      ...(process.env['TEST_ANYWHERE'] === '1'
        ? []
        : ['test/anywhere*.test.ts', 'test/clean-entries.test.ts']),
    ],
    // Much of the time is spent in child processes: one worker less than there are cores would leave one
    // idle.
    maxWorkers: '100%',
    // Modules are loaded once by each worker, not once for each of its files: that is most of what a small
    // file costs.
    // So a test leaves nothing behind in them, nor in the environment.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // A machine may be busy with other things. A test that hangs still ends.
    testTimeout: 180_000,
    hookTimeout: 60_000,
    coverage: {
      provider: 'v8',
      include: ['packages/core/src/**/*.ts'],
      exclude: ['**/*.test.ts'],
      reporter: ['text-summary', 'json-summary'],
      thresholds: { lines: 90, branches: 90 },
    },
  },
})
