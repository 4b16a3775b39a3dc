import { describe, expect, it } from 'vitest'
import {
  complete,
  createMachineRun,
  inputsOf,
  type MachineRun,
  type MachineRunOptions,
} from '../../../../test/machine-run.ts'
import { phase } from '../../../../test/sample-plan.ts'
import type { Failure } from '../../contract/failure.ts'
import { presets } from '../../run/settings/presets.ts'

const kinds = (list: readonly { type: string }[]): string[] => list.map(({ type }) => type)
const waits = {
  transient: { baseMs: 1_000, maxMs: 60_000, totalMs: 2_000 },
  rateLimited: { baseMs: 10_000, maxMs: 60_000, longestMs: 90_000, limit: 1 },
}
const transient: Failure = { class: 'transient', message: 'later' }
const limited: Failure = { class: 'rate_limited', message: 'too many' }

const create = (ids: string[], more: MachineRunOptions = {}): MachineRun =>
  createMachineRun({
    phases: ids.map((id) => phase(id, [], { subtasks: [] })),
    ...more,
    settings: { waits, ...more.settings },
  })
const fail = (machine: MachineRun, id: string, failure: Failure) => {
  const { opened, failed, committed } = inputsOf(id, machine.phase(id).attempt.number)
  return machine.feed(...(machine.phase(id).place?.workspace ? [] : [opened]), failed(failure), committed)
}
/** At most a fifth is added, so that those who failed together do not come back together. */
const between = (value: number | undefined, from: number): void => {
  expect(value).toBeGreaterThanOrEqual(from)
  expect(value).toBeLessThanOrEqual(from * 1.2)
}
const wakeAt = (machine: MachineRun, at: number) => {
  machine.now = at
  return machine.feed({ type: 'woken', until: at })
}

describe('a transient failure', () => {
  it('is waited for, each time longer, without a slot and without an attempt', () => {
    const machine = create(['a'])
    for (const wait of [1_000, 2_000]) {
      const { events, effects } = fail(machine, 'a', transient)
      const waitMs = machine.phase('a').effort.notBefore! - machine.now
      between(waitMs, wait)
      expect(events.at(-1)).toMatchObject({
        type: 'phase_delayed',
        phaseId: 'a',
        attempt: 1,
        waitMs,
        failure: transient,
      })
      expect(effects.slice(-2)).toMatchObject([
        { type: 'close_workspace' },
        { type: 'wake', at: machine.now + waitMs },
      ])
      expect(machine.phase('a')).toMatchObject({
        status: 'retrying',
        place: undefined,
        effort: { tries: 1 },
        failures: [],
        attempt: { number: 1, interruption: transient },
      })
      expect(machine.state.status).toBe('running')
      expect(kinds(wakeAt(machine, machine.phase('a').effort.notBefore!).effects)).toEqual(['open_workspace'])
    }
    fail(machine, 'a', transient)
    expect(machine.gate()).toMatchObject({ blocker: 'environment', question: 'later' })
    // A person starts again, with every wait.
    machine.answer('retry')
    fail(machine, 'a', transient)
    between(machine.phase('a').effort.notBefore! - machine.now, 1_000)
  })

  it('is waited for as long as a provider asks', () => {
    const machine = create(['a'])
    fail(machine, 'a', { ...transient, retryAfterMs: 30_000 })
    between(machine.phase('a').effort.notBefore! - machine.now, 30_000)
  })

  it('goes on with what is there, whatever the retry rules say', () => {
    for (const workspace of ['keep', 'reset'] as const) {
      const machine = create(['a'], { settings: { waits, retry: { ...presets.phased.retry, workspace } } })
      fail(machine, 'a', transient)
      expect(wakeAt(machine, machine.phase('a').effort.notBefore!).effects).toMatchObject([
        { type: 'open_workspace', attempt: 1, dispatch: 2, from: 'a-work' },
      ])
    }
  })

  it('goes on at the part that was under way', () => {
    const parts = {
      phases: [phase('a', [], { subtasks: ['1', '2'].map((id) => ({ id, title: id, body: '' })) })],
    }
    const settings = { waits, units: 'subtask', parallelSubtasks: false } as const
    const machine = create(['a'], { ...parts, settings })
    const { opened, finished, committed } = inputsOf('a')
    machine.feed(opened, finished, committed)
    fail(machine, 'a', transient)
    expect(machine.phase('a')).toMatchObject({
      status: 'retrying',
      resumeAt: 'unit',
      attempt: { unitIndex: 1 },
    })
    const { events, effects } = wakeAt(machine, machine.phase('a').effort.notBefore!)
    expect(events).toMatchObject([{ type: 'phase_continued', phaseId: 'a', attempt: 1 }])
    expect(effects).toMatchObject([{ type: 'open_workspace', attempt: 1, from: 'a-work' }])
    expect(machine.feed(opened).effects).toMatchObject([
      { type: 'run_unit', unit: { kind: 'subtask', subtaskId: '2' } },
    ])
    expect(machine.phase('a').effort.tries).toBe(1)
  })

  it('has come if the clock was set back since', () => {
    const machine = create(['a'])
    fail(machine, 'a', transient)
    const until = machine.phase('a').effort.notBefore!
    machine.now = 5
    expect(kinds(machine.feed({ type: 'woken', until: until - 1 }).effects)).toEqual([])
    expect(kinds(machine.feed({ type: 'woken', until }).effects)).toEqual(['open_workspace'])
  })
})

describe('a provider that takes no sessions', () => {
  it('is asked by nobody until it does, and that is told once', () => {
    const machine = create(['a', 'b', 'c'], { settings: { waits, concurrency: 2 }, provider: 'p' })
    machine.feed(inputsOf('b').opened)
    const { events, effects } = fail(machine, 'a', { ...limited, retryAfterMs: 20_000 })
    const { until } = machine.state.pauses.get('p')!
    between(until - machine.now, 20_000)
    expect(events.slice(-2)).toMatchObject([
      { type: 'provider_paused', phaseId: 'a', provider: 'p', waitMs: until - machine.now },
      { type: 'phase_delayed', phaseId: 'a', waitMs: until - machine.now },
    ])
    expect(effects).toContainEqual({ type: 'wake', at: until })
    expect(machine.phase('c').place !== undefined).toBe(false)
    // Sessions that were running when the pause began belong to it.
    machine.now += 1_000
    const late = fail(machine, 'b', { ...limited, retryAfterMs: 10_000 })
    expect(kinds(late.events)).not.toContain('provider_paused')
    expect(late.events.at(-1)).toMatchObject({ type: 'phase_delayed', waitMs: until - machine.now })
    expect(machine.state.pauses.get('p')).toEqual({ until, waits: 1, totalMs: until - 1_000 })
    expect(kinds(late.effects)).not.toContain('wake')
    expect(kinds(wakeAt(machine, until).effects)).toEqual(['open_workspace', 'open_workspace'])
  })

  it('may ask for a longer pause during a pause', () => {
    const machine = create(['a', 'b'])
    machine.feed(inputsOf('b').opened)
    fail(machine, 'a', { ...limited, retryAfterMs: 20_000 })
    const { events, effects } = fail(machine, 'b', { ...limited, retryAfterMs: 60_000 })
    const { until, waits: row } = machine.state.pauses.get('agent')!
    between(until - machine.now, 60_000)
    expect(row).toBe(1)
    expect(kinds(events)).toContain('provider_paused')
    expect(effects).toContainEqual({ type: 'wake', at: until })
  })

  it('is asked about when it takes none again and again', () => {
    const machine = create(['a'])
    fail(machine, 'a', limited)
    between(machine.phase('a').effort.notBefore! - machine.now, 10_000)
    wakeAt(machine, machine.phase('a').effort.notBefore!)
    fail(machine, 'a', limited)
    expect(machine.gate()).toMatchObject({ blocker: 'environment', question: 'too many' })
  })

  it('begins a new row when a session has come to its end', () => {
    const machine = create(['a', 'b'], { settings: { waits, concurrency: 1 } })
    fail(machine, 'a', limited)
    wakeAt(machine, machine.phase('a').effort.notBefore!)
    const { opened } = inputsOf('a')
    machine.feed(opened, {
      type: 'unit_finished',
      phaseId: 'a',
      attempt: 1,
      unit: { kind: 'phase' },
      result: { outcome: 'completed', sessions: { phase: 's' } },
    })
    expect(machine.state.pauses.size).toBe(0)
  })

  it('does not hold up what asks another one, or none', () => {
    const machine = createMachineRun({
      phases: [phase('a', [], { subtasks: [] }), phase('b'), phase('c')],
      settings: { waits, concurrency: 1 },
      provider: 'p',
    })
    fail(machine, 'a', { ...limited, provider: 'other', retryAfterMs: 20_000 })
    expect([...machine.state.pauses.keys()]).toEqual(['other'])
    expect(machine.phase('b').place !== undefined).toBe(true)
    complete(machine, 'b')
    expect(machine.phase('c').place !== undefined).toBe(true)
    // The one that failed there waits, though its own provider does not.
    expect(machine.phase('a')).toMatchObject({ status: 'retrying', place: undefined })
    expect(machine.phase('a').effort.notBefore).toBe(machine.state.pauses.get('other')!.until)
  })

  it('is waited for by the next process too, which is told of each time once', () => {
    const machine = create(['a', 'b'])
    fail(machine, 'a', { ...limited, retryAfterMs: 20_000 })
    fail(machine, 'b', { ...limited, retryAfterMs: 20_000 })
    const { until } = machine.state.pauses.get('agent')!
    const wakes = machine.feed({ type: 'run_resumed' }).effects.filter(({ type }) => type === 'wake')
    expect(wakes).toContainEqual({ type: 'wake', at: until })
    expect(new Set(wakes.map((wake) => JSON.stringify(wake))).size).toBe(wakes.length)
  })

  it('is not made longer by the clock of the next process, which is behind', () => {
    const machine = create(['a', 'b'])
    machine.now += 7_200_000
    fail(machine, 'b', transient)
    fail(machine, 'a', { ...limited, retryAfterMs: 20_000 })
    const { until } = machine.state.pauses.get('agent')!
    const { notBefore } = machine.phase('b').effort
    machine.now -= 3_600_000
    const wakes = machine.feed({ type: 'run_resumed' }).effects.filter(({ type }) => type === 'wake')
    expect(wakes).toContainEqual({ type: 'wake', at: until - 3_600_000 })
    expect(wakes).toContainEqual({ type: 'wake', at: notBefore! - 3_600_000 })
  })
})
