import type { Budget } from '../../event/budget.ts'
import { describe, expect, it } from 'vitest'
import {
  check,
  createMachineRun,
  inputsOf,
  red,
  type TestInput,
  withDispatch,
} from '../../../../test/machine-run.ts'
import { phase } from '../../../../test/sample-plan.ts'
import type { RunState } from '../state/run-state.ts'
import { transition } from '../transition.ts'
import { spendTime } from './take-usage.ts'
import { sessionUsed } from '../../../../test/session-used.ts'

const feed = (state: RunState, draft: TestInput, at = 1_000) =>
  transition(state, { ...withDispatch(state, draft), at })

const opened: TestInput = { type: 'workspace_opened', phaseId: 'a', attempt: 1 }

/** An agent is at phase `a`. */
const begun = (budget: Budget, phaseBudget: Budget = {}): RunState => {
  const { state } = createMachineRun({
    phases: [phase('a', [], { subtasks: [] })],
    settings: { budget, phaseBudget },
  })
  feed(state, opened)
  return state
}

/** The usage that a session reports since it began. */
const used = (tokens: number, usd?: number, more: { over?: boolean; session?: string } = {}): TestInput =>
  sessionUsed({ inputTokens: tokens, ...(usd !== undefined && { usd }) }, { session: 's1', ...more })

const kinds = ({ effects }: Pick<ReturnType<typeof feed>, 'effects'>): string[] =>
  effects.map(({ type }) => type)

describe('takeUsage', () => {
  it('charges the difference to what was said before, to the run and to the phase', () => {
    const state = begun({})
    feed(state, used(0))
    feed(state, used(100, 0.5))
    feed(state, used(250, 0.75))
    const spent = { tokens: 250, inputTokens: 250, usd: 0.75, sessions: 1, wallMs: 0, unknownUsd: 0 }
    expect(state.budget.spent).toMatchObject(spent)
    expect(state.phases[0]!.spent).toMatchObject(spent)
  })

  it('does not believe a session that counts backwards', () => {
    const state = begun({})
    feed(state, used(100, 2))
    feed(state, used(40, 1))
    expect(state.budget.spent).toMatchObject({ tokens: 100, usd: 2 })
    feed(state, used(120, 3))
    expect(state.budget.spent).toMatchObject({ tokens: 120, usd: 3 })
  })

  it('counts each session once, and forgets it when it is over', () => {
    const state = begun({})
    feed(state, used(10))
    const { events } = feed(state, used(20, undefined, { over: true }))
    expect(events).toMatchObject([{ type: 'session_charged', phaseId: 'a', inputTokens: 20, usd: null }])
    expect(state.budget.sessions.size).toBe(0)
    feed(state, used(5, undefined, { session: 's2' }))
    expect(state.budget.spent).toMatchObject({ tokens: 25, sessions: 2 })
  })

  it('charges a session of the run itself to no phase', () => {
    const state = begun({})
    const { phaseId: _phaseId, ...ofRun } = sessionUsed({ inputTokens: 7 })
    feed(state, ofRun)
    expect([state.budget.spent.tokens, state.phases[0]!.spent.tokens]).toEqual([7, 0])
  })

  it('reports who used how much, and the sums of the run and of the phase', () => {
    const state = begun({})
    const facts = { role: 'reviewer', driver: 'other', attempt: 1, dispatch: 3, sessionId: 'x' } as const
    feed(state, used(5, undefined, { over: true, session: 's0' }))
    const usage = { inputTokens: 100, cachedInputTokens: 50, outputTokens: 9, usd: 0.5 }
    const { events } = feed(state, sessionUsed(usage, { facts, durationMs: 1_500, over: true }))
    expect(events).toMatchObject([
      {
        type: 'session_charged',
        ...{ phaseId: 'a', session: 's', number: 1, ...facts, ...usage, durationMs: 1_500 },
        spent: { sessions: 2, tokens: 69, usd: 0.5, unknownUsd: 1, sessionMs: 1_500 },
        phaseSpent: { sessions: 2, tokens: 69 },
      },
    ])
  })

  it('numbers the sessions of each attempt', () => {
    const state = begun({})
    for (const [session, attempt] of [
      ['s1', 1],
      ['s2', 1],
      ['s3', 2],
    ] as const)
      feed(state, sessionUsed({}, { session, facts: { role: 'developer', driver: 'scripted', attempt } }))
    expect([...state.budget.charges.values()].map(({ number }) => number)).toEqual([1, 2, 1])
  })

  it('adds what an abandoned session uses after it was charged', () => {
    const state = begun({})
    feed(state, used(100, undefined, { over: true }))
    const { events } = feed(state, used(170, 0.3, { over: true }))
    expect(events).toMatchObject([{ type: 'session_charged', inputTokens: 170, usd: 0.3 }])
    expect(state.budget.spent).toMatchObject({ tokens: 170, usd: 0.3, sessions: 1, unknownUsd: 0 })
    expect(state.budget.sessions.size).toBe(0)
  })

  it('replaces an estimate by the figure of the vendor', () => {
    const state = begun({})
    feed(state, sessionUsed({ inputTokens: 10, usd: 0.4, estimated: true }))
    expect(state.budget.spent).toMatchObject({ usd: 0.4, estimatedUsd: 0.4 })
    const { events } = feed(state, sessionUsed({ inputTokens: 10, usd: 0.3 }, { over: true }))
    expect(state.budget.spent).toMatchObject({ usd: 0.3, estimatedUsd: 0 })
    expect(events[0]).not.toHaveProperty('estimated')
  })

  it('counts cached input as a tenth of a budget of tokens', () => {
    const state = begun({ tokens: 100 })
    expect(kinds(feed(state, sessionUsed({ inputTokens: 900, cachedInputTokens: 900 })))).toEqual([])
    const more = sessionUsed({ inputTokens: 910, cachedInputTokens: 900 })
    expect(kinds(feed(state, more))).toEqual(['interrupt_sessions', 'ask'])
  })

  it('does not record a session that the budget does not allow', () => {
    const state = begun({ sessions: 1 })
    feed(state, used(1))
    feed(state, used(1, undefined, { session: 's2' }))
    expect([...state.budget.sessions.keys()]).toEqual(['s1'])
    expect(state.budget.spent).toMatchObject({ tokens: 1, sessions: 1 })
  })

  it('stops the sessions of a phase that has used up its own budget', () => {
    const state = begun({}, { tokens: 100 })
    expect(kinds(feed(state, used(99)))).toEqual([])
    const { effects } = feed(state, used(100))
    expect(effects).toEqual([{ type: 'interrupt_sessions', phaseId: 'a' }])
  })

  it('lets a session end when only the number of sessions is used up', () => {
    const state = begun({}, { sessions: 1 })
    expect(kinds(feed(state, used(5)))).toEqual([])
  })
})

describe('the budget of the run', () => {
  it('is asked about once, and stops what is going on', () => {
    const state = begun({ tokens: 100 })
    expect(kinds(feed(state, used(100)))).toEqual(['interrupt_sessions', 'ask'])
    expect([...state.gates.values()]).toMatchObject([{ blocker: 'budget_exceeded', phaseIds: [] }])
    feed(state, used(101))
    expect(state.gates.size).toBe(1)
  })

  it('is asked about when a phase needs another session that used none as it ran out', () => {
    const machine = createMachineRun({
      phases: [phase('a', [], { subtasks: [] })],
      settings: { budget: { tokens: 100 }, checks: [check] },
    })
    const { opened, finished, committed, verified } = inputsOf()
    machine.feed(opened, used(100, undefined, { over: true }), finished, committed)
    expect(machine.state.gates.size).toBe(0)
    machine.feed(verified(red))
    expect(machine.gate()).toMatchObject({ blocker: 'budget_exceeded', phaseIds: [] })
    expect(machine.state.status).toBe('waiting')
    expect(kinds(machine.answer('approve'))).toContain('open_workspace')
  })

  it('is asked about when a failed phase is resumed that needs a session', () => {
    const machine = createMachineRun({
      phases: [phase('a', [], { subtasks: [] })],
      settings: { budget: { tokens: 100 } },
    })
    const { opened, failed } = inputsOf()
    const failure = { class: 'agent_failed', message: 'no' } as const
    machine.feed(opened, used(100, undefined, { over: true }), { type: 'drain_requested' }, failed(failure))
    machine.feed({ type: 'attempt_committed', phaseId: 'a', attempt: 1, commit: 'c', tree: 't', files: [] })
    expect(machine.state.endedAt).toBeDefined()
    expect(machine.state.gates.size).toBe(0)
    machine.feed({ type: 'run_resumed' })
    expect(machine.gate()).toMatchObject({ blocker: 'budget_exceeded' })
  })

  it('is not asked about by the last session of a number that is allowed', () => {
    const machine = createMachineRun({
      phases: [phase('a', [], { subtasks: [] })],
      settings: { budget: { sessions: 1 } },
    })
    const { opened, finished, committed, composed, prepared, moved } = inputsOf()
    machine.feed(opened, used(10), used(10, undefined, { over: true }), finished, committed)
    machine.feed(composed, prepared, moved)
    expect(machine.state).toMatchObject({ status: 'completed', budget: { asked: 0 } })
  })

  it('is raised by as much again, on top of what is spent', () => {
    const state = begun({ tokens: 100 })
    feed(state, used(130))
    const gateId = [...state.gates.keys()][0]!
    feed(state, { type: 'gate_answered', gateId, choice: 'approve' })
    expect(state.budget.allowed).toEqual({ tokens: 230 })
    expect(state.gates.size).toBe(0)
    feed(state, used(229))
    expect(state.gates.size).toBe(0)
    feed(state, used(230))
    expect([...state.gates.keys()]).not.toContain(gateId)
    expect(state.gates.size).toBe(1)
  })

  it('holds a phase whose session was stopped for it, and takes no attempt for that', () => {
    const state = begun({ tokens: 100 })
    feed(state, used(100))
    const failure = { class: 'budget_exceeded', message: 'stopped' } as const
    const unit = { kind: 'phase' } as const
    const at = { phaseId: 'a', attempt: 1 }
    feed(state, { type: 'unit_finished', ...at, unit, result: { outcome: 'failed', failure } })
    feed(state, { type: 'attempt_committed', ...at, commit: 'c', tree: 't', files: [] })
    expect(state.phases[0]).toMatchObject({ status: 'retrying', effort: { tries: 1 }, resumeAt: 'unit' })
    const { effects } = feed(state, {
      type: 'gate_answered',
      gateId: [...state.gates.keys()][0]!,
      choice: 'approve',
    })
    expect(effects).toMatchObject([{ type: 'open_workspace', attempt: 1, from: 'c' }])
  })
})

describe('spendTime', () => {
  it('counts without a time budget, too', () => {
    const state = begun({ tokens: 100 })
    feed(state, used(1), 61_000)
    expect([state.budget.spent.wallMs, state.budget.workedMs]).toEqual([60_000, 60_000])
  })

  it('counts the time in which something is under way', () => {
    const state = begun({ wallMs: 100_000 })
    feed(state, used(1), 61_000)
    expect([state.budget.spent.wallMs, state.phases[0]!.spent.wallMs]).toEqual([60_000, 60_000])
  })

  it('takes nothing away when the clock is set back', () => {
    const state = begun({ wallMs: 100_000 })
    feed(state, used(1), 61_000)
    feed(state, used(1), 31_000)
    expect(state.budget.spent.wallMs).toBe(60_000)
    feed(state, used(1), 32_000)
    expect(state.budget.spent.wallMs).toBe(61_000)
  })

  it('does not count the time between two processes', () => {
    const state = begun({ wallMs: 100_000 })
    feed(state, { type: 'run_resumed' }, 5_000_000)
    expect([state.budget.spent.wallMs, state.budget.workedMs]).toEqual([0, 0])
  })

  it('does not count the time in which the run only waits for a person', () => {
    const state = begun({})
    const workedUntil = (at: number): number => {
      spendTime({ state, at, events: [], effects: [] }, false)
      return state.budget.workedMs
    }
    expect(workedUntil(2_000)).toBe(1_000)
    state.gates.set('g', {} as never)
    expect(workedUntil(3_000), 'something is active').toBe(2_000)
    state.schedule.active.clear()
    expect(workedUntil(9_000_000)).toBe(2_000)
    state.gates.clear()
    expect(workedUntil(9_001_000)).toBe(3_000)
  })

  it('has itself told when the time will have run out, and asks then', () => {
    const state = begun({ wallMs: 10_000 })
    feed(state, used(1))
    const { effects } = feed(state, { type: 'woken', until: 11_000 }, 11_000)
    expect(effects).toMatchObject([{ type: 'interrupt_sessions' }, { type: 'ask' }])
    expect(state.budget.spent.wallMs).toBe(10_000)
    const gateId = [...state.gates.keys()][0]!
    const answered = feed(state, { type: 'gate_answered', gateId, choice: 'approve' }, 12_000)
    expect(answered.effects).toContainEqual({
      type: 'wake',
      at: 12_000 + state.budget.allowed.wallMs! - 11_000,
    })
  })
})

it('has itself told of the budget of time again, where some of it is left when the time comes', () => {
  const state = begun({ wallMs: 100_000 })
  const first = state.budget.wake!
  // The agent has ended since, and nothing ran for half of the time.
  feed(state, { type: 'parked' }, 1_000)
  state.budget.spent.wallMs = 0
  state.budget.lastAt = first - 30_000
  const woken = feed(state, { type: 'woken', until: first }, first)
  expect(state.budget.spent.wallMs).toBe(30_000)
  expect(woken.effects).toContainEqual({ type: 'wake', at: first + 70_000 })
  // Another time that the machine asked for is not the budget's.
  expect(kinds(feed(state, { type: 'woken', until: 5 }, first))).not.toContain('wake')
})

describe('the time of a phase', () => {
  const begin = () => {
    const state = begun({}, { wallMs: 10_000 })
    feed(state, used(1))
    return state
  }

  it('is told when it will have run out, counted from when the phase has its slot', () => {
    const { effects } = feed(begun({}, { wallMs: 10_000 }), { type: 'run_resumed' })
    expect(effects).toContainEqual({ type: 'wake', at: 11_000 })
  })

  it('that is used up stops its sessions, once it has come', () => {
    const state = begin()
    expect(state.phases[0]!.place?.budgetWake).toBe(11_000)
    const { effects } = feed(state, { type: 'woken', until: 11_000 }, 11_000)
    expect(effects).toEqual([{ type: 'interrupt_sessions', phaseId: 'a' }])
    // Another time that the machine asked for is not this one's.
    expect(feed(state, { type: 'woken', until: 5 }, 11_500).effects).toEqual([])
  })

  it('comes again where some of it is left', () => {
    const state = begin()
    state.budget.lastAt = 8_000
    const { effects } = feed(state, { type: 'woken', until: 11_000 }, 11_000)
    expect(effects).toEqual([{ type: 'wake', at: 11_000 + 7_000 }])
    expect(state.phases[0]!.place?.budgetWake).toBe(18_000)
  })

  it('stops nothing where nothing is in a session', () => {
    const state = begin()
    feed(state, used(2, undefined, { over: true }))
    expect(feed(state, { type: 'woken', until: 11_000 }, 11_000).effects).toEqual([])
  })
})

describe('a session that was stopped for the budget of the run', () => {
  const failure = { class: 'budget_exceeded', message: 'stopped' } as const
  const at = { phaseId: 'a', attempt: 1 }

  it('is told as a delay without an end', () => {
    const state = begun({ tokens: 100 })
    feed(state, used(100))
    feed(state, {
      type: 'unit_finished',
      ...at,
      unit: { kind: 'phase' },
      result: { outcome: 'failed', failure },
    })
    const { events } = feed(state, { type: 'attempt_committed', ...at, commit: 'c', tree: 't', files: [] })
    expect(events.at(-1)).toMatchObject({
      type: 'phase_delayed',
      phaseId: 'a',
      attempt: 1,
      waitMs: 0,
      failure,
    })
  })

  it('starts again if nothing was committed', () => {
    const state = begun({ tokens: 100 })
    feed(state, used(100))
    feed(state, { type: 'effect_failed', ...at, during: 'open_workspace', failure })
    expect(state.phases[0]).toMatchObject({ status: 'retrying', keeps: false })
  })

  it('is a question of its phase where the run has enough left', () => {
    const state = begun({ tokens: 100 })
    feed(state, { type: 'effect_failed', ...at, during: 'run_unit', failure })
    expect([...state.gates.values()]).toMatchObject([{ blocker: 'budget_exceeded', phaseIds: ['a'] }])
  })
})
