import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerRun, createRun } from '@amelia/core'
import { createScriptedDriver, memoryHost } from '@amelia/core/testing'
import { continueRun } from './continue-run.js'

const plan = {
  phases: [
    { id: '1', title: 'One' },
    { id: '2', title: 'Two', dependsOn: ['1'] },
  ],
}

test('three calls complete a run: one creates it, one ends after a phase, one finishes', async () => {
  const host = memoryHost()
  const sessions = []
  const driver = createScriptedDriver(async ({ workspace, phase }) => {
    sessions.push(phase.id)
    // Longer than the second call may take.
    if (phase.id === '1') await new Promise((resolve) => setTimeout(resolve, 200))
    await workspace.fs.writeFile(`/${phase.id}.txt`, 'done\n')
  })
  const run = await createRun({ plan, host, driver, trust: 'autonomous', reviewers: [] })
  run.on('run_started', () => run.drain())
  await run.start()

  const second = await continueRun({ host, driver, runId: run.id, ms: 20 })
  const third = await continueRun({ host, driver, runId: run.id, ms: 60_000 })
  assert.deepEqual([second.status, third.status], ['cancelled', 'completed'])
  assert.deepEqual([second.again, third.again], [true, false])
  assert.deepEqual(sessions, ['1', '2'])
  assert.deepEqual(third.questions, [])
})

test('a run that a person cancels is not continued', async () => {
  const host = memoryHost()
  const driver = createScriptedDriver(async ({ workspace, phase }) => {
    await answerRun({ host, runId: run.id, command: { type: 'cancel' } })
    await workspace.fs.writeFile(`/${phase.id}.txt`, 'done\n')
  })
  const run = await createRun({ plan, host, driver, trust: 'autonomous', reviewers: [] })
  run.on('run_started', () => run.drain())
  await run.start()

  const { status, again } = await continueRun({ host, driver, runId: run.id, ms: 60_000 })
  assert.deepEqual([status, again], ['cancelled', false])
})
