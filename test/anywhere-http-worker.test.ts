import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createClient } from '@amelia/http/client'
import { afterAll, beforeAll, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const edge = join(root, 'examples/edge-worker')
const scratch = mkdtempSync(join(tmpdir(), 'amelia-http-worker-'))
const headers = { authorization: 'Bearer a-long-random-token' }
let worker: { url: string; end(): Promise<void> }

beforeAll(async () => {
  const { bundle } = (await import(join(edge, 'build.mjs'))) as {
    bundle(file: string, options: object): Promise<string>
  }
  const { startWorkerd } = (await import(join(edge, 'start-workerd.mjs'))) as {
    startWorkerd(file: string, options: object): Promise<typeof worker>
  }
  const file = await bundle(join(scratch, 'worker.js'), {
    ...{ entry: '../http/worker.ts', conditions: ['amelia-source'] },
  })
  worker = await startWorkerd(file, {
    object: 'Runs',
    texts: { TOKEN: 'a-long-random-token' },
  })
})
afterAll(async () => {
  await worker?.end()
  rmSync(scratch, { recursive: true, force: true })
})

it('a Worker starts the run of an uploaded plan and streams its events', async () => {
  const client = createClient({ baseUrl: worker.url, headers })
  const { runId } = await client.startRun(readFileSync(join(root, 'examples/anywhere/plan.md'), 'utf8'))
  const seqs: number[] = []
  let last = ''
  for await (const { seq, type } of client.watch({ runId })) {
    seqs.push(seq)
    last = type
  }
  expect(last).toBe('run_ended')
  expect(seqs).toEqual(seqs.map((_, index) => index + 1))
  expect((await client.readRun(runId)).report.status).toBe('completed')
  await expect(
    client.startRun('| Phase | Name | Depends On |\n|---|---|---|\n| 1 | A | 9 |\n'),
  ).rejects.toMatchObject({
    code: 'PLAN_INVALID',
  })
})

it('a Worker refuses a request without a token, and a page of another origin', async () => {
  expect((await fetch(`${worker.url}/v1/runs`)).status).toBe(401)
  const foreign = { ...headers, origin: 'https://evil.example' }
  expect((await fetch(`${worker.url}/v1/runs`, { headers: foreign })).status).toBe(403)
})
