import type { Budget } from '../../event/budget.ts'
import { describe, expect, it } from 'vitest'
import { createMachineRun } from '../../../../test/machine-run.ts'
import { phase } from '../../../../test/sample-plan.ts'
import type { InputDraft } from '../state/input.ts'
import type { RunState } from '../state/run-state.ts'
import { transition } from '../transition.ts'

const feed = (state: RunState, draft: InputDraft, at = 1_000) => transition(state, { ...draft, at })

const opened: InputDraft = { type: 'workspace_opened', phaseId: 'a', attempt: 1 }

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
const used = (tokens: number, usd = 0, more: { over?: boolean; session?: string } = {}): InputDraft => ({
  type: 'session_used',
  phaseId: 'a',
  session: 's1',
  tokens,
  usd,
  over: false,
  ...more,
})

const kinds = ({ effects }: ReturnType<typeof feed>): string[] => effects.map(({ type }) => type)

describe('takeUsage', () => {
  it('charges the difference to what was said before, to the run and to the phase', () => {
    const state = begun({})
    feed(state, used(0))
    feed(state, used(100, 0.5))
    feed(state, used(250, 0.75))
    const spent = { tokens: 250, usd: 0.75, sessions: 1, wallMs: 0 }
    expect(state.budget.spent).toEqual(spent)
    expect(state.phases[0]!.spent).toEqual(spent)
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
    const { events } = feed(state, used(20, 0, { over: true }))
    expect(events).toMatchObject([{ type: 'session_charged', phaseId: 'a', tokens: 20, usd: 0 }])
    expect(state.budget.sessions.size).toBe(0)
    feed(state, used(5, 0, { session: 's2' }))
    expect(state.budget.spent).toMatchObject({ tokens: 25, sessions: 2 })
  })

  it('charges a session of the run itself to no phase', () => {
    const state = begun({})
    feed(state, { type: 'session_used', session: 's1', tokens: 7, usd: 0, over: false })
    expect([state.budget.spent.tokens, state.phases[0]!.spent.tokens]).toEqual([7, 0])
  })

  it('does not record a session that the budget does not allow', () => {
    const state = begun({ sessions: 1 })
    feed(state, used(1))
    feed(state, used(1, 0, { session: 's2' }))
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
    expect(state.phases[0]).toMatchObject({ status: 'retrying', effort: { tries: 0 }, keeps: true })
    const { effects } = feed(state, {
      type: 'gate_answered',
      gateId: [...state.gates.keys()][0]!,
      choice: 'approve',
    })
    expect(effects).toMatchObject([{ type: 'open_workspace', attempt: 2, from: 'c' }])
  })
})

describe('spendTime', () => {
  it('does not count time without a time budget', () => {
    const state = begun({ tokens: 100 })
    feed(state, used(1), 61_000)
    expect(state.budget.spent.wallMs).toBe(0)
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
    expect(state.budget.spent.wallMs).toBe(0)
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
    feed(state, used(2, 0, { over: true }))
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
