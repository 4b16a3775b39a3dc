import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createRun, openRun } from '@amelia/core'
import { createManualClock, createScriptedDriver, memoryHost } from '@amelia/core/testing'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Notification, notifyAbout, webhook } from '../src/notify.ts'
import { alone } from './served-run.ts'

const secret = 'a-secret-of-the-receiver'

interface Received {
  headers: IncomingHttpHeaders
  body: string
  notification: Notification
}

/** A server that answers each request with the next status, and with 200 after the last one. */
const receive = async (statuses: (number | 'silent')[] = [], more: Record<string, string> = {}) => {
  const received: Received[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      received.push({ headers: request.headers, body, notification: JSON.parse(body) as Notification })
      const status = statuses.shift() ?? 200
      if (status !== 'silent') response.writeHead(status, more).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close().closeAllConnections())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook/T0KEN`, received }
}

const paranoid = { plan: alone.plan, trust: 'paranoid', reviewers: [], artifacts: 'none' } as const
/** Fails the test. */
const onWarning = (message: string) => expect.unreachable(message)
const example = { key: 'r1:7', runId: 'r1', at: '', type: 'gate_opened' } as unknown as Notification
const context = () => ({ signal: new AbortController().signal })

describe('notifyAbout', () => {
  it('sends a signed request for each gate, and for the end', async () => {
    const { url, received } = await receive()
    const host = memoryHost()
    const run = await createRun({ host, ...paranoid })
    const { flush } = notifyAbout(run, { notifiers: [webhook({ url, secret })], onWarning })
    const report = await run.start()
    await flush()
    const [gate] = report.gates
    expect(received.map(({ notification }) => notification)).toMatchObject([
      { type: 'gate_opened', runId: run.id, gate, key: `${run.id}:${encodeURIComponent(gate!.id)}` },
      {
        type: 'run_ended',
        runId: run.id,
        status: 'waiting',
        phases: { pending: expect.any(Number) as number },
      },
    ])
    for (const { headers, body, notification } of received) {
      const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = headers
      expect([id, headers['idempotency-key']]).toEqual([notification.key, notification.key])
      const expected = createHmac('sha256', secret)
        .update(`${String(id)}.${String(at)}.${body}`)
        .digest('base64')
      expect(signature).toBe(`v1,${expected}`)
    }
  })

  it('sends an open gate again after a resume, with the same key', async () => {
    const sent: Notification[] = []
    const notifier = { id: 'list', send: async (given: Notification) => void sent.push(given) }
    const host = memoryHost()
    const first = await createRun({ host, ...paranoid })
    notifyAbout(first, { notifiers: [notifier], onWarning })
    await first.start()
    const again = await openRun({ host, runId: first.id })
    const { flush } = notifyAbout(again, { notifiers: [notifier], onWarning })
    await again.start()
    await flush()
    expect(sent.map(({ type }) => type)).toEqual(['gate_opened', 'run_ended', 'gate_opened', 'run_ended'])
    expect(sent[2]!.key).toBe(sent[0]!.key)
    expect(sent[3]!.key).not.toBe(sent[1]!.key)
  })

  it('neither delays nor fails the run, and warns without secrets', async () => {
    const hidden = 'sk-ant-REDACTED'
    const bodies: string[] = []
    const warnings: string[] = []
    const host = memoryHost()
    const driver = createScriptedDriver(() => {
      throw new Error(`no: ${hidden}`)
    })
    const run = await createRun({
      ...{
        host,
        driver,
        secrets: [hidden],
        maxAttempts: 1,
        retry: { onExhausted: 'ask' },
        artifacts: 'none',
      },
      ...{ plan: { phases: [{ id: 'a', title: 'A' }] }, trust: 'autonomous', reviewers: [] },
    })
    const fetch = (_: string, init: RequestInit) => {
      bodies.push(init.body as string)
      return Promise.reject(new Error('down'))
    }
    const clock = createManualClock()
    const notifiers = [
      { id: 'never', send: () => new Promise<void>(() => {}) },
      webhook({ url: 'https://hooks.example/T0KEN', secret, fetch, clock }),
    ]
    const deliveries = notifyAbout(run, { notifiers, onWarning: (message) => warnings.push(message) })
    const report = await run.start()
    expect(report.status).toBe('waiting')
    while (warnings.length === 0) {
      clock.advance(1_000)
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(warnings[0]).toBe(
      `The notification gate_opened of run ${run.id} was not delivered to the webhook at https://hooks.example: cannot be reached, at try 5.`,
    )
    expect(bodies.join() + warnings.join()).not.toMatch(/sk-ant-REDACTED|T0KEN/)
    expect(bodies[0]).toMatch(/"type":"gate_opened".*no: /)
    deliveries.stop()
    expect(warnings).toHaveLength(1)
  })
})

describe('webhook', () => {
  it('retries with growing delays, the same id and body, and a new timestamp', async () => {
    const { url, received } = await receive([500, 429, 408])
    const clock = createManualClock()
    const sending = webhook({ url, secret, clock }).send(example, context())
    for (const [count, delayMs] of [1_000, 2_000, 4_000].entries()) {
      await vi.waitFor(() => expect([received.length, clock.waiting]).toEqual([count + 1, 1]))
      clock.advance(delayMs - 1)
      expect(clock.waiting).toBe(1)
      clock.advance(1)
    }
    await sending
    expect(received).toHaveLength(4)
    expect(new Set(received.map(({ body }) => body)).size).toBe(1)
    expect(new Set(received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set(['r1:7']))
    expect(new Set(received.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(4)
    expect(clock.waiting).toBe(0)
  })

  it('waits as Retry-After says, for a minute at most', async () => {
    const { url, received } = await receive([503], { 'retry-after': '7200' })
    const clock = createManualClock()
    const sending = webhook({ url, secret, clock }).send(example, context())
    await vi.waitFor(() => expect([received.length, clock.waiting]).toEqual([1, 1]))
    clock.advance(59_999)
    expect(clock.waiting).toBe(1)
    clock.advance(1)
    await sending
  })

  it('tries again after 10 s without a response', async () => {
    const { url, received } = await receive(['silent'])
    const clock = createManualClock()
    const sending = webhook({ url, secret, clock }).send(example, context())
    await vi.waitFor(() => expect([received.length, clock.waiting]).toEqual([1, 1]))
    clock.advance(10_000)
    await vi.waitFor(() => expect(clock.waiting).toBe(1))
    clock.advance(1_000)
    await sending
    expect(received).toHaveLength(2)
  })

  it.each([
    ['a refusal', [404]],
    ['a redirect', [302]],
  ])('does not retry after %s', async (_name, statuses) => {
    const { url, received } = await receive(statuses, { location: 'http://127.0.0.1:1/' })
    await expect(webhook({ url, secret }).send(example, context())).rejects.toThrow(/at try 1/)
    expect(received).toHaveLength(1)
  })

  it('takes a secret in Base64, as Standard Webhooks writes it', async () => {
    const { url, received } = await receive()
    const bytes = Buffer.from('0123456789abcdef0123456789abcdef')
    await webhook({ url, secret: `whsec_${bytes.toString('base64')}` }).send(example, context())
    const [{ headers, body }] = received as [Received]
    const text = `r1:7.${String(headers['webhook-timestamp'])}.${body}`
    const expected = createHmac('sha256', bytes).update(text).digest('base64')
    expect(headers['webhook-signature']).toBe(`v1,${expected}`)
  })

  it.each([
    ['an address without http', { url: 'hooks.example', secret }],
    ['a short secret', { url: 'https://hooks.example', secret: 'short' }],
    ['a secret of wrong Base64', { url: 'https://hooks.example', secret: 'whsec_%%%%%%%%%%%%' }],
  ])('refuses %s', (_name, options) => {
    expect(() => webhook(options)).toThrow(expect.objectContaining({ code: 'OPTION_INVALID' }))
  })
})
