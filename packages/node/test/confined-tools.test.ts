import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { probeConfinement } from '@amelia/agent-process'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createRepository } from '../../../test/fixtures/temporary-repository.ts'
import { nativeGit, processRunner } from '../src/index.ts'

const { works, detail } = probeConfinement()

it('states whether this machine can confine', () => {
  if (!works) console.warn(`not covered: package managers and a browser, confined (${detail})`)
  expect(detail).not.toBe('')
})

/** Opens a workspace whose commands are confined, and returns how to run a script in it. */
const openConfined = async (path = '') => {
  const user = createRepository()
  const git = nativeGit({ repo: user.repo, slots: user.slots, confine: { level: 'required' } })
  const workspace = await git.openWorkspace({ runId: 'r1', base: user.base })
  onTestFinished(async () => {
    await git.removeWorkspaces?.('r1', { all: true })
    user.close()
  })
  const runner = processRunner({
    env: { PATH: `${path}:${process.env['PATH']}`, npm_config_update_notifier: 'false' },
  })
  return async (script: string): Promise<string> => {
    const argv = ['sh', '-c', `set -e; ${script}`]
    const { exitCode, output } = await runner.run({ argv, workspace, signal: AbortSignal.timeout(150_000) })
    return `${exitCode} ${output.trim()}`
  }
}

/** Serves a registry on the loopback that has one package, and returns its address. */
const serveRegistry = async (): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'amelia-registry-'))
  mkdirSync(join(folder, 'package'))
  writeFileSync(join(folder, 'package/package.json'), '{"name":"lib","version":"1.0.0","main":"index.js"}')
  writeFileSync(join(folder, 'package/index.js'), 'module.exports = "from the registry"\n')
  execFileSync('tar', ['czf', 'lib.tgz', 'package'], { cwd: folder })
  const archive = readFileSync(join(folder, 'lib.tgz'))
  const integrity = `sha512-${createHash('sha512').update(archive).digest('base64')}`
  const shasum = createHash('sha1').update(archive).digest('hex')
  const server = createServer(({ url = '' }, response) => {
    if (url.endsWith('.tgz')) return response.end(archive)
    const tarball = `${address()}/lib/-/lib-1.0.0.tgz`
    const version = { name: 'lib', version: '1.0.0', main: 'index.js', dist: { tarball, integrity, shasum } }
    response.setHeader('content-type', 'application/json')
    return response.end(
      JSON.stringify({ name: 'lib', 'dist-tags': { latest: '1.0.0' }, versions: { '1.0.0': version } }),
    )
  }).listen(0, '127.0.0.1')
  const address = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return address()
}

/** The folder of a program that npm has, or can install; undefined otherwise. */
const folderOf = (name: string, version: string): string | undefined => {
  try {
    const words = ['-y', '--package', `${name}@${version}`, '-c', `command -v ${name}`]
    return dirname(
      execFileSync('npx', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim(),
    )
  } catch {
    return undefined
  }
}

const managers = {
  npm: { install: 'npm install --no-audit --no-fund', again: 'npm ci --offline --no-audit --no-fund' },
  pnpm: {
    version: '10.34.9',
    install: 'pnpm install --no-frozen-lockfile',
    again: 'pnpm install --frozen-lockfile --offline',
  },
  yarn: {
    version: '1.22.22',
    install: 'yarn install --non-interactive',
    again: 'yarn install --frozen-lockfile --offline --non-interactive',
  },
}

describe.runIf(works)('a confined package manager', () => {
  for (const [name, { install, again, ...more }] of Object.entries(managers))
    it(`${name} installs from a registry, and from its cache by a lockfile`, async () => {
      const folder = 'version' in more ? folderOf(name, more.version) : ''
      if (folder === undefined) return console.warn(`not covered: ${name} (it cannot be installed)`)
      const run = await openConfined(folder)
      const registry = await serveRegistry()
      const script = `mkdir app; cd app
        echo '{"name":"app","version":"1.0.0","dependencies":{"lib":"1.0.0"}}' > package.json
        echo 'registry=${registry}/' > .npmrc; echo 'registry "${registry}/"' > .yarnrc
        ${install}; rm -rf node_modules; ${again}; node -p 'require("lib")'`
      expect(await run(script)).toMatch(/^0 .*from the registry$/s)
    })
})

describe.runIf(works)('a confined browser', () => {
  it('renders a page of a server inside, with its own sandbox', async () => {
    const run = await openConfined()
    const browser = await run('command -v chromium || command -v google-chrome')
    if (!browser.startsWith('0')) return console.warn('not covered: a browser (none is installed)')
    const script = `node -e "const s = require('http').createServer((q, r) => r.end('<p id=served></p>')).listen(0, '127.0.0.1', () => {
        const url = 'http://127.0.0.1:' + s.address().port
        require('child_process').execFile('${browser.slice(2)}', ['--headless', '--disable-gpu', '--user-data-dir=' + process.env.TMPDIR + '/profile', '--dump-dom', url], (error, text) => { console.log(error ?? text); s.close() })
      })"`
    expect(await run(script)).toMatch(/id="served"/)
  })
})
