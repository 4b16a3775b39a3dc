import { defineConfig } from 'vitest/config'

export default defineConfig({
  // Tests run from source: no build comes before them.
  resolve: { conditions: ['amelia-source'] },
  ssr: { resolve: { conditions: ['amelia-source'] } },
  test: {
    include: ['packages/*/{src,test}/**/*.test.ts', 'test/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    coverage: {
      provider: 'v8',
      include: ['packages/core/src/**/*.ts'],
      exclude: ['**/*.test.ts'],
      reporter: ['text-summary', 'json-summary'],
      thresholds: { lines: 90, branches: 90 },
    },
  },
})
