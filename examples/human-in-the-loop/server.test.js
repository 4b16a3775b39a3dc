import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { createRun, openRun } from '@amelia/core'
import { createScriptedDriver, memoryHost } from '@amelia/core/testing'
import { createClient } from '@amelia/http/client'
import { serveQuestions } from './server.js'

const driver = createScriptedDriver(({ workspace }) => workspace.fs.writeFile('/notes.txt', 'done\n'))

/** Serves the run of a plan that waits for the approval of its checkpoint. */
const startWaiting = async () => {
  const host = memoryHost()
  const plan = { phases: [{ id: '1', title: 'Write notes <script>' }] }
  const run = await createRun({ plan, host, driver, reviewers: [], planApproved: true })
  assert.equal((await run.start()).status, 'waiting')
  const server = serveQuestions({ store: host.store, token: 'a-long-secret-token' })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const baseUrl = `http://127.0.0.1:${server.address().port}`
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { host, runId: run.id, baseUrl, close }
}

test('a person approves a checkpoint over HTTP, and the run continues', async () => {
  const { host, runId, baseUrl, close } = await startWaiting()
  const client = createClient({ baseUrl, headers: { authorization: 'Bearer a-long-secret-token' } })
  const [waiting] = await client.listRuns({ status: ['waiting'] })
  const { report } = await client.readRun(waiting.runId)
  const [{ id: gateId, kind, choices }] = report.gates
  assert.deepEqual([kind, choices.includes('approve')], ['checkpoint', true])
  await client.send(runId, { type: 'answer', gateId, choice: 'approve' })
  const { status } = await (await openRun({ host, runId, driver })).start()
  assert.equal(status, 'completed')
  close()
})

test('the page needs no token, and contains none', async () => {
  const { baseUrl, close } = await startWaiting()
  const page = await fetch(baseUrl)
  assert.equal(page.status, 200)
  assert.match(page.headers.get('content-security-policy'), /default-src 'none'/)
  assert.doesNotMatch(await page.text(), /a-long-secret|<script>Write|innerHTML/)
  assert.equal((await fetch(`${baseUrl}/v1/runs`)).status, 401)
  close()
})
