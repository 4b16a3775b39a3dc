import './lib/check-node.mjs'
import { toolPath } from './lib/project.mjs'
import { runNode } from './lib/run-process.mjs'
import { setUp } from './lib/set-up.mjs'

/** Kills the command line a thousand times, at any moment, and looks at what is left; `npm test` takes one run. */
process.env.KILLS ??= '1000'
process.env.KILL_SEED ??= String(Date.now() % 1_000_000)

await setUp()
console.log(`seed ${process.env.KILL_SEED}`)
const { code } = await runNode(toolPath('vitest'), ['run', 'packages/cli/test/kill-loop.test.ts'], {
  inherit: true,
})
process.exitCode = code
