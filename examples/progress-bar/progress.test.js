import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { AmeliaError, createRun } from '@amelia/core'
import { createScriptedDriver, memoryHost } from '@amelia/core/testing'
import { fileStore } from '@amelia/node'
import { showProgress } from './progress.js'

/** A store that fails after three more records each time that it is followed. */
const unsteady = (store) => {
  let allowed = 0
  return {
    ...store,
    async *follow(runId, signal) {
      allowed += 3
      let left = allowed
      for await (const records of store.follow(runId, signal)) {
        yield records.slice(0, left)
        left -= records.length
        if (left <= 0) throw new AmeliaError('STORE_FAILED', 'The disk is gone.', { runId, cause: 'EIO' })
      }
    },
  }
}

test('shows each event once, although the store fails', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'amelia-progress-'))
  const run = await createRun({
    plan: { phases: ['1', '2', '3'].map((id) => ({ id, title: `Phase ${id}` })) },
    host: { ...memoryHost(), store: fileStore({ dir }) },
    driver: createScriptedDriver(({ workspace, phase }) =>
      workspace.fs.writeFile(`/${phase.id}.txt`, 'done\n'),
    ),
    trust: 'autonomous',
    planApproved: true,
    reviewers: [],
  })
  const events = []
  run.subscribe({}, ({ type }) => events.push(type))
  const report = run.start()
  const lines = []
  let pauses = 0
  await showProgress({
    store: unsteady(fileStore({ dir })),
    runId: run.id,
    write: (line) => lines.push(line),
    pause: async () => void pauses++,
  })
  assert.equal((await report).status, 'completed')
  assert.deepEqual(
    lines.map((line) => line.split('  ')[1]),
    events,
  )
  assert.match(lines.at(-1), /^\[#{20}\] 3\/3/)
  assert.ok(pauses > 0)
  rmSync(dir, { recursive: true })
})
