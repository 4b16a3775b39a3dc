import './lib/check-node.mjs'
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { findChromium } from './lib/find-chromium.mjs'
import { installBeside } from './lib/install-beside.mjs'
import { toolPath } from './lib/project.mjs'
import { runNode } from './lib/run-process.mjs'
import { setUp } from './lib/set-up.mjs'

/**
 * Runs one plan in a page, in a Worker and in memory, which must produce the same commits, and checks that no
 * bundle uses Node.
 */
process.env.TEST_ANYWHERE = '1'

/** The programs of each for this machine. If there are none, they are not tested, and a message says so. */
const runtimes = {
  'linux-x64': { bun: ['@oven/bun-linux-x64', 'bin/bun'], deno: ['@deno/linux-x64-glibc', 'deno'] },
  'linux-arm64': { bun: ['@oven/bun-linux-aarch64', 'bin/bun'], deno: ['@deno/linux-arm64-glibc', 'deno'] },
  'darwin-x64': { bun: ['@oven/bun-darwin-x64', 'bin/bun'], deno: ['@deno/darwin-x64', 'deno'] },
  'darwin-arm64': { bun: ['@oven/bun-darwin-aarch64', 'bin/bun'], deno: ['@deno/darwin-arm64', 'deno'] },
}[`${process.platform}-${process.arch}`]

process.env.CHROMIUM = (await findChromium()) ?? ''
await setUp()
if (runtimes === undefined) console.log('Bun and Deno are not tested: they do not exist for this machine.')
else {
  const { bun, deno } = runtimes
  const folder = await installBeside('runtimes', {
    what: 'Bun and Deno (about 200 MB)',
    dependencies: { [bun[0]]: '1.4.5', [deno[0]]: '2.9.6' },
  })
  for (const [name, [kit, program]] of Object.entries(runtimes)) {
    const path = join(folder, 'node_modules', kit, program)
    chmodSync(path, 0o755)
    process.env[`AMELIA_${name.toUpperCase()}`] = path
  }
}
const { code } = await runNode(toolPath('vitest'), ['run', 'test/anywhere', 'test/clean-entries'], {
  inherit: true,
})
process.exitCode = code
