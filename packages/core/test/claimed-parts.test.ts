import { describe, expect, it } from 'vitest'
import { createRun, openRun, type RunEvent } from '../src/index.ts'
import { driverError, type SessionProgress } from '../src/plugin.ts'
import { createScriptedDriver, memoryHost, recordEvents } from '../src/testing.ts'
import { Crash, crashAfter } from './crash-after.ts'
import { runPlan } from './run-plan.ts'

type Status = 'pending' | 'running' | 'completed'

const plan = () => ({
  title: 'Models',
  phases: [
    {
      id: '1',
      title: 'Write model tests',
      subtasks: [
        { id: '1a', title: 'User model tests', type: 'test' as const },
        { id: '1b', title: 'Post model tests', type: 'test' as const },
        { id: '1c', title: 'Shared helpers' },
      ],
    },
  ],
})

const todo = (...items: [text: string, status: Status][]): SessionProgress => ({
  type: 'todo',
  items: items.map(([text, status]) => ({ text, status })),
})

/** The events of parts as `started 1a`, with the count after a completed one. */
const parts = (events: readonly RunEvent[]): string[] =>
  events.flatMap((event) => {
    if (!('subtaskId' in event) || 'stepId' in event) return []
    const count = event.type === 'subtask_completed' ? ` ${event.done}/${event.of}` : ''
    const claim = 'claimed' in event ? ' claimed' : ''
    return [`${event.type.slice('subtask_'.length)} ${event.subtaskId}${count}${claim}`]
  })

describe('the parts of a phase that an agent does in one session', () => {
  // seed: phased-execution 80, phased-execution-draft 14
  it('start and end as its todo list says (seed phased-execution, Stream Events)', async () => {
    const driver = createScriptedDriver((_request, { emit }) => {
      emit(
        todo(
          ['1a User model tests', 'running'],
          ['Post model tests', 'pending'],
          ['Look around', 'completed'],
        ),
      )
      emit(todo(['1a User model tests', 'completed'], ['Post model tests', 'running']))
      emit(todo(['1a User model tests', 'running'], ['Post model tests', 'completed']))
    })
    const { events, report } = await runPlan({ plan: plan(), driver })
    expect(report.status).toBe('completed')
    expect(parts(events)).toEqual([
      'started 1a claimed',
      'completed 1a 1/3 claimed',
      'started 1b claimed',
      'completed 1b 2/3 claimed',
      'completed 1c 3/3 claimed',
    ])
    const last = events.findIndex(({ type }) => type === 'unit_completed')
    expect(events.slice(last).some((event) => 'subtaskId' in event)).toBe(false)
  })

  // seed: phased-execution 26
  it('end as its report says, if it has no todo list (seed phased-execution, Phase Agent Reports)', async () => {
    const reports = [
      {
        status: 'partial',
        summary: 'One is left.',
        subtasks: [
          { id: '1a', status: 'done', summary: '' },
          { id: '1b', status: 'failed', summary: 'No database here.' },
          { id: 'else', status: 'done', summary: '' },
        ],
        notDone: ['1c'],
      },
      { status: 'done', summary: 'All of it.' },
    ]
    const driver = createScriptedDriver(
      (_request, _context, number) => ({
        text: `Done.\n\`\`\`json\n${JSON.stringify(reports[number])}\n\`\`\``,
      }),
      { reports: 'text' },
    )
    const { events, report } = await runPlan({ plan: plan(), driver })
    expect(report.status).toBe('completed')
    expect(parts(events)).toEqual([
      'completed 1a 1/3 claimed',
      'failed 1b claimed',
      'completed 1a 1/3 claimed',
      'completed 1b 2/3 claimed',
      'completed 1c 3/3 claimed',
    ])
    expect(events.find(({ type }) => type === 'subtask_failed')).toMatchObject({
      failure: { class: 'agent_failed', message: 'No database here.' },
    })
  })

  it('fill no journal when the agent changes its list a thousand times', async () => {
    const host = memoryHost({ clock: 'manual' })
    const driver = createScriptedDriver(async (_request, { emit }) => {
      for (let n = 0; n < 1_000; n++) {
        emit(todo(['1a', n % 2 === 0 ? 'running' : 'completed']))
        if (n % 100 === 0) await new Promise((resolve) => setImmediate(resolve))
      }
    })
    const { run, events } = await runPlan({ plan: plan(), driver, host })
    expect(parts(events).filter((line) => line.includes('1a'))).toEqual([
      'started 1a claimed',
      'completed 1a 1/3 claimed',
    ])
    const records = await host.store.load(run.id)
    expect(records.filter(({ value }) => JSON.stringify(value).includes('subtask_claimed'))).toHaveLength(2)
  })

  it('are told once although the session is resumed', async () => {
    const driver = createScriptedDriver(
      (_request, { emit }, number) => {
        emit(todo(['1a', 'completed'], ['1b', 'running']))
        if (number === 0) throw driverError('rate_limited', { retryAfterMs: 1_000 })
        emit(todo(['1a', 'completed'], ['1b', 'completed'], ['1c', 'running']))
      },
      { resume: 'machine' },
    )
    const host = memoryHost({ clock: 'manual' })
    const running = runPlan({ plan: plan(), driver, host })
    while (driver.requests.length < 2) {
      await new Promise((resolve) => setImmediate(resolve))
      host.clock.advance(600_000)
    }
    const { events } = await running
    expect(parts(events)).toEqual([
      'completed 1a 1/3 claimed',
      'started 1b claimed',
      'completed 1b 2/3 claimed',
      'started 1c claimed',
      'completed 1c 3/3 claimed',
    ])
  })

  it('are the same after a crash at any record', async () => {
    const create = () =>
      createScriptedDriver(
        (_request, { emit }) => {
          emit(todo(['1a', 'running']))
          emit(todo(['1a', 'completed'], ['1b', 'running']))
        },
        { resume: 'machine' },
      )
    const whole = memoryHost({ clock: 'manual' })
    const settings = { plan: plan(), trust: 'autonomous', planApproved: true } as const
    const first = await createRun({ ...settings, driver: create(), host: whole })
    const wanted = recordEvents(first)
    await first.start()
    const total = (await whole.store.load(first.id)).length
    for (let records = 2; records < total; records++) {
      const host = crashAfter(records, 'after')
      const driver = create()
      const run = await createRun({ ...settings, driver, host })
      await expect(run.start()).rejects.toBeInstanceOf(Crash)
      host.revive()
      const again = await openRun({ host, runId: run.id, driver })
      const events = recordEvents(again)
      await again.start()
      expect(parts(events), `after record ${records}`).toEqual(parts(wanted))
    }
  })
})
