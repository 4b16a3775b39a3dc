import { defineConfig } from 'vitest/config'

/** Tests with a real PostgreSQL: `npm run test:cluster` finds it and says where it is. */
export default defineConfig({
  resolve: { conditions: ['amelia-source'] },
  ssr: { resolve: { conditions: ['amelia-source'] } },
  test: {
    include: ['packages/*/test/cluster/**/*.test.ts'],
    // Each file starts a server.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
