import './lib/check-node.mjs'
import { toolPath } from './lib/project.mjs'
import { runNode } from './lib/run-process.mjs'
import { setUp } from './lib/set-up.mjs'

/**
 * The tests that `npm test` shortens: git with the other hash, every mistake in test-first runs, every cheat,
 * a thousand graphs, 100 rounds of killed writers.
 */
process.env.TEST_LONG = '1'
process.env.MAKESPAN_GRAPHS ??= '1000'
process.env.PLAN_DOCUMENTS ??= '1000'
process.env.PLANS_WRITTEN ??= '50'

const files = [
  'packages/node/src/lib/backend/native-git.test.ts',
  'packages/node/test/watch-run.test.ts',
  'packages/core/test/makespan.test.ts',
  'test/red-and-green.test.ts',
  'test/evidence/attempts.test.ts',
  'test/plan-documents.test.ts',
  'test/plan-fixers.test.ts',
  'test/plan-writers.test.ts',
]

await setUp()
const { code } = await runNode(toolPath('vitest'), ['run', ...files], { inherit: true })
process.exitCode = code
