import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createRun } from '@amelia/core'
import { createScriptedDriver, memoryHost } from '@amelia/core/testing'
import { createClient } from '@amelia/http/client'
import { nodeHost } from '@amelia/node'
import { createApp as createExpressApp } from './express.js'
import { createApp as createHonoApp } from './hono.js'
import { serveRuns } from './node.js'

const token = 'a-long-random-token'

/** Watches a run from before its start to its end through an address, and checks that all events arrive. */
const watchRun = async (baseUrl, host, more = {}) => {
  const headers = { authorization: `Bearer ${token}` }
  const client = createClient({ baseUrl, headers, ...more })
  const plan = { phases: [{ id: '1', title: 'Write' }] }
  const run = await createRun({
    plan,
    host,
    driver: createScriptedDriver(),
    trust: 'autonomous',
    reviewers: [],
  })
  const types = []
  const watching = (async () => {
    for await (const { type } of client.watch({ runId: run.id })) types.push(type)
  })()
  await Promise.all([watching, run.start()])
  assert.ok(types.includes('phase_completed'))
  assert.equal(types.at(-1), 'run_ended')
  assert.equal((await client.readRun(run.id)).report.status, 'completed')
}

test('Node serves the runs of a repository', async () => {
  const repo = mkdtempSync(join(tmpdir(), 'amelia-http-'))
  execFileSync('git', ['init', '-q', repo])
  const server = await serveRuns({ repo, token, port: 0 })
  try {
    const { store } = nodeHost({ repo })
    await watchRun(`http://127.0.0.1:${server.address().port}`, { ...memoryHost(), store })
  } finally {
    server.close()
    server.closeAllConnections()
    rmSync(repo, { recursive: true, force: true })
  }
})

test('Hono serves the runs of a host', async () => {
  const host = memoryHost()
  const app = createHonoApp({ host, token })
  const fetch = (url, init) => app.request(new Request(url, init))
  await watchRun('http://localhost/amelia', host, { fetch })
})

test('Express serves the runs of a host', async () => {
  const host = memoryHost()
  const server = createServer(createExpressApp({ host, token })).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  try {
    await watchRun(`http://127.0.0.1:${server.address().port}/amelia`, host)
  } finally {
    server.close()
    server.closeAllConnections()
  }
})
