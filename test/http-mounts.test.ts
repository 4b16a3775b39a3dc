import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createRun, type RunEvent, type RunStoreV1 } from '@amelia/core'
import { createScriptedDriver, memoryHost, recordEvents } from '@amelia/core/testing'
import { createClient } from '@amelia/http/client'
import { nodeHost } from '@amelia/node'
import { expect, it, onTestFinished, vi } from 'vitest'

const examples = resolve(import.meta.dirname, '../examples/http')
const load = async <Module>(name: string): Promise<Module> =>
  (await import(pathToFileURL(join(examples, name)).href)) as Module
const token = 'a-long-random-token'

/** Creates an empty repository. */
const makeRepository = (): string => {
  const repo = mkdtempSync(join(tmpdir(), 'amelia-http-'))
  onTestFinished(() => rmSync(repo, { recursive: true, force: true }))
  execFileSync('git', ['init', '-q', repo])
  return repo
}

/** Creates a run that needs nobody, in a store. */
const prepareRun = async (store: RunStoreV1) => {
  const run = await createRun({
    plan: { phases: [{ id: 'a', title: 'A' }] },
    host: { ...memoryHost(), store },
    driver: createScriptedDriver(),
    trust: 'autonomous',
    reviewers: [],
  })
  return { run, events: recordEvents(run) }
}

/** Watches a run from before its start to its end. */
const watchAll = async (
  baseUrl: string,
  runId: string,
  start: () => Promise<unknown>,
  fetch = globalThis.fetch,
) => {
  const headers = { authorization: `Bearer ${token}` }
  const client = createClient({ baseUrl, headers, fetch })
  const seen: RunEvent[] = []
  const watching = (async () => {
    for await (const event of client.watch({ runId })) seen.push(event)
  })()
  await Promise.all([watching, start()])
  expect(await client.readRun(runId)).toMatchObject({ runId, report: { status: 'completed' }, waits: [] })
  return seen
}

it('the server of Node serves the runs of a repository', async () => {
  const { serveRuns } = await load<{
    serveRuns(options: { repo: string; token: string; port: number }): Promise<Server>
  }>('node.js')
  const repo = makeRepository()
  const server = await serveRuns({ repo, token, port: 0 })
  onTestFinished(() => void server.close().closeAllConnections())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { run, events } = await prepareRun(nodeHost({ repo }).store)
  expect(await watchAll(url, run.id, () => run.start())).toEqual(events)
  expect((await fetch(`${url}/v1/runs`)).status).toBe(401)
})

it('the Hono app serves runs beside its pages', async () => {
  const { createApp } = await load<{
    createApp(options: object): { request(path: string | Request): Promise<Response> }
  }>('hono.js')
  const host = memoryHost()
  const app = createApp({ host, token })
  const { run, events } = await prepareRun(host.store)
  const call = (url: string, init: RequestInit) => app.request(new Request(url, init))
  const url = 'http://localhost/amelia'
  expect(await watchAll(url, run.id, () => run.start(), call as never)).toEqual(events)
  expect(await (await app.request('/')).text()).toContain('/amelia/v1/runs')
  expect((await app.request('/amelia/v1/runs')).status).toBe(401)
})

it('the Express app serves runs beside its pages', async () => {
  const { createApp } = await load<{ createApp(options: object): RequestListener }>('express.js')
  const host = memoryHost()
  const server = createServer(createApp({ host, token })).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close().closeAllConnections())
  await new Promise((resolve) => server.once('listening', resolve))
  const { run, events } = await prepareRun(host.store)
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  expect(await watchAll(`${url}/amelia`, run.id, () => run.start())).toEqual(events)
  expect(await (await fetch(url)).text()).toContain('/amelia/v1/runs')
  expect((await fetch(`${url}/amelia/v1/runs`)).status).toBe(401)
  const command = await fetch(`${url}/amelia/v1/runs/${run.id}/commands`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{ "type": "drain" }',
  })
  // The body arrives: the run has ended, so it cannot be drained.
  expect([command.status, await command.json()]).toMatchObject([409, { error: { code: 'RUN_ENDED' } }])
})

it('the route of Next serves runs', async () => {
  const repo = makeRepository()
  vi.stubEnv('AMELIA_REPO', repo)
  vi.stubEnv('AMELIA_TOKEN', token)
  onTestFinished(() => void vi.unstubAllEnvs())
  type Handle = (request: Request) => Promise<Response>
  const { GET, POST } = await load<{ GET: Handle; POST: Handle }>('next-route.js')
  const { run, events } = await prepareRun(nodeHost({ repo }).store)
  const call = (url: string, init: RequestInit) =>
    (init.method === 'POST' ? POST : GET)(new Request(url, init))
  const url = 'http://localhost/amelia'
  expect(await watchAll(url, run.id, () => run.start(), call as never)).toEqual(events)
  expect((await GET(new Request(`${url}/v1/runs`))).status).toBe(401)
})

it.each([
  'http/node.js',
  'http/hono.js',
  'http/express.js',
  'http/next-route.js',
  'serverless/continue-run.js',
])('docs/use/deploying.md shows %s in full', (file) => {
  const read = (path: string) => readFileSync(resolve(import.meta.dirname, '..', path), 'utf8')
  const shown = `\`${file.split('/')[1]}\`:\n\n\`\`\`js\n${read(`examples/${file}`)}\`\`\`\n`
  expect(read('docs/use/deploying.md')).toContain(shown)
})
