import { defineConfig } from 'vitest/config'
import ModelFirst from './scripts/mutation/model-first.mjs'

/**
 * The tests that Stryker runs on each mutant: no coverage, no bundles, only those that look at the folder.
 */
export default defineConfig({
  resolve: { conditions: ['amelia-source'] },
  ssr: { resolve: { conditions: ['amelia-source'] } },
  test: {
    include: (process.env.MUTATION_TESTS ?? 'packages/core/src/lib/graph/**/*.test.ts').split(' '),
    // Each statement counts itself in the first run: what is about size would be about Stryker.
    // Other long tests find little that the model does not find first.
    exclude: ['**/large-plans.test.ts', '**/random-runs.test.ts', '**/crash-everywhere.test.ts'],
    sequence: { sequencer: ModelFirst },
    setupFiles: ['./scripts/mutation/still-clock.mjs', './scripts/mutation/no-shrinking.mjs'],
    reporters: ['./scripts/mutation/unloaded-file-fails.mjs'],
    // The modules are loaded once for all files: that is most of what a mutant costs.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
