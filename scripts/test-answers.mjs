import './lib/check-node.mjs'
import { toolPath } from './lib/project.mjs'
import { runNode } from './lib/run-process.mjs'
import { setUp } from './lib/set-up.mjs'
import { useFastFolder } from './lib/use-fast-folder.mjs'

/** Ten thousand schedules of answers from several processes; `npm test` runs some of them. */
process.env.COMMAND_SCHEDULES ??= '10000'

await setUp()
useFastFolder()
const { code } = await runNode(toolPath('vitest'), ['run', 'packages/core/test/command-schedules.test.ts'], {
  inherit: true,
})
process.exitCode = code
