import './lib/check-node.mjs'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { countTests } from './lib/count-tests.mjs'
import { installBeside } from './lib/install-beside.mjs'
import { root, toolPath } from './lib/project.mjs'
import { runNode, seconds } from './lib/run-process.mjs'
import { setUp } from './lib/set-up.mjs'

/** The agents that the drivers are tested with. Each brings its program for this machine as a dependency. */
const kits = {
  '@anthropic-ai/claude-agent-sdk': '0.3.330',
  '@openai/codex-sdk': '0.163.0',
  '@google/gemini-cli': '0.61.0',
  'opencode-ai': '1.18.33',
}

const reportPath = join(root, '.setup/agents-report.json')

const read = (path) => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

const readReport = () => JSON.parse(read(reportPath) || '{"testResults":[]}')

await setUp()
process.env.AMELIA_AGENTS = await installBeside('agents', {
  what: 'the agents (about 1.3 GB)',
  dependencies: kits,
})
// Packages are installed without their scripts, and OpenCode's puts its program in place.
await runNode(join(process.env.AMELIA_AGENTS, 'node_modules/opencode-ai/postinstall.mjs'), [])
rmSync(reportPath, { force: true })
const since = performance.now()
const { code } = await runNode(
  toolPath('vitest'),
  [
    'run',
    '--config=vitest.agents.config.ts',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${reportPath}`,
    ...process.argv.slice(2),
  ],
  { inherit: true },
)
const counts = countTests(readReport())
console.log(`agents     ${code === 0 ? 'ok' : 'failed'}  ${seconds(since)}`)
if (counts.skipped > 0) console.log(`${counts.skipped} did not run`)
console.log(`${counts.passed} passed, ${counts.failed} failed`)
process.exitCode = code
