import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { test } from 'node:test'
import { createRun } from '@amelia/core'
import { checkpointStrategyContract, createScriptedDriver, memoryHost } from '@amelia/core/testing'
import { askService } from './strategy.js'

/** A service that lets everything pass until a test tells it otherwise. */
const startService = async () => {
  const asked = []
  let answer = (response) => response.end('{"pause":false}')
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (part) => (text += part))
    request.on('end', () => {
      asked.push({ key: request.headers['idempotency-key'], ...JSON.parse(text) })
      answer(response)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    asked,
    strategy: askService({ url: `http://127.0.0.1:${server.address().port}`, key: 'secret' }),
    answerWith: (next) => (answer = next),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const cases = checkpointStrategyContract({
  create: startService,
  faults: {
    decide: async ({ answerWith }, verdict) =>
      answerWith((response) => response.end(JSON.stringify({ pause: verdict === 'pause' }))),
    fail: async ({ answerWith }) => answerWith((response) => response.writeHead(500).end()),
    hang: async ({ answerWith }) => answerWith(() => {}),
  },
})
for (const { name, run } of cases) test(name, run)

test('a run waits where the service says so', async () => {
  const { strategy, asked, answerWith, close } = await startService()
  answerWith((response) => {
    const pause = asked.at(-1).phase === '2'
    response.end(JSON.stringify({ pause, ...(pause && { reason: 'Friday afternoon.' }) }))
  })
  const run = await createRun({
    plan: { phases: ['1', '2'].map((id) => ({ id, title: `Phase ${id}`, emptyOk: true })) },
    host: memoryHost(),
    driver: createScriptedDriver(),
    checkpoint: strategy,
    reviewers: [],
    planApproved: true,
  })
  const { status, gates } = await run.start()
  assert.equal(status, 'waiting')
  assert.deepEqual(
    gates.map(({ phaseIds }) => phaseIds),
    [['2']],
  )
  assert.match(JSON.stringify(gates), /Friday afternoon/)
  await close()
})
