import './lib/check-node.mjs'
import { toolPath } from './lib/project.mjs'
import { runNode } from './lib/run-process.mjs'

/** Runs the properties of the parsers on two hundred thousand documents; `npm test` runs a few thousand. */
process.env.PLAN_DOCUMENTS ??= '48000'
process.env.PLANS_WRITTEN ??= '3000'

const { code } = await runNode(
  toolPath('vitest'),
  [
    'run',
    'test/plan-documents.test.ts',
    'test/plan-fixers.test.ts',
    'test/plan-writers.test.ts',
    'test/hidden-units.test.ts',
  ],
  { inherit: true },
)
process.exitCode = code
