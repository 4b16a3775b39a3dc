import { AmeliaError, createRun, type RunView, watchRun } from '@amelia/core'
import { applyRunChange } from '@amelia/core/view'
import { createManualClock, createScriptedDriver, memoryHost } from '@amelia/core/testing'
import { describe, expect, it } from 'vitest'
import { createClient } from '../src/client.ts'
import { createHandler } from '../src/index.ts'
import { address, alone, clientOf, collect, serveRun } from './served-run.ts'

type Handler = (request: Request) => Promise<Response>

/** Waits until pending promises are settled. */
const flush = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Advances the clock until the promise settles. */
const advanceUntil = async <Value>(
  clock: { advance(ms: number): void },
  promise: Promise<Value>,
): Promise<Value> => {
  let isOver = false
  void promise.then(
    () => (isOver = true),
    () => (isOver = true),
  )
  while (!isOver) {
    await flush()
    clock.advance(500)
  }
  return promise
}

/** Cuts each response after a number of bytes, which may be within a message. */
const cutAfter =
  (handler: Handler, nextLength: () => number): Handler =>
  async (request) => {
    const response = await handler(request)
    let left = nextLength()
    const cut = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        controller.enqueue(chunk.subarray(0, left))
        left -= chunk.length
        if (left <= 0) controller.error(new Error('cut'))
      },
    })
    return new Response(response.body?.pipeThrough(cut), response)
  }

describe('client.watch', () => {
  it('yields the events of the run to viewers from before, during and after it', async () => {
    const { run, runId, events, handler } = await serveRun()
    const client = clientOf(handler)
    const before = collect(client.watch({ runId }))
    let during: Promise<object[]> | undefined
    run.on('phase_completed', () => {
      during ??= collect(client.watch({ runId, after: 3 }))
    })
    await run.start()
    expect(await before).toEqual(events)
    expect(await during).toEqual(events.slice(3))
    expect(await collect(client.watch({ runId, after: events.length - 1 }))).toEqual(events.slice(-1))
  })

  it('is a source of `watchRun`', async () => {
    const { run, runId, events, handler } = await serveRun()
    const client = clientOf(handler)
    const watching = collect(watchRun({ client, runId, after: 2 }))
    await run.start()
    expect(await watching).toEqual(events.slice(2))
    const over = AbortSignal.abort()
    expect(await collect(watchRun({ client, runId, signal: over }))).toEqual([])
  })

  it('watches several runs over one connection', async () => {
    const { host, run, runId, events, handler } = await serveRun()
    const other = await createRun({ host, ...alone, reviewers: [], artifacts: 'none' })
    let requests = 0
    const client = clientOf((request) => (requests++, handler(request)))
    const watching = collect(client.watchAll({ runs: [{ runId, after: 2 }, { runId: other.id }] }))
    await Promise.all([run.start(), other.start()])
    const seen = await watching
    expect(seen.filter((event) => event.runId === runId)).toEqual(events.slice(2))
    const [first] = seen.filter((event) => event.runId === other.id)
    expect(first).toMatchObject({ type: 'run_started', seq: 1 })
    expect(requests).toBe(1)
  })

  it('begins with the complete view after each cut, and ends with the view of the report', async () => {
    const { run, runId, handler } = await serveRun()
    await run.start()
    const clock = createManualClock()
    let length = 0
    const client = clientOf(
      cutAfter(handler, () => (length += 1_337) % 20_000),
      { clock },
    )
    const seen = await advanceUntil(clock, collect(client.watch({ runId, views: true })))
    const changes = seen.filter((event) => event.type === 'run_changed')
    expect(changes.length).toBeGreaterThan(1)
    expect(changes.every(({ plan }) => plan !== undefined)).toBe(true)
    let view: RunView | undefined
    for (const change of changes) view = applyRunChange(view, change)
    const { phases, sessions: _, ...report } = (await client.readRun(runId)).report
    expect(view?.report).toEqual(report)
    expect([...view!.phases.values()]).toEqual(phases)
  })

  it('yields each event once, however often the connection is cut', async () => {
    const { run, runId, events, handler } = await serveRun()
    await run.start()
    const clock = createManualClock()
    let length = 0
    const retries: number[] = []
    const client = clientOf(
      cutAfter(handler, () => (length += 337) % 6_000),
      { clock, onRetry: (_, delayMs) => retries.push(delayMs) },
    )
    expect(await advanceUntil(clock, collect(client.watch({ runId })))).toEqual(events)
    expect(retries.length).toBeGreaterThan(5)
    expect(Math.max(...retries)).toBeLessThan(10_000)
    expect(clock.waiting).toBe(0)
  })

  it('drops an event that is repeated, and reconnects if one is missing', async () => {
    const message = (seq: number) => `data: ${JSON.stringify({ runId: 'r', type: 'x', seq })}\n\n`
    const end = 'event: watch_ended\ndata: {"runId":"r"}\n\n'
    const bodies = [
      message(1) + message(1) + message(2) + message(4),
      message(2) + message(3) + message(4) + message(3) + end,
    ]
    const ids: (string | null)[] = []
    const clock = createManualClock()
    const client = clientOf(
      async ({ headers }) => {
        ids.push(headers.get('last-event-id'))
        return new Response(bodies.shift(), { headers: { 'content-type': 'text/event-stream' } })
      },
      { clock },
    )
    const seen = await advanceUntil(clock, collect(client.watch({ runId: 'r' })))
    expect(seen.map(({ seq }) => seq)).toEqual([1, 2, 3, 4])
    expect(ids).toEqual(['r:0', 'r:2'])
  })

  it('reconnects if the server restarts, or is silent for 45 s', async () => {
    const { run, runId, events, handler } = await serveRun()
    await run.start()
    const clock = createManualClock()
    const silent = () =>
      new Response(new ReadableStream(), { headers: { 'content-type': 'text/event-stream' } })
    const answers = [
      () => Promise.reject(new TypeError('fetch failed')),
      () => new Response('Bad gateway', { status: 502 }),
      silent,
      handler,
    ]
    let requests = 0
    const client = clientOf(async (request) => answers[requests++]!(request), { clock })
    const watching = collect(client.watch({ runId }))
    await flush()
    clock.advance(250)
    await flush()
    clock.advance(500)
    await flush()
    expect(requests).toBe(3)
    clock.advance(44_999)
    await flush()
    expect(requests).toBe(3)
    expect(await advanceUntil(clock, watching)).toEqual(events)
    expect(requests).toBe(4)
  })

  it.each([
    ['credentials are missing', 401, 'REQUEST_REFUSED'],
    ['the path is wrong', 404, 'SERVER_UNREACHABLE'],
  ])('throws at once if %s', async (_name, status, code) => {
    const { handler } = await serveRun({ authenticate: () => null })
    const client = clientOf(status === 404 ? async () => new Response('No', { status }) : handler)
    await expect(collect(client.watch({ runId: 'r' }))).rejects.toMatchObject({ code, details: { status } })
  })

  it('throws the error of a run, and retries one of the store', async () => {
    const { host, run, runId, events } = await serveRun()
    await run.start()
    const { follow: _, publish: __, tail: ___, ...store } = host.store
    const clock = createManualClock()
    const failures = ['STORE_FAILED', 'RUN_DAMAGED'] as const
    const failing = failures.map((code) => {
      let loads = 0
      const load = async (id: string) => {
        if (loads++ === 0) throw new AmeliaError(code, 'of the store', { runId, line: 1 })
        return host.store.load(id)
      }
      return createHandler({
        host: { store: { ...store, load }, clock },
        authenticate: () => ({ access: 'read' }),
      })
    })
    const [passing, lasting] = failing.map((handler) =>
      collect(clientOf(handler, { clock }).watch({ runId })),
    )
    await expect(lasting).rejects.toMatchObject({ code: 'RUN_DAMAGED', details: { runId, line: 1 } })
    expect(await advanceUntil(clock, passing!)).toEqual(events)
  })

  it('throws the error of a store that fails ten times in a row, ever more slowly', async () => {
    const { host, runId } = await serveRun()
    const clock = createManualClock()
    const { follow: _, tail: __, ...store } = host.store
    const load = () => Promise.reject(new AmeliaError('STORE_FAILED', 'the disk is full', { runId }))
    const handler = createHandler({
      host: { store: { ...store, load }, clock },
      authenticate: () => ({ access: 'read' }),
    })
    const delays: number[] = []
    const client = clientOf(handler, { clock, onRetry: (_, delayMs) => delays.push(delayMs) })
    const watched = collect(client.watch({ runId })).catch((error: unknown) => [error])
    expect(await advanceUntil(clock, watched)).toMatchObject([{ code: 'STORE_FAILED', details: { runId } }])
    expect(delays).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000, 10_000])
  })

  it('ends with its signal, and then nothing watches the run', async () => {
    const { host, runId, run } = await serveRun()
    const followed: AbortSignal[] = []
    const store = {
      ...host.store,
      follow: (id: string, signal: AbortSignal) => (followed.push(signal), host.store.follow!(id, signal)),
    }
    const handler = createHandler({ store, authenticate: () => ({ access: 'read' }) })
    const stops = [new AbortController(), new AbortController()]
    const seen: Promise<object[]>[] = stops.map(({ signal }) =>
      collect(clientOf(handler).watch({ runId, signal })),
    )
    await run.start().then(() => flush())
    const waiting = clientOf(handler).watch({ runId: 'later', signal: stops[0]!.signal })
    const end = collect(waiting)
    await flush()
    stops[0]!.abort()
    expect(await end).toEqual([])
    await Promise.all(seen)
    await flush()
    expect(followed.map(({ aborted }) => aborted)).toEqual([true, true])
  })

  it('yields progress on request', async () => {
    const host = memoryHost()
    const driver = createScriptedDriver(async (_, { emit }) => {
      emit({ type: 'text', text: 'working' })
      await flush()
      return {}
    })
    const plan = { title: 'One', phases: [{ id: 'a', title: 'A' }] }
    const run = await createRun({ host, ...alone, plan, driver, reviewers: [], artifacts: 'none' })
    const client = clientOf(createHandler({ host, authenticate: () => ({ access: 'read' }) }))
    const [all, events] = [true, false].map((progress) => collect(client.watch({ runId: run.id, progress })))
    await flush()
    await run.start()
    const types = (await all)!.map(({ type }) => type as string)
    expect(types).toContain('session_progress')
    expect((await events)!.map(({ type }) => type as string)).toEqual(
      types.filter((type) => !['session_progress', 'session_usage'].includes(type)),
    )
  })
})

describe('a stream', () => {
  const read = async (handler: Handler, path: string, headers: Record<string, string> = {}) =>
    (await handler(new Request(address + path, { headers }))).text()

  it('is server-sent events, which begin after Last-Event-ID', async () => {
    const { run, runId, events, handler } = await serveRun()
    await run.start()
    const last = events.at(-1)!
    const message = `data: ${JSON.stringify(last)}\n\n`
    const end = `event: watch_ended\ndata: {"runId":"${runId}"}\n\n`
    const number = String(last.seq - 1)
    const single = `: open\n\nid: ${last.seq}\n${message}${end}`
    expect(await read(handler, `/v1/runs/${runId}/events`, { 'last-event-id': number })).toBe(single)
    expect(await read(handler, `/v1/runs/${runId}/events?after=${number}`)).toBe(single)
    const several = `: open\n\nid: ${runId}:${last.seq}\n${message}${end}`
    const headers = { 'last-event-id': `${runId}:${number},gone:7` }
    expect(await read(handler, `/v1/events?run=${runId}`, headers)).toBe(several)
    const refused = (path: string) => read(handler, path, { 'last-event-id': 'abc' })
    expect(await refused(`/v1/runs/${runId}/events`)).toContain('such as 12."')
    expect(await refused(`/v1/events?run=${runId}`)).toContain('such as a:12,b:7."')
  })

  it('has a heartbeat every 15 s, and ends after an hour', async () => {
    const clock = createManualClock()
    const { host } = await serveRun()
    const handler = createHandler({
      host: { store: host.store, clock },
      authenticate: () => ({ access: 'read' }),
    })
    const { body } = await handler(new Request(`${address}/v1/runs/later/events`))
    const reader = body!.pipeThrough(new TextDecoderStream()).getReader()
    expect((await reader.read()).value).toBe(': open\n\n')
    let next = reader.read()
    await flush()
    clock.advance(14_999)
    await flush()
    expect(clock.waiting).toBe(1)
    clock.advance(1)
    expect((await next).value).toBe(': alive\n\n')
    next = reader.read()
    await flush()
    clock.advance(3_600_000)
    expect((await next).done).toBe(false)
    expect((await reader.read()).done).toBe(true)
    expect(clock.waiting).toBe(0)
  })

  it('ends after its time also while its client has messages left to read', async () => {
    const clock = createManualClock()
    const { host, run } = await serveRun()
    await run.start()
    const handler = createHandler({
      host: { store: host.store, clock },
      authenticate: () => ({ access: 'read' }),
      maxStreamMs: 60_000,
    })
    const { body } = await handler(new Request(`${address}/v1/runs/${run.id}/events`))
    const reader = body!.getReader()
    expect(new TextDecoder().decode((await reader.read()).value)).toBe(': open\n\n')
    // The events of the run are read in the background.
    for (let turn = 0; turn < 10; turn += 1) await flush()
    clock.advance(60_000)
    expect((await reader.read()).done).toBe(true)
    expect(clock.waiting).toBe(0)
  })

  it('keeps at most 100 values of progress for a client that does not read', async () => {
    const { host, handler } = await serveRun()
    const { body } = await handler(new Request(`${address}/v1/runs/later/events?progress=true`))
    const reader = body!.pipeThrough(new TextDecoderStream()).getReader()
    await reader.read()
    await flush()
    for (let n = 0; n < 300; n++)
      await host.store.publish!('later', { type: 'session_progress', runId: 'later', n })
    await flush()
    let text = ''
    while (!text.includes('"n":299')) text += (await reader.read()).value
    const numbers = [...text.matchAll(/"n":(\d+)/g)].map(([, n]) => Number(n))
    expect(numbers.length).toBeLessThan(200)
    const missed = [...text.matchAll(/"progress_missed".*"count":(\d+)/g)].map(([, count]) => Number(count))
    expect(missed.reduce((sum, count) => sum + count, numbers.length)).toBe(300)
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
    await reader.cancel()
  })

  it('is refused while too many are open, and costs nothing before it is read', async () => {
    const { handler } = await serveRun({ maxStreams: 1 })
    const open = () => handler(new Request(`${address}/v1/runs/later/events`))
    const first = await open()
    expect((await open()).status).toBe(503)
    await first.body!.cancel()
    expect((await open()).status).toBe(200)
  })
})

describe('createClient', () => {
  it('refuses an address without http', () => {
    for (const baseUrl of ['', 'localhost:1', 'file:///x', '/v1'])
      expect(() => createClient({ baseUrl })).toThrow(/begins with http/)
  })

  it('sends its headers with each request, and reports a server that does not respond', async () => {
    const seen: (string | null)[] = []
    const { handler } = await serveRun()
    let count = 0
    const client = createClient({
      baseUrl: `${address}/`,
      headers: () => ({ authorization: `Bearer ${++count}` }),
      fetch: (url, init) => {
        const request = new Request(url, init)
        seen.push(request.headers.get('authorization'))
        return handler(request)
      },
    })
    await client.listRuns()
    await client.listRuns()
    expect(seen).toEqual(['Bearer 1', 'Bearer 2'])
    const down = createClient({ baseUrl: address, fetch: () => Promise.reject(new TypeError('no')) })
    await expect(down.listRuns()).rejects.toMatchObject({ code: 'SERVER_UNREACHABLE' })
    const other = createClient({ baseUrl: address, fetch: async () => new Response('<html>') })
    await expect(other.listRuns()).rejects.toMatchObject({ code: 'SERVER_UNREACHABLE' })
  })
})
