import { defineConfig } from 'vitest/config'
import { root } from '../lib/project.mjs'
import { bugs } from './bugs.mjs'
import { bugPlugin } from './plant-bug.mjs'

/** Runs the tests that must find the bug named by `PLANTED_BUG`; without one, the sources are unchanged. */
const bug = bugs.find(({ name }) => name === process.env.PLANTED_BUG)

export default defineConfig({
  root,
  plugins: bug ? [bugPlugin(bug)] : [],
  resolve: { conditions: ['amelia-source'] },
  ssr: { resolve: { conditions: ['amelia-source'] } },
  test: {
    // Tests copy repositories into the folder that it provides.
    globalSetup: ['test/fixtures/bundle-sources.ts'],
    include: ['packages/*/{src,test}/**/*.test.ts', 'test/**/*.test.ts'],
    // A planted bug may leave promises unhandled.
    dangerouslyIgnoreUnhandledErrors: bug !== undefined,
    testTimeout: 120_000,
  },
})
