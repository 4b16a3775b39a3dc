import { AmeliaError, createRun, listRuns, readRun } from '@amelia/core'
import { createManualClock, createScriptedDriver, memoryHost } from '@amelia/core/testing'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { bearerTokens, createHandler, type HandlerOptions } from '../src/index.ts'
import { address, alone, clientOf, collect, sendTo, serveRun } from './served-run.ts'

const token = 'a-token-of-a-person'

describe('createHandler', () => {
  const nobody = () => null
  it.each([
    ['no authenticate', {}, /`authenticate` must be a function/],
    ['an unknown option', { authenticate: nobody, orgins: [] }, /Did you mean `origins`/],
    ['an origin with a path', { authenticate: nobody, origins: ['https://a.example/x'] }, /`origins\[0\]`/],
    ['a host in capitals', { authenticate: nobody, hosts: ['A.example'] }, /`hosts\[0\]`/],
    ['a host with a scheme', { authenticate: nobody, hosts: ['https://a.example'] }, /without https:/],
    ['an empty store', { host: undefined, store: {}, authenticate: nobody }, /`store.contract` must be/],
    ['a limit of 0', { authenticate: nobody, maxBodyBytes: 0 }, /`maxBodyBytes`/],
    ['a base path with an end', { authenticate: nobody, basePath: '/x/' }, /`basePath`/],
  ])('refuses %s', (_name, options, message) => {
    const host = memoryHost()
    expect(() => createHandler({ host, ...options } as unknown as HandlerOptions)).toThrow(message)
  })

  it('takes either a store or a host', () => {
    const host = memoryHost()
    const authenticate = nobody
    expect(() => createHandler({ authenticate })).toThrow(/either `store` or `host`/)
    expect(() => createHandler({ authenticate, host, store: host.store })).toThrow(/either `store` or `host`/)
    expect(createHandler({ authenticate, store: host.store })).toBeTypeOf('function')
  })

  it('responds even if `onError` or `authenticate` throws', async () => {
    const fail = (): never => {
      throw new Error('sk-secret')
    }
    const { handler } = await serveRun({ authenticate: fail, onError: fail })
    const { status, text } = await sendTo(handler, '/v1/runs')
    expect(status).toBe(500)
    expect(text).not.toContain('sk-secret')
  })

  it('writes errors to the console without `onError`', async () => {
    const written = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => written.mockRestore())
    const error = new Error('the database is away')
    const handler = createHandler({ host: memoryHost(), authenticate: () => Promise.reject(error) })
    expect((await sendTo(handler, '/v1/runs')).status).toBe(500)
    expect(written.mock.calls).toMatchObject([[{ code: 'INTERNAL', cause: error }]])
  })

  it('serves below its base path', async () => {
    const { handler } = await serveRun({ basePath: '/deep/amelia' })
    expect((await sendTo(handler, '/deep/amelia/v1/runs')).status).toBe(200)
    expect((await sendTo(handler, '/v1/runs')).status).toBe(404)
  })
})

describe('the source of a request', () => {
  it('must call the server by one of its names', async () => {
    const { handler, host } = await serveRun()
    const ask = async (url: string, own = handler) => (await own(new Request(url))).status
    for (const url of ['http://localhost/v1/runs', 'http://127.0.0.1:1/v1/runs', 'http://[::1]:9/v1/runs'])
      expect(await ask(url), url).toBe(200)
    expect(await ask('http://rebound.example/v1/runs')).toBe(421)
    expect(await ask('http://localhost.example/v1/runs')).toBe(421)
    const upper = new Request('http://localhost/v1/runs', { headers: { host: 'LocalHost:4000' } })
    expect((await handler(upper)).status).toBe(200)
    const headers = { host: 'rebound.example' }
    expect((await handler(new Request('http://localhost/v1/runs', { headers }))).status).toBe(421)
    const named = createHandler({ host, authenticate: () => ({ access: 'read' }), hosts: ['runs.example'] })
    expect(await ask('https://runs.example/v1/runs', named)).toBe(200)
    expect(await ask('http://localhost/v1/runs', named)).toBe(421)
  })

  it('must not be a page of another origin, before anybody is authenticated', async () => {
    let asked = 0
    const authenticate = () => (asked++, { access: 'start' as const })
    const { handler } = await serveRun({ authenticate, origins: ['https://dashboard.example'] })
    const from = (headers: Record<string, string>) => sendTo(handler, '/v1/runs', { headers })
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'http://localhost:4001' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ])
      expect(await from(headers as Record<string, string>)).toMatchObject({
        status: 403,
        body: { error: { code: 'REQUEST_REFUSED', details: { reason: 'origin' } } },
      })
    expect(asked).toBe(0)
    expect((await from({ origin: address, 'sec-fetch-site': 'same-origin' })).status).toBe(200)
    const allowed = await from({ origin: 'https://dashboard.example', 'sec-fetch-site': 'cross-site' })
    expect(allowed.status).toBe(200)
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://dashboard.example')
  })

  it('gets an answer to a preflight only if its origin is allowed', async () => {
    const { handler } = await serveRun({ origins: ['https://dashboard.example'] })
    const ask = (origin: string) =>
      handler(
        new Request(`${address}/v1/runs`, {
          method: 'OPTIONS',
          headers: {
            origin,
            'access-control-request-method': 'POST',
            'access-control-request-headers': 'authorization',
          },
        }),
      )
    const yes = await ask('https://dashboard.example')
    expect([yes.status, yes.headers.get('access-control-allow-headers')]).toEqual([204, 'authorization'])
    expect((await ask('https://evil.example')).status).toBe(403)
    expect((await ask(address)).status).toBe(405)
  })
})

describe('authentication', () => {
  it('precedes every path', async () => {
    const { handler, runId } = await serveRun({ authenticate: () => null })
    for (const path of [
      '/v1/runs',
      `/v1/runs/${runId}`,
      `/v1/runs/${runId}/events`,
      '/v1/openapi.json',
      '/x',
    ])
      expect((await sendTo(handler, path)).status, path).toBe(401)
    expect((await sendTo(handler, '/v1/runs', { body: { plan: '' } })).status).toBe(401)
  })

  it.each([true, 'yes', {}, { access: 'root' }, []])('fails closed for the result %j', async (result) => {
    const errors: unknown[] = []
    const authenticate = () => result as never
    const { handler } = await serveRun({ authenticate, onError: (error) => errors.push(error) })
    expect(await sendTo(handler, '/v1/runs')).toMatchObject({
      status: 500,
      body: { error: { code: 'INTERNAL', message: 'The server failed. Its log names the cause.' } },
    })
    expect(errors).toMatchObject([{ details: { where: 'authenticate' } }])
  })

  it('by tokens knows the access of each', async () => {
    const authenticate = bearerTokens({ [token]: 'read', [`${token}-2`]: 'operate' })
    const { handler, runId } = await serveRun({ authenticate })
    const as = (authorization: string, body?: unknown) =>
      sendTo(handler, body === undefined ? '/v1/runs' : `/v1/runs/${runId}/commands`, {
        headers: { authorization },
        ...(body !== undefined && { body }),
      })
    expect((await as(`Bearer ${token}`)).status).toBe(200)
    for (const wrong of ['', 'Bearer ', `Bearer ${token}x`, `Basic ${token}`, token])
      expect((await as(wrong)).status, wrong).toBe(401)
    expect((await as(`Bearer ${token}`, { type: 'cancel' })).status).toBe(403)
    expect((await as(`Bearer ${token}-2`, { type: 'cancel' })).status).toBe(404)
    expect(() => bearerTokens({ short: 'read' })).toThrow(/at least 16 characters; got one of 5/)
    for (const unset of [undefined, ''])
      expect(() => bearerTokens({ [String(unset)]: 'read' })).toThrow(/^A token is empty or undefined/)
  })
})

describe('a request', () => {
  it('with an invalid run id, body, type or path is refused with its reason', async () => {
    const { handler, runId } = await serveRun({ maxBodyBytes: 100 })
    const commands = `/v1/runs/${runId}/commands`
    const statusOf = async (path: string, init?: Parameters<typeof sendTo>[2]) =>
      (await sendTo(handler, path, init)).status
    for (const id of ['..', '%2e%2e', 'a%2Fb', '-x', 'x..y', 'x'.repeat(129), '%00'])
      expect(await statusOf(`/v1/runs/${id}`), id).toBeOneOf([400, 404])
    expect(await statusOf('/v1/runs/x..y')).toBe(400)
    expect(await statusOf('/v1/nothing')).toBe(404)
    expect(await statusOf('/v1/runs/none')).toBe(404)
    expect(await statusOf(commands, { body: '{' })).toBe(400)
    expect(await statusOf(commands, { body: { type: 'x'.repeat(200) } })).toBe(413)
    expect(
      await statusOf(commands, {
        method: 'POST',
        body: undefined,
        headers: { 'content-type': 'text/plain' },
      }),
    ).toBe(415)
    expect(await statusOf('/v1/runs', { method: 'DELETE' })).toBe(405)
    expect(await statusOf(`/v1/runs/${runId}/events`, { method: 'HEAD' })).toBe(405)
    expect(await statusOf('/v1/events')).toBe(400)
    expect(await statusOf(`/v1/events?run=a&after=nonsense`)).toBe(400)
    expect(
      await statusOf(
        `/v1/events?${'run=a&'.repeat(3)}${Array.from({ length: 50 }, (_, n) => `run=r${n}`).join('&')}`,
      ),
    ).toBe(400)
  })

  it('with a body without a length is read up to the limit only', async () => {
    const { handler, runId } = await serveRun({ maxBodyBytes: 1_000 })
    let pulls = 0
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulls++
        controller.enqueue(new Uint8Array(500).fill(32))
      },
    })
    const init = { method: 'POST', body, duplex: 'half', headers: { 'content-type': 'application/json' } }
    const response = await handler(new Request(`${address}/v1/runs/${runId}/commands`, init))
    expect([response.status, pulls < 10]).toEqual([413, true])
  })

  it('that fails in the server reveals nothing of the cause', async () => {
    const errors: unknown[] = []
    const { host } = await serveRun()
    const cause = new Error('/home/person/secret: sk-123')
    const store = {
      ...host.store,
      load: () =>
        Promise.reject(
          new AmeliaError('STORE_FAILED', cause.message, { runId: 'r', path: '/home/x' } as never, { cause }),
        ),
      list: () => Promise.reject(cause),
    }
    const onError = (error: unknown) => errors.push(error)
    const handler = createHandler({ store, authenticate: () => ({ access: 'read' }), onError })
    const read = await sendTo(handler, '/v1/runs/r')
    expect(read).toMatchObject({ status: 503, body: { error: { code: 'STORE_FAILED' } } })
    expect(read.body).toHaveProperty('error.details', { runId: 'r' })
    const list = await sendTo(handler, '/v1/runs')
    expect(list).toMatchObject({ status: 500, body: { error: { code: 'INTERNAL' } } })
    expect(read.text + list.text).not.toMatch(/home|sk-123|stack|\.ts/)
    expect(errors).toHaveLength(2)
    expect(list.headers.get('cache-control')).toBe('no-store')
  })

  it('names no folder of a store, and tells proxies not to buffer a stream', async () => {
    const host = memoryHost()
    const missing = new AmeliaError('RUN_NOT_FOUND', 'Run r: /home/x has no journal.', { runId: 'r' })
    const store = { ...host.store, load: () => Promise.reject(missing) }
    const handler = createHandler({ store, authenticate: () => ({ access: 'read' }) })
    expect(await sendTo(handler, '/v1/runs/r')).toMatchObject({
      status: 404,
      body: { error: { code: 'RUN_NOT_FOUND', message: 'Run r not found.' } },
    })
    const stream = await handler(new Request('http://localhost/v1/runs/r/events'))
    expect(stream.headers.get('x-accel-buffering')).toBe('no')
    await stream.body?.cancel()
  })
})

describe('a run', () => {
  it('is listed and read, with the reasons of its waits', async () => {
    const { handler, run, runId, events } = await serveRun(
      {},
      { trust: 'paranoid', labels: { team: 'core' } },
    )
    const client = clientOf(handler)
    expect(await client.listRuns()).toEqual([])
    const report = await run.start()
    const listed = await client.listRuns()
    expect(listed).toMatchObject([{ runId, locked: false, status: 'waiting', labels: { team: 'core' } }])
    const filter = { labels: { team: 'core' }, status: ['waiting', 'failed'] } as const
    expect(await client.listRuns(filter)).toEqual(listed)
    expect(await client.listRuns({ labels: { team: 'other' } })).toEqual([])
    expect(await client.listRuns({ status: ['failed'] })).toEqual([])
    const wrong = client.listRuns({ status: ['nonsense' as never] })
    await expect(wrong).rejects.toMatchObject({ code: 'OPTION_INVALID' })
    const read = await client.readRun(runId)
    expect(read).toEqual({
      runId,
      seq: events.length,
      savedAnswers: [],
      condition: { state: 'waiting', status: 'waiting', sentence: 'Waiting for an answer.' },
      canGoOn: true,
      locked: false,
      report: JSON.parse(JSON.stringify(read.report)) as unknown,
      waits: read.waits,
    })
    expect(read.report.gates).toEqual(report.gates)
    expect(read.waits.find(({ phaseId }) => phaseId === 'b')).toMatchObject({
      reason: 'dependencies',
      sentence: 'Waits for phase a.',
    })
  })

  it('takes answers: it keeps one for the next process, and refuses others by their codes', async () => {
    const { handler, run, runId } = await serveRun({}, { trust: 'paranoid' })
    const client = clientOf(handler)
    const [gate] = (await run.start()).gates
    const answer = { type: 'answer', gateId: gate!.id, choice: 'approve' } as const
    await expect(client.send(runId, { ...answer, gateId: 'none' })).rejects.toMatchObject({
      code: 'GATE_UNKNOWN',
      details: { open: [gate!.id] },
    })
    await expect(client.send(runId, { ...answer, choice: 'continue' })).rejects.toMatchObject({
      code: 'GATE_CHOICE',
    })
    await expect(client.send(runId, { type: 'nothing' } as never)).rejects.toMatchObject({
      code: 'COMMAND_INVALID',
    })
    await expect(client.send(runId, { type: 'cancel' })).rejects.toMatchObject({ code: 'RUN_ENDED' })
    const kept = await client.send(runId, answer)
    expect(kept).toMatchObject({ outcome: 'kept', locked: false })
    expect(await client.send(runId, answer)).toEqual(kept)
    await expect(client.send(runId, { ...answer, choice: 'abort' })).rejects.toMatchObject({
      code: 'GATE_EXPIRED',
      details: { choice: 'approve' },
    })
    expect((await client.readRun(runId)).report.gates).toMatchObject([{ id: gate!.id }])
  })

  it('that another process executes is cancelled', async () => {
    const clock = createManualClock()
    const host = memoryHost({
      clock,
      commands: ({ signal }) =>
        new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason as Error)),
        ),
    })
    const step = { id: 's1', description: 'Wait.', action: 'command' as const, command: 'sleep 60' }
    const plan = {
      title: 'One',
      phases: [{ id: 'a', title: 'A', subtasks: [{ id: 'a.1', title: 'One', steps: [step] }] }],
    }
    const run = await createRun({ host, ...alone, plan, reviewers: [], artifacts: 'none' })
    const client = clientOf(createHandler({ host, authenticate: () => ({ access: 'operate' }) }))
    const started = new Promise<void>((resolve) => void run.on('step_started', () => resolve()))
    const report = run.start()
    await started
    const cancelled = client.send(run.id, { type: 'cancel' })
    let isOver = false
    void report.then(() => (isOver = true))
    while (!isOver) {
      clock.advance(1_000)
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect((await report).status).toBe('cancelled')
    clock.advance(1_000)
    expect(await cancelled).toMatchObject({ outcome: 'taken' })
  })

  it('is steered: the text is kept for the next session', async () => {
    const agent = { adapt: true, driver: createScriptedDriver() }
    const { handler, run, runId } = await serveRun({}, { trust: 'paranoid', ...agent })
    await run.start()
    const client = clientOf(handler)
    const steer = { type: 'steer', text: 'Use tabs.' } as const
    expect(await client.send(runId, { ...steer, phaseId: 'b' })).toMatchObject({ outcome: 'kept' })
    await expect(client.send(runId, { ...steer, phaseId: 'none' })).rejects.toMatchObject({
      code: 'NOT_STEERED',
    })
  })

  it('is listed in pages, which the client joins', async () => {
    const { handler, host, run } = await serveRun()
    await run.start()
    for (let count = 0; count < 4; count++) {
      host.clock.advance(1_000)
      const { run: other } = await serveRun({}, { host })
      await other.start()
    }
    const all = (await listRuns({ host })).map(({ runId }) => runId)
    expect(all).toHaveLength(5)
    const page = await sendTo(handler, '/v1/runs?limit=2')
    const { runs, next } = page.body as { runs: { runId: string }[]; next: string }
    expect(runs.map(({ runId }) => runId)).toEqual(all.slice(0, 2))
    const rest = await sendTo(handler, `/v1/runs?limit=4&after=${encodeURIComponent(next)}`)
    expect(rest.body).toMatchObject({ runs: all.slice(2).map((runId) => ({ runId })) })
    expect(rest.body).not.toHaveProperty('next')
    for (const query of ['limit=0', 'limit=x', 'limit=1001', 'after=x', 'after=,a'])
      expect(await sendTo(handler, `/v1/runs?${query}`)).toMatchObject({ status: 400 })
    const paged = clientOf((request) =>
      handler(new Request(request.url.replace(/[?]/, '?limit=2&'), request)),
    )
    expect((await paged.listRuns()).map(({ runId }) => runId)).toEqual(all)
    const [, second] = await clientOf(handler).listRuns({ limit: 2 })
    expect((await clientOf(handler).listRuns({ limit: 1, after: second! }))[0]?.runId).toBe(all[2])
  })

  it('is started once, however often its start is repeated', async () => {
    const { host } = await serveRun()
    const client = clientOf(
      createHandler({
        host,
        authenticate: () => ({ access: 'start' }),
        allowStart: () => ({ ...alone, host, reviewers: [], artifacts: 'none' }),
      }),
    )
    expect(await client.startRun('the plan', { runId: 'order-17' })).toEqual({ runId: 'order-17' })
    await collect(client.watch({ runId: 'order-17' }))
    await expect(client.startRun('the plan', { runId: 'order-17' })).rejects.toMatchObject({
      code: 'RUN_EXISTS',
      details: { runId: 'order-17' },
    })
    expect(await client.listRuns()).toMatchObject([{ runId: 'order-17' }])
    for (const id of ['../x', 'limit-1-2'])
      await expect(client.startRun('the plan', { runId: id }), id).rejects.toMatchObject({
        details: { reason: 'body' },
      })
  })

  it('is started once when two starts with one id arrive together', async () => {
    const { host } = await serveRun()
    const errors: unknown[] = []
    const client = clientOf(
      createHandler({
        host,
        authenticate: () => ({ access: 'start' }),
        onError: (error) => errors.push(error),
        allowStart: ({ plan }) => ({
          ...alone,
          ...{ host, reviewers: [], artifacts: 'none', plan: { ...alone.plan, title: plan } },
        }),
      }),
    )
    const titles = ['Alpha', 'Beta']
    const starts = await Promise.allSettled(titles.map((title) => client.startRun(title, { runId: 'both' })))
    expect(starts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(starts.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'RUN_EXISTS', details: { runId: 'both' } },
    })
    await collect(client.watch({ runId: 'both' }))
    const started = starts.findIndex(({ status }) => status === 'fulfilled')
    expect((await readRun({ host, runId: 'both' })).plan.title).toBe(titles[started])
    expect(errors).toEqual([])
  })

  it('is started with the settings that a caller chose, of a server that describes them', async () => {
    const { host } = await serveRun()
    const seen: object[] = []
    const choices = {
      plans: [{ path: 'plan.md', phases: 1, errors: 0, warnings: 0 }],
      agents: [{ name: 'claude', isInstalled: true, isReady: true }],
      ...{ settings: { trust: 'paranoid' as const }, suggested: {}, fixed: ['trust' as const] },
    }
    const serve = (access: 'operate' | 'start', describes: boolean) =>
      createHandler({
        ...{ host, authenticate: () => ({ access }) },
        allowStart: ({ caller: _, ...request }) => {
          seen.push(request)
          return { ...alone, host, reviewers: [], artifacts: 'none' }
        },
        ...(describes && {
          describeStart: () => choices,
          readPlan: ({ path }) => (path === 'plan.md' ? 'the plan' : undefined),
        }),
      })
    const handler = serve('start', true)
    const client = clientOf(handler)
    expect(await client.readStart()).toEqual(choices)
    expect(await client.readPlan('plan.md')).toBe('the plan')
    await expect(client.readPlan('../x')).rejects.toMatchObject({ details: { status: 404 } })
    const settings = { agent: 'claude', model: 'opus', test: 'npm test', concurrency: 2, budgetUsd: 1.5 }
    await client.startRun('x', settings)
    expect(seen).toEqual([{ plan: 'x', ...settings }])
    for (const wrong of [
      ...[{ agent: '--yes' }, { agent: 7 }, { model: ' ' }, { test: 'a\nb' }, { trust: 'all' }],
      ...[{ concurrency: 0 }, { concurrency: 1.5 }, { budgetUsd: -1 }, { budgetUsd: '5' }],
    ])
      expect(await sendTo(handler, '/v1/runs', { body: { plan: 'x', ...wrong } })).toMatchObject({
        body: {
          error: { message: expect.stringContaining(`\`${Object.keys(wrong)[0]}\` must be `) as string },
        },
        status: 400,
      })
    const silent = clientOf(serve('start', false))
    expect(await silent.readStart()).toMatchObject({ plans: [], agents: [], settings: {} })
    await expect(silent.readPlan('plan.md')).rejects.toMatchObject({ details: { reason: 'forbidden' } })
    await expect(silent.startRun('x', { model: 'opus' })).rejects.toThrow('lets nobody choose `model`')
    await expect(clientOf(serve('operate', true)).readStart()).rejects.toMatchObject({
      details: { reason: 'forbidden' },
    })
    expect(seen).toHaveLength(1)
  })

  it('is started only with `allowStart`, by a caller with that access', async () => {
    const { handler, host } = await serveRun()
    const plan = 'the plan of a caller'
    await expect(clientOf(handler).startRun(plan)).rejects.toMatchObject({
      code: 'REQUEST_REFUSED',
      details: { reason: 'forbidden', status: 403 },
    })
    const seen: object[] = []
    const errors: unknown[] = []
    const make = (access: 'operate' | 'start', given: object = alone.plan) =>
      clientOf(
        createHandler({
          host,
          authenticate: () => ({ access, name: 'Ann' }),
          onError: (error) => errors.push(error),
          allowStart(request) {
            seen.push(request)
            return { ...alone, host, plan: given as never, reviewers: [], artifacts: 'none' }
          },
        }),
      )
    await expect(make('operate').startRun(plan)).rejects.toMatchObject({ details: { reason: 'forbidden' } })
    expect(seen).toEqual([])
    const client = make('start')
    const { runId } = await client.startRun(plan)
    expect(seen).toEqual([{ plan, caller: { access: 'start', name: 'Ann' } }])
    const types: string[] = []
    for await (const { type } of client.watch({ runId })) types.push(type)
    expect(types.at(-1)).toBe('run_ended')
    const cycle = { phases: [{ id: 'a', title: 'A', dependsOn: ['a'] }] }
    await expect(make('start', cycle).startRun(plan)).rejects.toMatchObject({ code: 'PLAN_INVALID' })
    expect(errors).toEqual([])
    await expect(make('start', 7 as never).startRun(plan)).rejects.toMatchObject({ code: 'INTERNAL' })
    expect(errors).toHaveLength(1)
    await expect(client.startRun(7 as never)).rejects.toMatchObject({ code: 'OPTION_INVALID' })
  })
})
