import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRun, openRun } from '@amelia/core'
import { createScriptedDriver, memoryHost, runStoreContract } from '@amelia/core/testing'
import { folderStore, folderTable } from './store.js'

const inFolder = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'amelia-store-'))
  return { folder, store: folderStore(folder), close: async () => rmSync(folder, { recursive: true }) }
}

/** Leaves behind what a crash or a defect of the medium does. */
const faults = {
  tear: ({ folder }, runId) =>
    folderTable(folder).set(`amelia/${runId}/journal/000000000003`, '01234567 {"seq":3,"val'),
  async damage({ folder }, runId, line) {
    const table = folderTable(folder)
    const [key] = (await table.list(`amelia/${runId}/journal/`)).sort().slice(-1)
    const lines = (await table.get(key)).split('\n')
    lines[line - 1] = lines[line - 1].replace('"n"', '"m"')
    await table.set(key, lines.join('\n'))
  },
  spoil: ({ folder }, runId, id) => folderTable(folder).set(`amelia/${runId}/commands/${id}`, '{"x'),
}

for (const { name, covered, missing, run } of runStoreContract({ create: inFolder, faults }))
  test(name, { skip: !covered && `needs ${missing.join(', ')}` }, run)

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
