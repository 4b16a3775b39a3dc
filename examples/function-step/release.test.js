import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { test } from 'node:test'
import { memoryHost } from '@amelia/core/testing'
import { release } from './release.js'

/** Starts a service that makes one deployment for each key, and counts the requests. */
const startService = async (t) => {
  const deployments = new Map()
  let requests = 0
  const server = createServer((request, response) => {
    requests++
    const key = request.headers['idempotency-key']
    if (!deployments.has(key)) deployments.set(key, { id: deployments.size + 1 })
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(deployments.get(key)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const counts = () => ({ requests, deployments: deployments.size })
  return { url: `http://127.0.0.1:${server.address().port}`, counts }
}

const resultOf = (report) => report.phases.at(-1).subtasks[0].steps[0].result

test('the last phase calls the service, and its result is in the report', async (t) => {
  const { url, counts } = await startService(t)
  const report = await release({ host: memoryHost(), runId: 'r1', url })
  assert.equal(report.status, 'completed')
  assert.deepEqual(resultOf(report), { id: 1 })
  assert.deepEqual(counts(), { requests: 1, deployments: 1 })
})

test('a crash between the call and its record makes a second request, and no second deployment', async (t) => {
  const { url, counts } = await startService(t)
  const host = memoryHost()
  // The process dies with the first write to the journal after the service was called.
  const acquire = async (runId) => {
    const lease = await host.store.acquire(runId)
    const append = async (records) => {
      if (counts().requests > 0) throw new Error('The process died.')
      await lease.append(records)
    }
    return Object.assign(Object.create(lease), { append })
  }
  const dying = { ...host, store: Object.assign(Object.create(host.store), { acquire }) }
  await assert.rejects(release({ host: dying, runId: 'r1', url }), /died/)
  const report = await release({ host, runId: 'r1', url, begun: true })
  assert.equal(report.status, 'completed')
  assert.deepEqual(resultOf(report), { id: 1 })
  assert.deepEqual(counts(), { requests: 2, deployments: 1 })
})
