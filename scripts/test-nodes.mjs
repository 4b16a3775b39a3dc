import './lib/check-node.mjs'
import { chmodSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { installBeside } from './lib/install-beside.mjs'
import { toolPath } from './lib/project.mjs'
import { runProcess, seconds } from './lib/run-process.mjs'
import { setUp } from './lib/set-up.mjs'

/**
 * Runs the tests on the newer versions of Node that Amelia supports: all tests, or those of the arguments.
 * `NODES=22,26` chooses versions.
 */
const versions = { 22: '22.23.3', 24: '24.9.0', 26: '26.9.0' }
const wanted = (process.env.NODES ?? Object.keys(versions).join()).split(',')
const unknown = wanted.find((major) => versions[major] === undefined)
if (unknown !== undefined) {
  console.error(`NODES contains "${unknown}". Known versions: ${Object.keys(versions).join(', ')}.`)
  process.exit(2)
}

const kit = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`

await setUp()
let failures = 0
for (const major of wanted) {
  const folder = await installBeside(`node-${major}`, {
    what: `Node ${versions[major]} (about 100 MB)`,
    dependencies: { [kit]: versions[major] },
  })
  const program = join(folder, 'node_modules', kit, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  chmodSync(program, 0o755)
  const since = performance.now()
  const args = ['run', '--reporter=dot', ...process.argv.slice(2)]
  const { code } = await runProcess(program, [toolPath('vitest'), ...args], {
    // Scripts that a test starts with `#!/usr/bin/env node` find this version too.
    env: { ...process.env, PATH: `${dirname(program)}:${process.env.PATH}` },
    inherit: true,
  })
  if (code === 130) process.exit(130)
  console.log(`Node ${versions[major]} ${code === 0 ? 'ok' : 'failed'}  ${seconds(since)}`)
  if (code !== 0) failures++
}
process.exitCode = failures === 0 ? 0 : 1
