import { defineConfig } from 'vitest/config'

/** The tests that Stryker runs on each mutant: no coverage, no bundles, only those that look at the folder. */
export default defineConfig({
  resolve: { conditions: ['amelia-source'] },
  ssr: { resolve: { conditions: ['amelia-source'] } },
  test: {
    include: (process.env.MUTATION_TESTS ?? 'packages/core/src/lib/graph/**/*.test.ts').split(' '),
    // Each statement counts itself in the first run: what is about size would be about Stryker.
    exclude: ['**/large-plans.test.ts'],
    setupFiles: ['./scripts/mutation/still-clock.mjs'],
    reporters: ['./scripts/mutation/unloaded-file-fails.mjs'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
