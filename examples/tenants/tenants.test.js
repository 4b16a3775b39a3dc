import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { createScriptedDriver, memoryHost } from '@amelia/core/testing'
import { createService } from './tenants.js'

const plan = {
  goal: 'Greet',
  phases: [
    { id: '1', title: 'Text' },
    { id: '2', title: 'Translation' },
  ],
}

test('six runs of two tenants share three sessions, at most two for each tenant', async () => {
  const host = memoryHost({ clock: 'real' })
  const most = { all: 0, a: 0, b: 0 }
  const now = { all: 0, a: 0, b: 0 }
  const change = (names, by) => {
    for (const name of names) {
      now[name] += by
      most[name] = Math.max(most[name], now[name])
    }
  }
  const driver = createScriptedDriver(async ({ run, phase, workspace }) => {
    const names = ['all', run.meta.tenant]
    change(names, 1)
    await wait(20)
    if (phase) await workspace.fs.writeFile(`/${run.id}-${phase.id}.txt`, 'done\n')
    change(names, -1)
  })
  const service = createService({ host, driver, sessions: 3, perTenant: 2 })
  const begun = []
  for (const tenant of ['a', 'a', 'a', 'b', 'b', 'b']) begun.push(await service.begin(tenant, plan))
  const reasons = new Set()
  const ended = Promise.all(begun.map(({ ended: end }) => end))
  let isOver = false
  void ended.then(() => (isOver = true))
  while (!isOver) {
    for (const { run } of begun)
      for (const { id } of plan.phases) {
        const why = run.whyWaiting(id)
        if (why?.reason === 'limit') reasons.add(why.sentence)
      }
    await wait(5)
  }
  for (const report of await ended) assert.equal(report.status, 'completed')
  assert.ok(most.all <= 3 && most.a <= 2 && most.b <= 2, JSON.stringify(most))
  assert.ok(most.all > 1, 'the sessions of several runs work at once')
  assert.ok(reasons.size > 0)
  for (const sentence of reasons) assert.match(sentence, /limit|session/i)
})
