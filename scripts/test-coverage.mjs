import './lib/check-node.mjs'
import { toolPath } from './lib/project.mjs'
import { runNode } from './lib/run-process.mjs'
import { setUp } from './lib/set-up.mjs'
import { useFastFolder } from './lib/use-fast-folder.mjs'

/**
 * Runs core's own tests and measures their coverage, which must reach the thresholds of `vitest.config.ts`.
 * Measuring makes them a third slower.
 */
process.env.MODEL_RUNS ??= '2000'

await setUp()
useFastFolder()
const { code } = await runNode(toolPath('vitest'), ['run', '--coverage', 'packages/core'], { inherit: true })
process.exitCode = code
