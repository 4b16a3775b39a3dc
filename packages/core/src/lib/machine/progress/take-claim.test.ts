import { describe, expect, it } from 'vitest'
import { createMachineRun, inputsOf } from '../../../../test/machine-run.ts'

const failure = { class: 'agent_failed', message: 'no' } as const
const subtasks = ['a.1', 'a.2', 'a.3'].map((id) => ({ id, title: `Part ${id}` }))

const begun = (more: Parameters<typeof createMachineRun>[0] = {}) => {
  const machine = createMachineRun({ phases: [{ id: 'a', title: 'A', subtasks }], provider: 'x', ...more })
  machine.feed(inputsOf().opened)
  const claim = (subtaskId: string, status: 'running' | 'completed' | 'failed', message?: string) =>
    machine
      .feed({
        type: 'subtask_claimed',
        phaseId: 'a',
        subtaskId,
        status,
        ...(message !== undefined && { message }),
      })
      .events.map(({ type }) => type)
  return { machine, claim }
}

describe('what an agent claims about a part', () => {
  it('is told once per attempt, however often it changes', () => {
    const { machine, claim } = begun()
    const told = Array.from({ length: 1_000 }, (_, n) => claim('a.1', n % 2 === 0 ? 'running' : 'completed'))
    expect(told.flat()).toEqual(['subtask_started', 'subtask_completed'])
    expect(claim('a.1', 'failed', 'I was wrong.')).toEqual(['subtask_failed'])
    expect(claim('a.1', 'completed')).toEqual([])
    expect(machine.phase('a').subtaskRuns.get('a.1')).toEqual({
      attempt: 1,
      startedAt: 1_000,
      endedAt: 1_000,
      error: 'I was wrong.',
      claimed: true,
    })
  })

  it('is marked as a claim, counted, and decides nothing', () => {
    const { machine } = begun()
    const fed = machine.feed(
      { type: 'subtask_claimed', phaseId: 'a', subtaskId: 'a.1', status: 'running' },
      { type: 'subtask_claimed', phaseId: 'a', subtaskId: 'a.1', status: 'completed' },
      { type: 'subtask_claimed', phaseId: 'a', subtaskId: 'a.2', status: 'failed' },
    )
    const at = { phaseId: 'a', claimed: true }
    expect(fed.events).toMatchObject([
      { type: 'subtask_started', ...at, subtaskId: 'a.1', title: 'Part a.1' },
      { type: 'subtask_completed', ...at, subtaskId: 'a.1', done: 1, of: 3 },
      { type: 'subtask_failed', ...at, subtaskId: 'a.2', failure: { message: expect.any(String) } },
    ])
    expect(fed.effects).toEqual([])
    expect(machine.phase('a').subtaskStatus.size).toBe(0)
  })

  it('is ignored from a dispatch that has ended, for another unit, and for an unknown or skipped part', () => {
    const { machine, claim } = begun()
    const late = { type: 'subtask_claimed', phaseId: 'a', subtaskId: 'a.1', status: 'running' } as const
    expect(machine.feed({ ...late, dispatch: 0 }).events).toEqual([])
    expect(claim('a.9', 'completed')).toEqual([])
    machine.feed(inputsOf().finished, inputsOf().committed)
    expect(machine.feed(late).events).toEqual([])
    const parts = begun({ settings: { units: 'subtask' } })
    expect(parts.claim('a.1', 'running')).toEqual([])
    const [one, ...others] = subtasks
    const left = [{ ...one!, status: 'skipped' as const }, ...others]
    const skipped = begun({ phases: [{ id: 'a', title: 'A', subtasks: left }] })
    expect(skipped.claim('a.1', 'completed')).toEqual([])
  })
})

describe('the parts of a phase session', () => {
  it('all end when the session says that it has done its work', () => {
    const { machine, claim } = begun()
    claim('a.1', 'running')
    claim('a.1', 'completed')
    claim('a.2', 'running')
    const { events } = machine.feed(inputsOf().finished)
    expect(events).toMatchObject([
      { type: 'subtask_completed', subtaskId: 'a.2', done: 2, of: 3, claimed: true },
      { type: 'subtask_completed', subtaskId: 'a.3', done: 3, of: 3, claimed: true },
      { type: 'unit_completed' },
    ])
    expect(machine.phase('a').subtaskRuns.get('a.3')).toEqual({ attempt: 1, endedAt: 1_000, claimed: true })
  })

  it('leave none running after a failed attempt, and start over with the next one', () => {
    const { machine, claim } = begun()
    claim('a.1', 'completed')
    claim('a.2', 'running')
    const { failed, committed } = inputsOf()
    const { events } = machine.feed(failed(failure), committed)
    expect(events.map(({ type }) => type)).toEqual([
      'commit_created',
      'subtask_failed',
      'phase_retry',
      'phase_started',
    ])
    expect(events[1]).toMatchObject({ subtaskId: 'a.2', failure, claimed: true })
    expect(machine.phase('a').attempt.parts).toBeUndefined()
    machine.feed(inputsOf('a', 2).opened)
    expect(claim('a.2', 'completed')).toEqual(['subtask_completed'])
    expect(machine.phase('a').subtaskRuns.get('a.2')).toEqual({ attempt: 2, endedAt: 1_000, claimed: true })
  })

  it('stay as they are while their attempt is interrupted', () => {
    const { machine, claim } = begun()
    claim('a.1', 'completed')
    claim('a.2', 'running')
    const { failed, committed } = inputsOf()
    const wait = { class: 'rate_limited', message: 'later', retryAfterMs: 10 } as const
    const { events } = machine.feed(failed(wait), committed)
    expect(events.map(({ type }) => type)).not.toContain('subtask_failed')
    machine.now = 10_000_000
    machine.feed({ type: 'woken', until: 10_000_000 }, inputsOf().opened)
    expect(claim('a.1', 'completed')).toEqual([])
    expect(claim('a.2', 'running')).toEqual([])
    expect(claim('a.2', 'completed')).toEqual(['subtask_completed'])
  })

  it('are cancelled with their phase, and may start again', () => {
    const { machine, claim } = begun()
    claim('a.1', 'running')
    machine.feed({ type: 'phase_cancel_requested', phaseId: 'a' })
    const { failed, committed } = inputsOf()
    machine.feed(failed(failure), committed)
    expect(machine.phase('a').attempt.parts?.get('a.1')).toBe('cancelled')
    machine.answer('continue')
    machine.feed(inputsOf().opened)
    expect(claim('a.1', 'running')).toEqual(['subtask_started'])
  })
})
