import './lib/check-node.mjs'
import { toolPath } from './lib/project.mjs'
import { runNode } from './lib/run-process.mjs'
import { setUp } from './lib/set-up.mjs'

/** Core's own tests, and how much of core they reach: below the thresholds of `vitest.config.ts` it fails. The counting makes them a third slower. */
process.env.MODEL_RUNS ??= '2000'

await setUp()
const { code } = await runNode(toolPath('vitest'), ['run', '--coverage', 'packages/core'], { inherit: true })
process.exitCode = code
