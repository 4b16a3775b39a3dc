import './lib/check-node.mjs'
import { findFilters } from './lib/find-filters.mjs'
import { toolPath } from './lib/project.mjs'
import { runNode } from './lib/run-process.mjs'
import { setUp } from './lib/set-up.mjs'
import { useFastFolder } from './lib/use-fast-folder.mjs'
import { wholeRuns } from './lib/whole-runs.mjs'

/** Runs the suites of whole runs in real repositories, or those whose paths contain an argument. */
const parts = process.argv.slice(2)
const files = wholeRuns.filter((file) => parts.length === 0 || parts.some((part) => file.includes(part)))
const unknown = parts.find((part) => !files.some((file) => file.includes(part)))
if (unknown !== undefined) {
  console.error(`No suite of test:runs has "${unknown}" in its path. Suites:\n${wholeRuns.join('\n')}`)
  process.exit(2)
}

await setUp()
await findFilters()
useFastFolder()
const { code } = await runNode(toolPath('vitest'), ['run', ...files], { inherit: true })
process.exitCode = code
