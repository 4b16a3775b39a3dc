import { defineConfig } from 'vitest/config'

/** Tests with a real PostgreSQL: `npm run test:cluster` finds it and says where it is. */
export default defineConfig({
  resolve: { conditions: ['amelia-source'] },
  ssr: { resolve: { conditions: ['amelia-source'] } },
  test: {
    globalSetup: ['test/fixtures/bundle-sources.ts'],
    include: ['packages/*/test/cluster/**/*.test.ts'],
    exclude: [
      '**/node_modules/**',
      // Figures, which need a quiet machine: `npm run test:cluster -- --long`.
      ...(process.env['CLUSTER_LONG'] === '1' ? [] : ['**/test/cluster/long/**']),
    ],
    // Each file starts a server.
    maxWorkers: 2,
    // Each concurrent test starts about four processes.
    maxConcurrency: 3,
    testTimeout: 150_000,
    hookTimeout: 150_000,
  },
})
