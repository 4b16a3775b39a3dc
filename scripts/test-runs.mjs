import './lib/check-node.mjs'
import { toolPath } from './lib/project.mjs'
import { runNode } from './lib/run-process.mjs'
import { setUp } from './lib/set-up.mjs'
import { useFastFolder } from './lib/use-fast-folder.mjs'
import { wholeRuns } from './lib/whole-runs.mjs'

/** Runs the suites of whole runs in real repositories, or those whose paths contain an argument. */
const parts = process.argv.slice(2)
const files = wholeRuns.filter((file) => parts.length === 0 || parts.some((part) => file.includes(part)))

await setUp()
useFastFolder()
const { code } = await runNode(toolPath('vitest'), ['run', ...files], { inherit: true })
process.exitCode = code
