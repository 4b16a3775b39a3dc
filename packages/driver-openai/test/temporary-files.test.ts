import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { machineProcesses } from '@amelia/agent-process'
import { workspaceFiles } from '@amelia/node'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { good, stage } from './fake-stage.ts'

let root: string
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'amelia-temporary-')))
  vi.stubEnv('TMPDIR', root)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(root, { recursive: true })
})

/** The folders in the folder for temporary files that the stage itself did not create. */
const listed = (): string[] => readdirSync(root).filter((name) => !name.startsWith('amelia-codex-unit-'))

/** Runs a session whose turn writes a schema as the SDK does, and leaves it as a killed process does. */
const run = async (env?: Record<string, string>) => {
  const seen: string[] = []
  const { session, sessions, dir } = stage(async function* (one) {
    seen.push(...listed())
    yield* good(one)
  })
  const workspace = { id: 'w', base: '0'.repeat(40), dir, fs: workspaceFiles(dir), ...(env && { env }) }
  await session({ workspace })
  return { seen, temporary: sessions[0]!.env['TMPDIR']!, schema: sessions[0]!.schemaFolder }
}

it('lets the SDK write its schema to the temporary folder of the workspace, which is emptied with it', async () => {
  const own = join(root, 'slot')
  mkdirSync(own)
  const { schema } = await run({ TMPDIR: own })
  expect(dirname(schema)).toBe(own)
  expect(existsSync(schema)).toBe(true)
  expect(listed()).toEqual(['slot'])
  expect(process.env['TMPDIR']).toBe(root)
})

it('gives a session without such a folder its own, and deletes it', async () => {
  const { seen, temporary, schema } = await run()
  expect(seen).toEqual([expect.stringMatching(/^amelia-codex-\w{6}$/)])
  expect(temporary.startsWith(join(root, 'amelia-codex-'))).toBe(true)
  expect(dirname(schema)).toBe(temporary)
  expect(listed()).toEqual([])
})

it('deletes the folders of killed processes, and no other', async () => {
  const leave = (name: string, owner?: object): void => {
    mkdirSync(join(root, name))
    if (owner) writeFileSync(join(root, name, 'owner.json'), JSON.stringify(owner))
  }
  const self = machineProcesses.self()
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  leave('amelia-codex-killed', { ...self, pid })
  leave('amelia-codex-living', self)
  leave('amelia-codex-other', { ...self, pid, host: 'elsewhere' })
  leave('amelia-codex-nobody')
  leave('other-killed', { ...self, pid })
  await run()
  const kept = ['amelia-codex-living', 'amelia-codex-nobody', 'amelia-codex-other', 'other-killed']
  expect(listed().sort()).toEqual(kept)
})
