import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  AmeliaError,
  createRun,
  answerRun,
  openRun,
  type RunEvent,
  type ControlCommand,
} from '../src/index.ts'
import {
  memoryHost,
  createScriptedDriver,
  type ManualClock,
  type MemoryHost,
  recordEvents,
} from '../src/testing.ts'
import { phase } from './sample-plan.ts'
import { runsOf } from '../../../test/fixtures/runs-of.ts'

/** A phase with a checkpoint. Feedback opens another gate, with another id. */
const risky = (id: string) => phase(id, [], { risk: 'high', subtasks: [] })

const driver = createScriptedDriver(async ({ workspace }) => {
  await workspace.fs.writeFile('/done.txt', 'done')
})

interface Attempt {
  /** The process that makes it. Each process makes its attempts in this order. */
  by: number
  /** Whether `answerRun` checks it first, or it goes to the store directly. */
  checked: boolean
  /** The number of scheduler turns that its process waits first. */
  after: number
  value: unknown
}

const answer: fc.Arbitrary<ControlCommand> = fc.record({
  type: fc.constant('answer' as const),
  // Open, not opened yet, already answered, and unknown.
  gateId: fc.constantFrom(
    'checkpoint:a:1',
    'checkpoint:a:1',
    'checkpoint:a:1',
    'checkpoint:a:2',
    'checkpoint:b:1',
    'checkpoint:z:1',
  ),
  choice: fc.constantFrom('approve', 'approve', 'send-back', 'send-back', 'abort', 'skip'),
  feedback: fc.constantFrom('longer', 'shorter'),
})

const malformed = fc.constantFrom(
  null,
  'approve',
  { type: 'answer' },
  { type: 'answer', gateId: 'checkpoint:a:1', choice: 'yes' },
  { type: 'answer', gateId: 'checkpoint:a:1', choice: 'approve', as: 'root' },
  { type: 'gate_answered', gateId: 'checkpoint:a:1', choice: 'approve' },
)

const attempts = fc.array(
  fc.record<Attempt>({
    by: fc.nat(2),
    checked: fc.boolean(),
    after: fc.constantFrom(0, 0, 5, 20, 60),
    value: fc.oneof({ weight: 7, arbitrary: answer }, { weight: 1, arbitrary: malformed }),
  }),
  { minLength: 2, maxLength: 6 },
)

/** The outcome of an attempt: its id in the store, or the code of its immediate refusal. */
interface Made {
  value: unknown
  id?: string
  code?: string
}

/** A store whose calls and results the scheduler delays. */
const slow = (
  host: MemoryHost<ManualClock>,
  turn: (what: string) => Promise<void>,
): MemoryHost<ManualClock> => {
  const { store } = host
  const wrap =
    <Given extends unknown[], Result>(what: string, call: (...given: Given) => Promise<Result>) =>
    async (...given: Given): Promise<Result> => {
      await turn(what)
      const result = await call(...given)
      await turn(what)
      return result
    }
  return {
    ...host,
    store: {
      ...store,
      send: wrap('send', store.send),
      acquire: async (runId) => {
        const lease = await store.acquire(runId)
        return {
          ...lease,
          append: wrap('append', lease.append),
          sent: wrap('sent', lease.sent),
          acknowledge: wrap('acknowledge', lease.acknowledge),
        }
      },
    },
  }
}

const live = async (s: fc.Scheduler, list: Attempt[]): Promise<void> => {
  const host = memoryHost({ clock: 'manual' })
  const turn = async (what: string): Promise<void> => {
    await s.schedule(Promise.resolve(), what)
  }
  const world = slow(host, turn)
  const { store, clock } = world
  const first = await createRun({
    plan: { phases: [risky('a'), risky('b')] },
    host: world,
    trust: 'autonomous',
    driver,
    artifacts: 'none',
    hooks: 'off',
  })
  const runId = first.id
  const made: Made[] = []
  let isOver = false

  /** A process that answers. It starts when the run asks. */
  const person = async (own: Attempt[]): Promise<void> => {
    for (const { value, checked, after } of own) {
      for (let turns = 0; turns < after && !isOver; turns++) await turn('think')
      const one: Made = { value }
      made.push(one)
      try {
        if (checked) {
          const { id, outcome } = await answerRun({
            store,
            clock,
            runId,
            command: value as ControlCommand,
            waitMs: 500,
          })
          if (id === undefined) one.code = outcome
          else one.id = id
        } else one.id = await store.send(runId, value)
      } catch (error) {
        if (!AmeliaError.is(error)) throw error
        one.code = error.code
      }
    }
  }
  const time = async (): Promise<void> => {
    while (!isOver) {
      await turn('time')
      clock.advance(250)
    }
  }

  /** Starts one process after another, as long as each makes progress. */
  const processes = async (): Promise<RunEvent[]> => {
    let events = recordEvents(first)
    let report = await first.start()
    await people
    for (let more = true; more && report.status === 'waiting'; ) {
      const before = events.filter(({ type }) => type === 'gate_resolved').length
      const next = await openRun({ host: world, runId, driver })
      events = recordEvents(next)
      report = await next.start()
      more = events.filter(({ type }) => type === 'gate_resolved').length > before
    }
    isOver = true
    return events
  }
  const begun = new Promise<void>((resolve) => first.on('gate_opened', () => resolve()))
  const people = begun.then(() =>
    Promise.all([0, 1, 2].map((by) => person(list.filter((one) => one.by === by)))),
  )
  const ticking = time()
  const events = await s.waitFor(processes())
  await s.waitFor(ticking)

  const opened = new Set<string>()
  const resolved = new Map<string, { choice: string; feedback: string | undefined }>()
  for (const event of events) {
    if (event.type === 'gate_opened') opened.add(event.gate.id)
    if (event.type !== 'gate_resolved') continue
    expect(opened).toContain(event.gateId)
    expect(resolved.has(event.gateId)).toBe(false)
    resolved.set(event.gateId, { choice: event.choice, feedback: event.feedback })
  }
  // Two equal answers that wait for the next process are one command.
  const applied = new Map<string, Set<string | undefined>>()
  const isOfGate = (value: unknown, gateId: string): boolean =>
    (value as Partial<{ gateId: string }> | null)?.gateId === gateId
  const ended = events.at(-1)
  const isOpen = ended?.type === 'run_ended' && ended.status === 'waiting'
  for (const { value, id, code } of made) {
    const outcome = id === undefined ? undefined : await host.store.outcome(runId, id)
    const {
      ok,
      repeated,
      code: refusal,
    } = (outcome ?? {}) as { ok?: boolean; repeated?: true; code?: string }
    const given = value as Partial<Extract<ControlCommand, { type: 'answer' }>> | null
    const gateId = given?.gateId ?? ''
    const words = resolved.get(gateId)
    const isSame = words?.choice === given?.choice && words?.feedback === given?.feedback
    const said = ok === true ? (repeated ? 'repeated' : 'taken') : (refusal ?? code)
    // Every command has an outcome, unless it came to a run that is never resumed.
    if (said === undefined) expect(isOpen).toBe(false)
    if (said === 'taken') applied.set(gateId, (applied.get(gateId) ?? new Set()).add(id))
    if (said === 'taken' || said === 'repeated') expect({ said, isSame }).toEqual({ said, isSame: true })
    // The first of several pending answers wins, even if the next process ends the run before it reads any.
    const isOver = ended?.type === 'run_ended' && ended.status === 'aborted'
    if (said === 'GATE_EXPIRED' && (outcome !== undefined || words !== undefined || !isOver))
      expect({ words: words !== undefined, isSame }).toEqual({ words: true, isSame: false })
    if (said === 'GATE_UNKNOWN') expect(given).toHaveProperty('gateId')
    if (said === 'GATE_CHOICE') expect(given?.choice).toBe('skip')
    if (said !== undefined) expect(said === 'COMMAND_INVALID').toBe(!isAnswer(value))
    if (given?.choice === 'skip')
      expect(['GATE_CHOICE', 'GATE_EXPIRED', 'GATE_UNKNOWN', 'RUN_ENDED', undefined]).toContain(said)
    if (gateId === 'checkpoint:z:1') expect(['GATE_UNKNOWN', 'RUN_ENDED', undefined]).toContain(said)
  }
  // Each resolved gate was resolved by exactly one command for this gate.
  for (const gateId of resolved.keys()) {
    expect(made.some(({ value }) => isOfGate(value, gateId))).toBe(true)
    expect([gateId, applied.get(gateId)?.size]).toEqual([gateId, 1])
  }
  expect([...applied.keys()].every((gateId) => resolved.has(gateId))).toBe(true)
}

const isAnswer = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).join() === 'type,gateId,choice,feedback'

/** `npm run test:answers` runs more. */
const schedules = Number(process.env['COMMAND_SCHEDULES'] ?? runsOf(400))

describe('late, duplicate, conflicting, unknown and malformed answers from concurrent processes', () => {
  it('faults 68, 69, 70: in every schedule, no answer applies twice or to the wrong gate', async () => {
    console.log(`${schedules} schedules of answers`)
    await fc.assert(fc.asyncProperty(fc.scheduler(), attempts, live), {
      numRuns: schedules,
    })
  }, 600_000)
})
