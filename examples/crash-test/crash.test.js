import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers'
import { createRun, definePlan, openRun } from '@amelia/core'
import { driverError } from '@amelia/core/plugin'
import { createScriptedDriver, memoryHost } from '@amelia/core/testing'
import { dyingStore } from './crash.js'

const hour = 3_600_000
const runId = 'r1'
const plan = definePlan({
  goal: 'Greet',
  phases: [
    { id: '1', title: 'Text' },
    { id: '2', title: 'Translation', dependsOn: ['1'] },
  ],
})

const writeFile = ({ workspace, phase }) => workspace.fs.writeFile(`/${phase.id}.txt`, 'done\n')

/** Begins a run that needs no person. */
const begin = (host, script = writeFile) =>
  createRun({
    plan,
    host,
    runId,
    driver: createScriptedDriver(script),
    trust: 'autonomous',
    planApproved: true,
  })

const commitsOf = (report) => report.phases.map(({ commit }) => commit)

test('a limit of five hours passes at once, and costs no attempt', async () => {
  const host = memoryHost()
  const began = host.clock.now()
  const run = await begin(host, async (request, _context, number) => {
    if (number === 0) throw driverError('rate_limited', { retryAfterMs: 5 * hour })
    await writeFile(request)
  })
  const report = await run.start()
  assert.equal(report.status, 'completed')
  assert.ok(host.clock.now() - began >= 5 * hour)
  assert.deepEqual(
    report.phases.map(({ attempts }) => attempts.length),
    [1, 1],
  )
})

test('a manual clock stands still until the test moves it', async () => {
  const host = memoryHost({ clock: 'manual' })
  const run = await begin(host, async (request, _context, number) => {
    if (number === 0) throw driverError('rate_limited', { retryAfterMs: hour })
    await writeFile(request)
  })
  // The run begins to wait after the listeners of this event.
  run.on('provider_paused', ({ waitMs }) => setImmediate(() => host.clock.advance(waitMs)))
  assert.equal((await run.start()).status, 'completed')
})

test('a crash after any write to the journal leaves the same commits', async () => {
  const whole = memoryHost()
  const { store, made } = dyingStore(whole.store)
  const expected = await (await begin({ ...whole, store })).start()
  // The first two writes create the run; before them there is nothing to resume.
  for (let writes = 2; writes < made(); writes++) {
    const host = memoryHost()
    const dying = dyingStore(host.store, writes)
    await assert.rejects(
      begin({ ...host, store: dying.store }).then((run) => run.start()),
      /died/,
    )
    const run = await openRun({ host, runId, driver: createScriptedDriver(writeFile) })
    const report = await run.start()
    assert.equal(report.status, 'completed', `after ${writes} writes`)
    assert.deepEqual(commitsOf(report), commitsOf(expected), `after ${writes} writes`)
  }
})
