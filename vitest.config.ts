import { defineConfig } from 'vitest/config'

export default defineConfig({
  // Tests run from source: no build comes before them.
  resolve: { conditions: ['amelia-source'] },
  ssr: { resolve: { conditions: ['amelia-source'] } },
  test: {
    globalSetup: ['test/fixtures/bundle-sources.ts'],
    include: ['packages/*/{src,test}/**/*.test.ts', 'test/**/*.test.ts'],
    // Much of the time is spent in child processes: one worker less than there are cores would leave one idle.
    maxWorkers: '100%',
    testTimeout: 60_000,
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
