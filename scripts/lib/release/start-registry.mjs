import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { installBeside } from '../install-beside.mjs'
import { runNpm } from '../install-tools.mjs'

const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject).listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })

/**
 * A package of this repository is never looked up elsewhere: the registry has only the release under test.
 */
const settings = (folder, uplink) => `
storage: ${JSON.stringify(join(folder, 'storage'))}
max_body_size: 200mb
uplinks:
  npm:
    url: ${uplink}
    cache: true
packages:
  '@amelia/*': { access: $all, publish: $anonymous }
  'amelia': { access: $all, publish: $anonymous }
  'create-amelia': { access: $all, publish: $anonymous }
  '**': { access: $all, proxy: npm }
log: { type: stdout, format: pretty, level: error }
`

/**
 * Starts Verdaccio on loopback with its files in `folder`; other packages come from the configured registry.
 * Returns the arguments of npm that choose it, and `end`.
 */
export const startRegistry = async (folder) => {
  const version = '6.8.0'
  const installed = await installBeside('verdaccio', {
    what: `Verdaccio ${version} (about 60 MB)`,
    dependencies: { verdaccio: version },
    // One of its dependencies asks for the tag `cjs`, which a mirror may not have.
    overrides: { 'node-fetch': '2.6.7' },
  })
  mkdirSync(folder, { recursive: true })
  const { output } = await runNpm(['config', 'get', 'registry'], folder)
  const config = join(folder, 'config.yaml')
  writeFileSync(config, settings(folder, output.trim()))
  const port = await freePort()
  const program = join(installed, 'node_modules/verdaccio/bin/verdaccio')
  const child = spawn(process.execPath, [program, '--config', config, '--listen', `127.0.0.1:${port}`], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const end = async () => {
    child.kill()
    await ended
  }
  const url = `http://127.0.0.1:${port}/`
  const userconfig = join(folder, 'npmrc')
  // npm publishes only with a token, which an anonymous registry ignores.
  writeFileSync(userconfig, `registry=${url}\n//127.0.0.1:${port}/:_authToken=none\n`)
  const answers = async () => {
    try {
      return (await globalThis.fetch(`${url}-/ping`)).ok
    } catch {
      return false
    }
  }
  const until = performance.now() + 60_000
  while (!(await answers())) {
    if (child.exitCode !== null || performance.now() > until) {
      await end()
      throw new Error('Verdaccio did not start: its output is above.')
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return { args: [`--registry=${url}`, `--userconfig=${userconfig}`], end }
}
