import { expect, it } from 'vitest'
import {
  createRun,
  driverReviewer,
  openRun,
  readRun,
  type Run,
  type RunEvent,
  type RunOptions,
} from '../src/index.ts'
import { defineDriver, type DriverV1, type SessionRequest, type Usage } from '../src/plugin.ts'
import { memoryHost, type MemoryHost } from '../src/testing.ts'

/** The records of an agent's program: they outlast the engine. */
const createRecords = () => {
  const parts = new Map<string, [input: number, output: number][]>()
  return {
    add: (id: string, input: number, output: number): void => {
      parts.set(id, [...(parts.get(id) ?? []), [input, output]])
    },
    readUsage: async (id: string): Promise<Usage | undefined> =>
      parts.get(id)?.reduce<Usage>(
        ({ inputTokens = 0, outputTokens = 0 }, [input, output]) => ({
          inputTokens: inputTokens + input,
          outputTokens: outputTokens + output,
        }),
        {},
      ),
    lose: (): void => parts.clear(),
  }
}

type Play = (request: SessionRequest, id: string, stop: AbortSignal) => Promise<Usage>

/** A driver whose agent chooses the ids of its sessions. */
const agent = (play: Play, more: Partial<DriverV1> = {}): DriverV1 =>
  defineDriver({
    ...{ id: 'agent', provider: 'agent', meters: ['tokens'], resume: 'machine' },
    async runSession(request, { signal, emit }) {
      const sessionId = request.resume ?? `own-${request.marker}`
      emit({ type: 'session', sessionId })
      const usage = await play(request, sessionId, signal)
      if (request.access === 'write') await request.workspace.fs.writeFile('/a.txt', 'a')
      const verdict = { approved: true, summary: 'Good.', comments: [] }
      return { text: '', usage, sessionId, ...(request.access === 'read' && { output: verdict }) }
    },
    ...more,
  })

const options: Omit<RunOptions, 'host'> = {
  plan: { title: 'Work', phases: [{ id: 'a', title: 'A', body: 'Do it.' }] },
  ...{ planApproved: true, trust: 'autonomous', reviewers: [] },
}

/** A session that is running when its engine dies. */
const dying = (spend: (id: string) => void, more: Partial<DriverV1>, role = 'developer') => {
  let began = (): void => {}
  const begun = new Promise<void>((resolve) => (began = resolve))
  const driver = agent(async (request, id, signal) => {
    if (request.role !== role) return { inputTokens: 1, outputTokens: 1 }
    spend(id)
    began()
    return new Promise((_, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }),
    )
  }, more)
  return { driver, begun }
}

/** Runs until a session runs, and lets the engine die: nothing that it does then is stored. */
const die = async (
  host: MemoryHost,
  begun: Promise<void>,
  open: (host: MemoryHost) => Promise<Run>,
): Promise<string> => {
  let isDead = false
  const store: MemoryHost['store'] = {
    ...host.store,
    async acquire(runId) {
      const lease = await host.store.acquire(runId)
      const append: typeof lease.append = async (group) => {
        if (isDead) throw new Error('The engine is dead.')
        return lease.append(group)
      }
      return { ...lease, append }
    },
  }
  const run = await open({ ...host, store })
  const end = run.start().catch(() => {})
  await begun
  // The id of the session is journalled.
  await new Promise((resolve) => setImmediate(resolve))
  isDead = true
  run.cancel()
  await end
  return run.id
}

const resume = async (more: Parameters<typeof openRun>[0]) => {
  const errors: unknown[] = []
  const run = await openRun({ onListenerError: (error) => errors.push(error), ...more })
  const report = await run.start()
  const events: RunEvent[] = []
  for await (const event of run.events()) events.push(event)
  const charged = events.filter((event) => event.type === 'session_charged')
  return { report, events, charged, errors }
}

it('charges each session that died with its engine once, without the earlier parts', async () => {
  const host = memoryHost()
  const { add, readUsage } = createRecords()
  const first = dying(
    (id) => {
      add(id, 100, 20)
      add(id, 50, 5)
    },
    { readUsage },
  )
  const runId = await die(host, first.begun, (dead) =>
    createRun({ ...options, driver: first.driver, host: dead }),
  )
  const before = await readRun({ host, runId })
  expect(before.report.spent).toMatchObject({ sessions: 1, tokens: 0, unknownTokens: 1 })

  const second = dying((id) => add(id, 7, 3), { readUsage })
  await die(host, second.begun, (dead) => openRun({ runId, driver: second.driver, host: dead }))

  const last = agent(
    async (request, id) => {
      expect(request.resume).toMatch(/^own-/)
      add(id, 30, 10)
      return { inputTokens: 30, outputTokens: 10 }
    },
    { readUsage },
  )
  const { report, events, charged } = await resume({ host, runId, driver: last })
  expect(report.status).toBe('completed')
  expect(report.spent).toMatchObject({ sessions: 3, inputTokens: 187, outputTokens: 38, unknownTokens: 0 })
  expect(charged).toMatchObject([
    { number: 1, inputTokens: 150, outputTokens: 25, failure: 'interrupted', spent: { inputTokens: 150 } },
    { number: 2, inputTokens: 7, outputTokens: 3, failure: 'interrupted', spent: { inputTokens: 157 } },
    { number: 3, inputTokens: 30, outputTokens: 10, phaseSpent: { inputTokens: 187 } },
  ])
  const attempts = [{ spent: { inputTokens: 187, unknownTokens: 0 } }]
  expect(report.phases).toMatchObject([{ attempts }])
  expect((await readRun({ host, runId })).report).toMatchObject({
    spent: report.spent,
    phases: [{ attempts }],
  })
  expect(JSON.stringify([report, events])).not.toContain('"before"')
})

it('charges a review whose driver is its own', async () => {
  const host = memoryHost()
  const { add, readUsage } = createRecords()
  const review = dying((id) => add(id, 5, 2), { readUsage, id: 'judge' }, 'reviewer')
  const driver = agent(async () => ({ inputTokens: 1, outputTokens: 1 }))
  const reviewers = [driverReviewer({ driver: review.driver })]
  const runId = await die(host, review.begun, (dead) =>
    createRun({ ...options, driver, reviewers, host: dead }),
  )
  const judge = agent(async () => ({ inputTokens: 8, outputTokens: 1 }), { id: 'judge', readUsage })
  const again = await resume({ host, runId, driver, reviewers: [driverReviewer({ driver: judge })] })
  expect(again.report.status).toBe('completed')
  expect(again.report.spent).toMatchObject({
    sessions: 3,
    inputTokens: 14,
    outputTokens: 4,
    unknownTokens: 0,
  })
})

it('counts what a dead session used towards the budget', async () => {
  const host = memoryHost()
  const { add, readUsage } = createRecords()
  const { driver, begun } = dying((id) => add(id, 900, 100), { readUsage })
  const budget = { tokens: 1_000 }
  const runId = await die(host, begun, (dead) => createRun({ ...options, driver, budget, host: dead }))
  let sessions = 0
  const next = agent(async () => ({ inputTokens: ++sessions }), { readUsage })
  const { report, events } = await resume({ host, runId, driver: next })
  expect(report.status).toBe('waiting')
  expect(events).toContainEqual(expect.objectContaining({ type: 'budget_exceeded' }))
  expect(sessions).toBe(0)
})

it.each<[string, Partial<DriverV1>, error: RegExp | undefined]>([
  ['cannot read usage', {}, undefined],
  ['has no records', { readUsage: async () => undefined }, undefined],
  ['fails', { readUsage: () => Promise.reject(new Error('no such disk')) }, /no such disk/],
  ['throws', { readUsage: () => raise() }, /no such disk/],
  [
    'returns something else',
    { readUsage: async () => ({ inputTokens: -1 }) },
    /invalid result from `readUsage`/,
  ],
  ['has another id', { id: 'other', readUsage: async () => ({ inputTokens: 9 }) }, undefined],
])('leaves the usage unknown if the driver %s', async (_what, more, error) => {
  const host = memoryHost()
  const { driver, begun } = dying(() => {}, { readUsage: async () => undefined })
  const runId = await die(host, begun, (dead) => createRun({ ...options, driver, host: dead }))
  const next = agent(async () => ({ inputTokens: 30, outputTokens: 10 }), more)
  const { report, charged, errors } = await resume({ host, runId, driver: next })
  expect(report.spent).toMatchObject({ sessions: 2, inputTokens: 30, unknownTokens: 1 })
  expect(charged).toHaveLength(1)
  // A session that is continued is read once more, when it begins.
  for (const each of errors) expect(String(each)).toMatch(error ?? /none/)
  expect(errors.length > 0).toBe(error !== undefined)
})

const raise = (): never => {
  throw new Error('no such disk')
}

it('leaves the usage unknown of a part whose beginning could not be read', async () => {
  const host = memoryHost()
  const { add, readUsage, lose } = createRecords()
  const first = dying((id) => add(id, 100, 20), { readUsage })
  const runId = await die(host, first.begun, (dead) =>
    createRun({ ...options, driver: first.driver, host: dead }),
  )
  lose()
  const second = dying((id) => add(id, 7, 3), { readUsage })
  await die(host, second.begun, (dead) => openRun({ runId, driver: second.driver, host: dead }))
  const last = agent(async () => ({ inputTokens: 1, outputTokens: 1 }), { readUsage })
  const { report } = await resume({ host, runId, driver: last })
  expect(report.spent).toMatchObject({ sessions: 3, inputTokens: 1, unknownTokens: 2 })
})
