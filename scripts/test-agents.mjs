import './lib/check-node.mjs'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { countTests } from './lib/count-tests.mjs'
import { runNpm } from './lib/install-tools.mjs'
import { root, toolPath } from './lib/project.mjs'
import { lastLines, runNode, seconds } from './lib/run-process.mjs'
import { setUp } from './lib/set-up.mjs'
import { takeLock } from './lib/take-lock.mjs'

/** The agents that the drivers were tried with. Each brings its program for this machine as a dependency. */
const kits = { '@anthropic-ai/claude-agent-sdk': '0.3.330', '@openai/codex-sdk': '0.163.0' }

/** Beside the project, not in it: who works on something else need not have them. */
const folder = join(root, '.setup/agents')
const stamp = join(folder, 'installed.json')
const reportPath = join(root, '.setup/agents-report.json')

const read = (path) => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

const install = async () => {
  const wanted = JSON.stringify({ kits, platform: process.platform, arch: process.arch })
  if (read(stamp) === wanted) return
  const release = await takeLock(join(root, '.setup/agents-lock'))
  try {
    if (read(stamp) === wanted) return
    const since = performance.now()
    process.stdout.write('Installing the agents (about 840 MB) ... ')
    mkdirSync(folder, { recursive: true })
    const manifest = { private: true, type: 'module', dependencies: kits }
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
    const { code, output } = await runNpm(['install', '--no-audit', '--no-fund', '--ignore-scripts'], folder)
    if (code !== 0) {
      console.log('failed')
      console.error(`\n${lastLines(output)}\n\nCheck that the npm registry can be reached (\`npm ping\`).`)
      process.exit(1)
    }
    writeFileSync(stamp, wanted)
    console.log(`done in ${seconds(since)}`)
  } finally {
    release()
  }
}

const readReport = () => JSON.parse(read(reportPath) || '{"testResults":[]}')

await setUp()
await install()
rmSync(reportPath, { force: true })
process.env.AMELIA_AGENTS = folder
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
