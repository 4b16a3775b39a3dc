import type { Budget } from '../../event/budget.ts'
import { describe, expect, it } from 'vitest'
import { createMachineRun, type MachineRun } from '../../../../test/machine-run.ts'
import { phase } from '../../../../test/sample-plan.ts'
import { sessionUsed } from '../../../../test/session-used.ts'

/** A run whose budget is used up: `a` waits for more. */
const broke = (budget: Budget, used: { tokens: number; usd: number }): MachineRun => {
  const machine = createMachineRun({
    phases: [phase('a', [], { subtasks: [] })],
    settings: { budget },
  })
  machine.feed(
    { type: 'workspace_opened', phaseId: 'a', attempt: 1 },
    sessionUsed({ inputTokens: used.tokens, usd: used.usd }, { session: 's1' }),
  )
  return machine
}

const open = ({ state }: MachineRun): string[] => [...state.gates.keys()]

describe('limits given with a resume', () => {
  it('replace those of the run, and close the question if no limit is used up', () => {
    const machine = broke({ tokens: 100 }, { tokens: 130, usd: 0 })
    expect(open(machine)).toEqual(['run:budget:1'])
    const { events } = machine.feed({ type: 'run_resumed', budget: { tokens: 200 } })
    expect(machine.state.budget.allowed).toEqual({ tokens: 200 })
    expect(open(machine)).toEqual([])
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'gate_resolved', gateId: 'run:budget:1', choice: 'approve' }),
    )
    expect(machine.state.answered).toContain('run:budget:1')
    expect(machine.state.phases[0]!.status).toBe('running')
  })

  it('keep the question while another limit is used up', () => {
    const machine = broke({ tokens: 100, usd: 1 }, { tokens: 130, usd: 2 })
    machine.feed({ type: 'run_resumed', budget: { tokens: 200 } })
    expect(machine.state.budget.allowed).toEqual({ tokens: 200, usd: 1 })
    expect(open(machine)).toEqual(['run:budget:1'])
  })

  it('can limit a run that had no limit', () => {
    const machine = broke({}, { tokens: 130, usd: 0 })
    machine.feed({ type: 'run_resumed', budget: { tokens: 140 } })
    machine.feed({ type: 'workspace_opened', phaseId: 'a', attempt: machine.state.phases[0]!.attempt.number })
    machine.feed(sessionUsed({ inputTokens: 10, usd: 0 }, { session: 's2' }))
    expect(open(machine)).toEqual(['run:budget:1'])
  })
})

describe('an amount with the answer', () => {
  it('is added to the limit', () => {
    const machine = broke({ tokens: 100 }, { tokens: 130, usd: 0 })
    const { events } = machine.feed({
      type: 'gate_answered',
      gateId: 'run:budget:1',
      choice: 'approve',
      amount: { tokens: 5 },
    })
    expect(machine.state.budget.allowed).toEqual({ tokens: 135 })
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'gate_resolved', choice: 'approve', amount: { tokens: 5 } }),
    )
  })

  it('is added to the limit of the phase that asked', () => {
    const machine = createMachineRun({
      phases: [phase('a', [], { subtasks: [] })],
      settings: { phaseBudget: { tokens: 100 } },
    })
    const failure = { class: 'budget_exceeded', message: 'The budget is used up.' } as const
    const at = { phaseId: 'a', attempt: 1 }
    machine.feed(
      { type: 'workspace_opened', ...at },
      sessionUsed({ inputTokens: 120, usd: 0 }, { session: 's1', over: true }),
      { type: 'unit_finished', ...at, unit: { kind: 'phase' }, result: { outcome: 'failed', failure } },
      { type: 'attempt_committed', ...at, commit: 'c', tree: 't', files: [] },
    )
    const [gateId] = open(machine)
    machine.feed({ type: 'gate_answered', gateId: gateId!, choice: 'approve', amount: { tokens: 5 } })
    expect(machine.state.phases[0]!.allowed).toEqual({ tokens: 125 })
    expect(machine.state.budget.allowed).toEqual({})
  })
})
