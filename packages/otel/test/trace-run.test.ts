import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createRun, openRun, type RunEvent } from '@amelia/core'
import { defineReviewer } from '@amelia/core/plugin'
import { createScriptedDriver, memoryHost, type MemoryStore } from '@amelia/core/testing'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { MeterProvider, MetricReader, type ResourceMetrics } from '@opentelemetry/sdk-metrics'
import {
  AlwaysOffSampler,
  BasicTracerProvider,
  BatchSpanProcessor,
  InMemorySpanExporter,
  ParentBasedSampler,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base'
import { expect, it, onTestFinished } from 'vitest'
import { runIdGenerator, traceRun } from '../src/index.ts'

const plan = {
  goal: 'Greet',
  phases: [
    { id: '1', title: 'Text' },
    { id: '2', title: 'Copy', dependsOn: ['1'] },
  ],
}
/** An agent whose second session fails. */
const createAgent = () =>
  createScriptedDriver(async ({ workspace }, _, number) => {
    await workspace.fs.writeFile(`/${number}.txt`, 'text')
    if (number === 1) throw new Error('no')
    return { usage: { inputTokens: 100, cachedInputTokens: 40, outputTokens: 20, usd: 0.5 } }
  })
const options = () => ({
  plan,
  driver: createAgent(),
  trust: 'autonomous' as const,
  planApproved: true,
  reviewers: [],
  verify: { test: ['test'], whole: { command: ['whole'], when: 'end' as const } },
})

const memory = () => {
  const exporter = new InMemorySpanExporter()
  const tracerProvider = new BasicTracerProvider({
    idGenerator: runIdGenerator,
    spanProcessors: [new SimpleSpanProcessor(exporter)],
  })
  return { tracerProvider, spans: () => exporter.getFinishedSpans() }
}
const ms = ([seconds, nanos]: readonly [number, number]): number => seconds * 1000 + nanos / 1e6
const idOf = (span: ReadableSpan): string => span.spanContext().spanId
/** Prints spans as a tree, by their parents. */
const tree = (spans: readonly ReadableSpan[], parent?: string, indent = ''): string[] =>
  spans
    .filter(({ parentSpanContext }) => parentSpanContext?.spanId === parent)
    .sort((a, b) => a.startTime[0] - b.startTime[0] || a.startTime[1] - b.startTime[1])
    .flatMap((span) => {
      const error = span.attributes['error.type']
      const line = `${indent}${span.name}${error === undefined ? '' : ` (${String(error)})`}`
      return [line, ...tree(spans, idOf(span), `${indent}  `)]
    })
const wholeTree = [
  'run',
  '  phase 1',
  '    attempt 1',
  '      invoke_agent scripted',
  '      verify',
  '      integrate',
  '  phase 2',
  '    attempt 1 (agent_failed)',
  '      invoke_agent scripted (agent_failed)',
  '    attempt 2',
  '      invoke_agent scripted',
  '      verify',
  '      integrate',
  '  verify',
]

it('sends run > phase > attempt > session, verify and integrate, with the times of the events', async () => {
  const { tracerProvider, spans } = memory()
  const run = await createRun({ ...options(), host: memoryHost() })
  const events: RunEvent[] = []
  run.subscribe({}, (event) => events.push(event))
  const link = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), traceFlags: 1 }
  traceRun(run, { tracerProvider, link })
  expect((await run.start()).status).toBe('completed')
  expect(tree(spans()).join('\n')).toBe(wholeTree.join('\n'))
  expect(new Set(spans().map((span) => span.spanContext().traceId)).size).toBe(1)
  const [root] = spans().filter(({ name }) => name === 'run')
  expect(root?.links.map(({ context }) => context)).toEqual([link])
  const timeOf = (type: string): number => Date.parse(events.find((event) => event.type === type)?.at ?? '')
  expect(ms(root!.startTime)).toBe(timeOf('run_started'))
  expect(ms(root!.endTime)).toBe(timeOf('run_ended'))
  const session = spans().find(({ name }) => name.startsWith('invoke_agent'))
  expect(session?.attributes).toMatchObject({
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.agent.name': 'scripted',
    'gen_ai.usage.input_tokens': 100,
    'gen_ai.usage.output_tokens': 20,
    'gen_ai.usage.cache_read.input_tokens': 40,
    'amelia.session.cost': 0.5,
    'amelia.phase.id': '1',
  })
})

it('sends reviews, of phases and of the run', async () => {
  const { tracerProvider, spans } = memory()
  const reviewers = (['phase', 'run'] as const).map((scope) =>
    defineReviewer({
      id: scope,
      scope,
      review: async () => ({ approved: true, summary: 'Good.', comments: [] }),
    }),
  )
  const run = await createRun({ ...options(), reviewers, host: memoryHost() })
  traceRun(run, { tracerProvider })
  expect((await run.start()).status).toBe('completed')
  const reviews = spans().filter(({ name }) => name === 'review')
  expect(
    reviews.map(({ attributes }) => [attributes['amelia.phase.id'], attributes['amelia.outcome']]),
  ).toEqual([
    ['1', 'approved'],
    ['2', 'approved'],
    [undefined, 'approved'],
  ])
})

it('a sampler that drops roots drops only the span of the run', async () => {
  const exporter = new InMemorySpanExporter()
  const tracerProvider = new BasicTracerProvider({
    idGenerator: runIdGenerator,
    sampler: new ParentBasedSampler({ root: new AlwaysOffSampler() }),
    spanProcessors: [new SimpleSpanProcessor(exporter)],
  })
  const run = await createRun({ ...options(), host: memoryHost() })
  traceRun(run, { tracerProvider })
  await run.start()
  const names = exporter.getFinishedSpans().map(({ name }) => name)
  expect(names).toHaveLength(wholeTree.length - 1)
  expect(names).not.toContain('run')
})

it('without an SDK, a run is not affected', async () => {
  const run = await createRun({ ...options(), host: memoryHost() })
  traceRun(run)()
  traceRun(run)
  expect((await run.start()).status).toBe('completed')
})

it('a run that dies after any record, and is resumed, has one complete tree in one trace', async () => {
  const host = memoryHost()
  const counted = await createRun({ ...options(), host })
  await counted.start()
  const total = (await host.store.load(counted.id)).length
  for (let records = 2; records < total; records += 1) {
    const host = memoryHost()
    const { acquire } = host.store
    let left = records
    host.store.acquire = async (runId) => {
      const lease = await acquire(runId)
      return {
        ...lease,
        async append(list) {
          left -= list.length
          if (left < 0) throw new Error('the process dies')
          await lease.append(list)
        },
      }
    }
    const first = memory()
    const { driver, ...rest } = options()
    const run = await createRun({ ...rest, driver, host })
    traceRun(run, { tracerProvider: first.tracerProvider })
    await expect(run.start()).rejects.toThrow()
    ;(host.store as MemoryStore).abandon(run.id)
    left = Infinity
    const second = memory()
    const again = await openRun({ host, runId: run.id, driver, reviewers: [] })
    traceRun(again, { tracerProvider: second.tracerProvider })
    expect((await again.start()).status).toBe('completed')
    const all = [...first.spans(), ...second.spans()]
    const ids = new Set(all.map(idOf))
    expect(new Set(all.map((span) => span.spanContext().traceId)).size).toBe(1)
    const missing = all.filter(({ parentSpanContext: parent }) => parent && !ids.has(parent.spanId))
    expect(
      missing.map(({ name }) => name),
      `record ${records}`,
    ).toEqual([])
    // Everything that the first process may not have sent is sent again, with its ids.
    expect(
      first.spans().filter((span) => !second.spans().some((other) => idOf(other) === idOf(span))),
    ).toEqual([])
    const names = second.spans().map(({ name }) => name)
    for (const name of ['run', 'phase 1', 'phase 2'])
      expect(names.filter((other) => other === name)).toEqual([name])

    const third = memory()
    const seen = await openRun({ host, runId: run.id, driver, reviewers: [] })
    traceRun(seen, { tracerProvider: third.tracerProvider, resend: false })
    expect(third.spans()).toEqual([])
  }
})

it('a run that is cancelled after any event, and is resumed, has one complete tree', async () => {
  const host = memoryHost()
  const counted = await createRun({ ...options(), host })
  const types: string[] = []
  counted.subscribe({}, ({ type }) => void types.push(type))
  await counted.start()
  const outcomes = new Set<unknown>()
  for (const last of types.keys()) {
    const host = memoryHost()
    const { driver, ...rest } = options()
    const run = await createRun({ ...rest, driver, host })
    const first = memory()
    traceRun(run, { tracerProvider: first.tracerProvider })
    run.subscribe({}, ({ seq }) => void (seq === last && run.cancel()))
    if ((await run.start()).status !== 'cancelled') continue
    const ids = new Set(first.spans().map(idOf))
    expect(first.spans().filter((span) => !ids.has(span.parentSpanContext?.spanId ?? idOf(span)))).toEqual([])
    for (const { attributes } of first.spans()) outcomes.add(attributes['amelia.outcome'])
    const second = memory()
    const again = await openRun({ host, runId: run.id, driver, reviewers: [] })
    traceRun(again, { tracerProvider: second.tracerProvider })
    expect((await again.start()).status).toBe('completed')
    const third = memory()
    traceRun(await openRun({ host, runId: run.id }), { tracerProvider: third.tracerProvider })
    // A backend keeps the last span with an id.
    const kept = [...new Map(second.spans().map((span) => [idOf(span), span])).values()]
    for (const spans of [kept, third.spans()]) {
      expect(new Set(spans.map(idOf)).size).toBe(spans.length)
      const phases = spans.filter(({ name }) => name === 'run' || name.startsWith('phase'))
      expect(phases.map(({ attributes }) => attributes['amelia.outcome'])).toEqual(
        phases.map(() => 'completed'),
      )
      expect(phases).toHaveLength(3)
      for (const span of spans) {
        const parent = spans.find((one) => idOf(one) === span.parentSpanContext?.spanId)
        if (parent) expect(ms(span.endTime) <= ms(parent.endTime), `${span.name}, event ${last}`).toBe(true)
        else expect(span.name).toBe('run')
      }
    }
  }
  expect([...outcomes]).toContain('cancelled')
}, 60_000)

it('counts tokens, cost and durations, and nothing of earlier processes', async () => {
  const readings: ResourceMetrics[] = []
  const read = async (meterProvider: MeterProvider, reader: ManualReader) => {
    readings.push((await reader.collect()).resourceMetrics)
    await meterProvider.shutdown()
    return Object.fromEntries(
      readings
        .at(-1)!
        .scopeMetrics.flatMap(({ metrics }) => metrics)
        .map(({ descriptor, dataPoints }) => [
          descriptor.name,
          dataPoints.map(({ value }) =>
            typeof value === 'number' ? value : (value as { sum?: number }).sum,
          ),
        ]),
    )
  }
  const reader = new ManualReader()
  const meterProvider = new MeterProvider({ readers: [reader] })
  const host = memoryHost()
  const run = await createRun({ ...options(), host })
  traceRun(run, { meterProvider })
  await run.start()
  expect(await read(meterProvider, reader)).toMatchObject({
    'gen_ai.client.token.usage': [200, 40],
    'amelia.session.cost': [1],
  })
  const late = new ManualReader()
  const lateProvider = new MeterProvider({ readers: [late] })
  traceRun(await openRun({ host, runId: run.id, driver: createAgent() }), { meterProvider: lateProvider })
  expect(await read(lateProvider, late)).toEqual({})
})

class ManualReader extends MetricReader {
  protected async onShutdown(): Promise<void> {}
  protected async onForceFlush(): Promise<void> {}
}

it('arrives at a receiver of OTLP over HTTP', async () => {
  const bodies: string[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (data: Buffer) => (body += data.toString()))
    request.on('end', () => {
      bodies.push(body)
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`
  const tracerProvider = new BasicTracerProvider({
    idGenerator: runIdGenerator,
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url }))],
  })
  const run = await createRun({ ...options(), host: memoryHost() })
  traceRun(run, { tracerProvider })
  await run.start()
  await tracerProvider.shutdown()
  interface Sent {
    traceId: string
    spanId: string
    parentSpanId?: string
    name: string
  }
  const sent = bodies.flatMap((body) =>
    (JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: Sent[] }[] }[] }).resourceSpans.flatMap(
      ({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans),
    ),
  )
  expect(sent).toHaveLength(wholeTree.length)
  const root = sent.find(({ name }) => name === 'run')
  expect(root?.parentSpanId ?? '').toBe('')
  expect(
    sent
      .filter(({ parentSpanId }) => parentSpanId === root?.spanId)
      .map(({ name }) => name)
      .sort(),
  ).toEqual(['phase 1', 'phase 2', 'verify'])
})

it('sends events of plugins as spans without duration, the journalled ones also of earlier processes', async () => {
  const host = memoryHost({ clock: 'manual' })
  const plan = {
    phases: [
      {
        ...{ id: 'a', title: 'A' },
        subtasks: [
          { id: 'a.1', title: 'Deploy', steps: [{ id: 's1', action: 'function' as const, name: 'deploy' }] },
        ],
      },
    ],
  }
  const { tracerProvider, spans } = memory()
  const run = await createRun({
    ...{ ...options(), host, plan },
    functions: {
      deploy: ({ context }) => {
        context.emit({ type: 'event', name: 'acme:uploading', data: { percent: 40 } })
        context.emit({ type: 'event', name: 'acme:deployed', data: { region: 'eu' }, journal: true })
      },
    },
  })
  traceRun(run, { tracerProvider })
  await run.start()
  const own = spans().filter(({ name }) => name.startsWith('event '))
  const attempt = spans().find(({ name }) => name === 'attempt 1')!
  expect(own.map(({ name, attributes }) => [name, attributes['amelia.event.data']])).toEqual([
    ['event acme:uploading', '{"percent":40}'],
    ['event acme:deployed', '{"region":"eu"}'],
  ])
  for (const span of own) {
    expect(span.parentSpanContext?.spanId).toBe(idOf(attempt))
    expect(span.attributes).toMatchObject({ 'amelia.phase.id': 'a', 'amelia.event.who': 'function "deploy"' })
    expect(span.duration).toEqual([0, 0])
  }
  const again = memory()
  const opened = await openRun({ host, runId: run.id, functions: { deploy: () => undefined } })
  traceRun(opened, { tracerProvider: again.tracerProvider })
  const kept = again.spans().filter(({ name }) => name.startsWith('event '))
  expect(kept.map(idOf)).toEqual([idOf(own[1]!)])
})
