import { defineConfig } from 'vitest/config'

/** Tests with the vendors' own programs: `npm run test:agents` installs those and says where they are. */
export default defineConfig({
  resolve: { conditions: ['amelia-source'] },
  ssr: { resolve: { conditions: ['amelia-source'] } },
  test: {
    include: ['packages/driver-*/test/agents/**/*.test.ts'],
    // Each session is a separate process: more files at once than cores would only wait for each other.
    maxWorkers: 2,
    // Limits for a test that hangs: on a loaded machine, a session of two requests takes a minute.
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
})
