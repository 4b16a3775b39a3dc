import './lib/check-node.mjs'
import { toolPath } from './lib/project.mjs'
import { runNode } from './lib/run-process.mjs'
import { setUp } from './lib/set-up.mjs'

/** What runs in a page, in a Worker and in memory: the same commits everywhere, and bundles that ask for nothing of Node. */
process.env.TEST_ANYWHERE = '1'

await setUp()
const { code } = await runNode(toolPath('vitest'), ['run', 'test/anywhere', 'test/clean-entries'], {
  inherit: true,
})
process.exitCode = code
