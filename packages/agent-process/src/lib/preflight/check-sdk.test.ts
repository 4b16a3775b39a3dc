import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { AgentSdk } from './agent-sdk.ts'
import { checkSdk } from './check-sdk.ts'
import { loadSdk } from './load-sdk.ts'

const sdk: AgentSdk = {
  title: 'The Example SDK',
  name: '@example/sdk',
  version: '1.2.3',
  range: '>=1.2.3 <1.4.0',
  size: '10 MB',
  driver: '@example/driver',
  from: '/nowhere/driver/index.js',
  entry: 'start',
}
const hint = 'Install it: npm install @example/sdk@1.2.3 (about 10 MB, program included).'

/** A driver's file, and the SDK in this version beside its package. */
const installed = (version: string): { from: string; folder: string } => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'amelia-sdk-')))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const folder = join(root, 'node_modules/@example/sdk')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: sdk.name, version }))
  writeFileSync(join(root, 'package.json'), '{}')
  return { folder, from: join(root, 'node_modules/@example/driver/dist/index.js') }
}

it('reports a package that is not installed, where it was searched for, and how to install it', () => {
  expect(checkSdk(sdk)).toEqual({
    kind: 'sdk',
    message: 'The Example SDK is not installed: @example/sdk was not found from /nowhere/driver.',
    hint,
  })
})

it.each(['1.2.3', '1.3.99', '1.3.0-beta.1'])('accepts version %s', (version) => {
  expect(checkSdk({ ...sdk, from: installed(version).from })).toBeUndefined()
})

it.each(['1.2.2', '1.4.0', '2.0.0'])(
  'reports version %s, the supported ones, and where to install',
  (version) => {
    const { from, folder } = installed(version)
    const root = join(folder, '../../..')
    const found = checkSdk({ ...sdk, from })
    expect(found?.hint).toBe(hint.replace('install', `install --prefix ${root}`))
    vi.spyOn(process, 'cwd').mockReturnValue(join(root, 'src'))
    onTestFinished(() => void vi.restoreAllMocks())
    expect(checkSdk({ ...sdk, from })).toEqual({
      kind: 'sdk',
      message: `The Example SDK ${version} in ${folder} is not supported: @example/driver needs >=1.2.3 <1.4.0.`,
      hint,
    })
  },
)

it.each(['lib/node_modules', 'node_modules'])('suggests a global installation in a global %s', (packages) => {
  // The folder of npm's global packages is anywhere, and has no manifest beside it.
  const prefix = mkdtempSync(join(tmpdir(), 'amelia-prefix-'))
  onTestFinished(() => rmSync(prefix, { recursive: true }))
  for (const inner of ['', '@amelia/cli/node_modules/']) {
    const from = join(prefix, packages, inner, '@example/driver/dist/index.js')
    expect(checkSdk({ ...sdk, from })?.hint).toContain('npm install --global @example/sdk@1.2.3')
  }
})

it('loads a module with the expected export, and rejects any other', async () => {
  const start = () => {}
  expect(await loadSdk(sdk, async () => ({ start }))).toEqual({ start })
  await expect(loadSdk(sdk, async () => ({ stop: start }))).rejects.toMatchObject({
    details: { class: 'environment' },
    message: `This version of @example/sdk does not export start. ${hint}`,
  })
  await expect(loadSdk(sdk, async () => Promise.reject(new Error('broken')))).rejects.toMatchObject({
    details: { class: 'environment' },
    message: `The Example SDK could not be loaded. ${hint}`,
  })
})
