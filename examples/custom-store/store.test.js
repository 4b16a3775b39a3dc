import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRun, openRun } from '@amelia/core'
import { createScriptedDriver, memoryHost, runStoreContract } from '@amelia/core/testing'
import { folderStore } from './store.js'

const inFolder = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'amelia-store-'))
  return { folder, store: folderStore(folder), close: async () => rmSync(folder, { recursive: true }) }
}

for (const { name, covered, run } of runStoreContract({ create: inFolder })) if (covered) test(name, run)

test('a run that was stopped goes on from the files', async () => {
  const { folder, close } = await inFolder()
  const host = { ...memoryHost(), store: folderStore(folder) }
  const plan = { phases: [{ id: '1', title: 'Write' }] }
  const driver = createScriptedDriver(({ workspace }) => workspace.fs.writeFile('/notes.txt', 'done\n'))
  const waiting = await createRun({ plan, host, driver })
  assert.equal((await waiting.start()).status, 'waiting')
  const run = await openRun({
    host: { ...host, store: folderStore(folder) },
    runId: waiting.id,
    driver,
    onGate: ({ choices }) => choices.approve?.(),
  })
  assert.equal((await run.start()).status, 'completed')
  await close()
})
