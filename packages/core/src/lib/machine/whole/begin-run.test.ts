import { describe, expect, it } from 'vitest'
import { createMachineRun, target } from '../../../../test/machine-run.ts'
import { phase } from '../../../../test/sample-plan.ts'
import type { PhaseDraft } from '../../plan/model/phase.ts'
import { planSchema } from '../../plan/plan-schema.ts'
import { createRunState } from '../state/run-state.ts'
import { transition } from '../transition.ts'

const kinds = (list: readonly { type: string }[]): string[] => list.map(({ type }) => type)

/** Applies the first inputs of a run, one after the other. */
const begin = (phases: PhaseDraft[], goal = '') => {
  const { settings } = createMachineRun().state
  const state = createRunState({
    runId: 'r1',
    plan: planSchema.parse({ goal, phases }),
    settings,
    targetCommit: null,
  })
  return { state, first: transition(state, { type: 'run_started', base: 'base', target, at: 7 }) }
}

describe('the first input', () => {
  it('tells what the run builds on, and asks for its first commit', () => {
    const { state, first } = begin([phase('a'), phase('b', ['a'])], 'Do it')
    expect(first.events).toEqual([
      {
        type: 'run_started',
        seq: 1,
        at: 7,
        runId: 'r1',
        goal: 'Do it',
        phases: ['a', 'b'],
        base: 'base',
        target,
        publish: 'phase',
        concurrency: 4,
      },
    ])
    expect(first.effects).toEqual([{ type: 'prepare_run', base: 'base' }])
    expect(state).toMatchObject({
      status: 'running',
      startedAt: 7,
      head: 'base',
      headRef: 'base',
      prepared: false,
    })
    expect(state).not.toHaveProperty('provider')
  })

  it('takes as there what the plan says is done or skipped, and leaves out what it puts off', () => {
    const { state, first } = begin([
      phase('done', [], { status: 'done' }),
      phase('skipped', [], { status: 'skipped' }),
      phase('after', ['done', 'skipped']),
      phase('deferred', [], { status: 'deferred' }),
      phase('cancelled', [], { status: 'cancelled' }),
      phase('never', ['cancelled']),
    ])
    expect(state.phases.map(({ status }) => status)).toEqual([
      'external',
      'external',
      'ready',
      'skipped',
      'skipped',
      'skipped',
    ])
    // The number of phases that the run counts at its end.
    const { phases: counted } = first.events[0] as Extract<(typeof first.events)[0], { type: 'run_started' }>
    expect(counted).toEqual(['done', 'after', 'deferred', 'cancelled', 'never'])
    expect(first.events.slice(1)).toMatchObject([
      { type: 'phase_skipped', phaseId: 'deferred', reason: 'The plan says that it is deferred.' },
      { type: 'phase_skipped', phaseId: 'cancelled', reason: 'The plan says that it is cancelled.' },
      { type: 'phase_skipped', phaseId: 'never', skippedBy: 'cancelled' },
    ])
  })

  it('is followed by the head, which is made once', () => {
    const { state } = begin([phase('a')])
    const at = 8
    const prepared = { type: 'run_prepared', head: 'first', at } as const
    expect(transition(state, prepared).effects).toEqual([
      {
        type: 'move_refs',
        updates: [{ ref: 'refs/amelia/r1/head', new: 'first', old: null }],
        reconcile: true,
      },
    ])
    expect(kinds(transition(state, { type: 'refs_moved', at }).effects)).toEqual(['open_workspace'])
    expect(transition(state, prepared)).toEqual({ events: [], effects: [] })
    expect(state).toMatchObject({ head: 'first', headRef: 'first' })
  })

  it('aborts the run if someone else has created its head', () => {
    const { state } = begin([phase('a')])
    transition(state, { type: 'run_prepared', head: 'first', at: 8 })
    transition(state, { type: 'refs_refused', refs: ['refs/amelia/r1/head'], at: 8 })
    expect(state.status).toBe('aborted')
  })
})

describe("a plan's commands", () => {
  const command = (id: string, text: string) =>
    phase(id, [], {
      subtasks: [
        { id: `${id}.1`, title: id, steps: [{ id: `${id}.1.1`, action: 'command', command: text }] },
      ],
    })

  it.each([
    [[command('a', 'ls -l')], 'This plan runs a command on this machine. Approve?'],
    [[command('a', 'ls'), command('b', 'pwd')], 'This plan runs 2 commands on this machine. Approve?'],
  ])('are asked about before anything begins: %#', (phases, question) => {
    const machine = createMachineRun({ phases, settings: { planApproved: false } })
    expect(machine.gate()).toMatchObject({
      id: 'plan',
      kind: 'plan',
      phaseIds: [],
      question,
      suggestions: [],
      choices: ['approve', 'reject'],
    })
    expect(machine.gate().details).toHaveLength(phases.length)
    expect(machine.state).toMatchObject({ status: 'waiting', prepared: true })
    expect(machine.state.schedule.active.size).toBe(0)
  })

  it('are not asked about if there are none, or a person has approved them', () => {
    const none = createMachineRun({ settings: { planApproved: false } })
    const agreed = createMachineRun({ phases: [command('a', 'ls')] })
    for (const machine of [none, agreed]) expect(machine.state.gates.size).toBe(0)
  })
})
