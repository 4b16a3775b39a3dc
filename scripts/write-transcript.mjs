import { toolPath } from './lib/project.mjs'
import { runNode } from './lib/run-process.mjs'

// The test holds the session, and compares it with the page otherwise.
process.env.WRITE_TRANSCRIPT = '1'
const test = 'packages/cli/test/slow/transcript.test.ts'
process.exitCode = (await runNode(toolPath('vitest'), ['run', test], { inherit: true })).code
