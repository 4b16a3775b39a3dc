import { defineConfig } from 'vitest/config'
import { root } from '../lib/project.mjs'
import { bugs } from './bugs.mjs'
import { bugPlugin } from './plant-bug.mjs'

/** The tests that are to find the bug which `PLANTED_BUG` names; without one they run on the sources as they are. */
const bug = bugs.find(({ name }) => name === process.env.PLANTED_BUG)

export default defineConfig({
  root,
  plugins: bug ? [bugPlugin(bug)] : [],
  resolve: { conditions: ['amelia-source'] },
  ssr: { resolve: { conditions: ['amelia-source'] } },
  test: {
    include: ['packages/*/{src,test}/**/*.test.ts', 'test/**/*.test.ts'],
    // A bug is there to break promises, those of the language too.
    dangerouslyIgnoreUnhandledErrors: bug !== undefined,
    testTimeout: 120_000,
  },
})
