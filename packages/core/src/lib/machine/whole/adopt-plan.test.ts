import { describe, expect, it } from 'vitest'
import { complete, createMachineRun, inputsOf, type MachineRun } from '../../../../test/machine-run.ts'
import { phase } from '../../../../test/sample-plan.ts'
import type { PhaseDraft } from '../../plan/model/phase.ts'
import { planSchema } from '../../plan/plan-schema.ts'
import { changesOf } from './adopt-plan.ts'
import type { Debt } from '../state/debt.ts'

const kinds = (list: readonly { type: string }[]): string[] => list.map(({ type }) => type)
const plan = (phases: PhaseDraft[]) => planSchema.parse({ phases })
const edit = (machine: MachineRun, phases: PhaseDraft[], more: { planApproved?: true } = {}) =>
  machine.feed({ type: 'run_resumed', plan: plan(phases), ...more })
const other = (id: string, dependsOn: string[] = []): PhaseDraft =>
  phase(id, dependsOn, { title: `${id} again` })
const command = (id: string): PhaseDraft => ({
  ...phase(id),
  subtasks: [{ id: `${id}.1`, title: id, steps: [{ id: `${id}.1.1`, action: 'command', command: 'true' }] }],
})
const indexes = ({ state }: MachineRun, ids: string[]) => ids.map((id) => state.graph.index.get(id)!)

describe('changes of an edited plan', () => {
  it('is told by how far each phase is', () => {
    const machine = createMachineRun({
      phases: [phase('a'), phase('b', ['a']), phase('c', ['a'])],
      settings: { concurrency: 2 },
    })
    complete(machine)
    const { opened, finished, committed, composed, prepared } = inputsOf('b')
    machine.feed(opened, finished, committed, composed, prepared)
    const changes = changesOf(
      machine.state,
      plan([other('a'), other('b', ['a']), other('c', ['a']), phase('d')]),
    )
    expect(changes.map(({ phaseId, change }) => [phaseId, change])).toEqual([
      ['a', 'again'],
      ['b', 'stays'],
      ['c', 'changed'],
      ['d', 'added'],
    ])
    const fewer = changesOf(machine.state, plan([phase('c')]))
    expect(fewer.map(({ phaseId, change }) => [phaseId, change])).toEqual([
      ['c', 'changed'],
      ['a', 'stays'],
      ['b', 'stays'],
    ])
  })
})

describe('a run that goes by an edited plan', () => {
  it('tells what that changes, and keeps what is completed', () => {
    const machine = createMachineRun({
      phases: [phase('a'), phase('b', ['a'])],
      settings: { concurrency: 1 },
    })
    complete(machine)
    const { events } = edit(machine, [phase('new'), phase('a'), other('b', ['a'])])
    expect(events.find(({ type }) => type === 'plan_changed')).toMatchObject({
      changes: [
        { phaseId: 'new', change: 'added' },
        { phaseId: 'b', change: 'changed', fields: ['title'] },
      ],
    })
    expect(machine.phase('a')).toMatchObject({
      status: 'completed',
      attempt: { number: 1, composed: 'a-done' },
    })
    expect(machine.state.integrated).toEqual(indexes(machine, ['a']))
    expect(machine.state.open).toBe(2)
  })

  it('repeats completed work that has changed, on top of its commit', () => {
    const machine = createMachineRun({ phases: [phase('a')] })
    complete(machine)
    const { effects } = edit(machine, [other('a'), phase('b', ['a'])])
    expect(machine.phase('a')).toMatchObject({ status: 'running', attempt: { number: 2 }, former: 'a-done' })
    expect(machine.state.integrated).toEqual([])
    expect(effects).toContainEqual(
      expect.objectContaining({ type: 'open_workspace', phaseId: 'a', attempt: 2, dispatch: 2 }),
    )
    // Edited again before that is done: its reference is where it was.
    edit(machine, [phase('a', [], { title: 'once more' })])
    expect(machine.phase('a')).toMatchObject({ attempt: { number: 3 }, former: 'a-done' })
  })

  it('finishes a move of references that had begun, whatever became of its phase', () => {
    const machine = createMachineRun({ phases: [phase('a'), phase('b')], settings: { concurrency: 1 } })
    const { opened, finished, committed, composed, prepared, moved } = inputsOf()
    machine.feed(opened, finished, committed, composed, prepared)
    const { effects } = edit(machine, [phase('b')])
    expect(effects).toContainEqual(
      expect.objectContaining({ type: 'move_refs', phaseId: 'a', reconcile: true }),
    )
    machine.feed(moved)
    expect(machine.phase('a').status).toBe('completed')
  })

  it('continues unchanged phases, and restarts those whose dependencies are no longer done', () => {
    const machine = createMachineRun({
      phases: [phase('base'), phase('a', ['base']), phase('b', ['base'])],
      settings: { concurrency: 2 },
    })
    complete(machine, 'base')
    for (const id of ['a', 'b'])
      machine.feed(inputsOf(id).opened, inputsOf(id).finished, inputsOf(id).committed)
    edit(machine, [phase('base'), phase('a', ['base']), phase('new'), phase('b', ['base', 'new'])])
    expect(machine.phase('a')).toMatchObject({
      place: {},
      attempt: { number: 1, work: { commit: 'a-work' } },
    })
    // A changed dependency is a change of the phase as well.
    expect(machine.phase('b')).toMatchObject({
      status: 'pending',
      attempt: { number: 1, work: undefined },
    })
    edit(machine, [other('base'), phase('a', ['base'])])
    expect(machine.phase('a')).toMatchObject({
      status: 'pending',
      attempt: { number: 1, work: undefined },
    })
  })

  it('continues two phases in place, one after the other, that stood at their checkpoint', () => {
    const machine = createMachineRun({
      phases: [phase('a'), phase('b')],
      settings: { trust: 'standard', inPlace: { dirty: [] }, concurrency: 1 },
    })
    for (const id of ['a', 'b']) {
      const { opened, finished, committed } = inputsOf(id)
      machine.feed(opened, finished, committed)
    }
    expect(machine.gate().phaseIds).toEqual(['a', 'b'])
    machine.feed({ type: 'parked' })
    const { effects } = edit(machine, [phase('a'), phase('b'), phase('c')])
    expect(effects.filter(({ type }) => type === 'open_workspace')).toMatchObject([{ phaseId: 'a' }])
    machine.feed(inputsOf('a').opened)
    expect(['a', 'b', 'c'].map((id) => machine.phase(id).status)).toEqual(['checkpoint', 'running', 'ready'])
    machine.feed(inputsOf('b').opened)
    expect(machine.phase('c').status).toBe('running')
  })

  it('takes up what failed, keeps what a person skipped, and frees what another one skipped', () => {
    const machine = createMachineRun({
      phases: [phase('a'), phase('b'), phase('c', ['b']), phase('d', ['a'])],
      settings: { concurrency: 2, onFailure: 'continue', retry: { ...failing } },
    })
    const failure = { class: 'agent_failed', message: 'no' } as const
    for (const id of ['a', 'b'])
      machine.feed(inputsOf(id).opened, inputsOf(id).failed(failure), inputsOf(id).committed)
    machine.answer('skip')
    const [asked, skipped] = machine.phase('a').status === 'skipped' ? ['b', 'a'] : ['a', 'b']
    expect(machine.phase(asked).status).toBe('waiting')
    const phases = [phase('a'), phase('b'), phase('c', ['b']), phase('d', ['a'])]
    const { events } = edit(machine, phases)
    expect(machine.phase(skipped)).toMatchObject({ status: 'skipped', because: undefined })
    expect(events.filter(({ type }) => type === 'phase_skipped')[0]).toMatchObject({
      phaseId: skipped,
      reason: 'A person skipped it before the plan was edited.',
    })
    expect(machine.phase(asked).place !== undefined).toBe(true)
    // Without the dependency on what is skipped.
    edit(machine, [phase('a'), phase('b'), phase('c'), phase('d')])
    expect([machine.phase('c').status, machine.phase('d').status]).not.toContain('skipped')
  })

  it('begins what failed with its attempts ahead of it', () => {
    const machine = createMachineRun({
      phases: [phase('a'), phase('b')],
      settings: { concurrency: 1, onFailure: 'continue', retry: { ...failing, onExhausted: 'fail' } },
    })
    const failure = { class: 'agent_failed', message: 'no' } as const
    machine.feed(inputsOf().opened, inputsOf().failed(failure), inputsOf().committed)
    expect(machine.phase('a').status).toBe('failed')
    const { events } = edit(machine, [phase('a'), other('b')])
    expect(events.find(({ type }) => type === 'run_resumed')).toMatchObject({ phases: ['a'] })
    expect(machine.phase('a')).toMatchObject({ place: {}, attempt: { number: 2 }, effort: { tries: 1 } })
  })

  it('continues what failed because its rounds were used up, as without an edited plan', () => {
    const review = { phase: 'agent', run: false } as const
    const machine = createMachineRun({
      phases: [{ ...phase('a'), subtasks: [] }, phase('b')],
      provider: 'agent',
      settings: { concurrency: 1, review, retry: { ...failing, maxReviewRounds: 1, onExhausted: 'fail' } },
    })
    const comment = { id: 'r-1', reviewer: 'r', severity: 'major', message: 'fix it' } as const
    machine.feed(inputsOf().opened, inputsOf().finished, inputsOf().committed, {
      type: 'reviewed',
      ...{ phaseId: 'a', attempt: 1 },
      review: { approved: false, summary: 'no', comments: [{ ...comment, disposition: 'implement' }] },
    })
    expect(machine.phase('a')).toMatchObject({ status: 'failed', attempt: { number: 1 } })
    const edited = plan([{ ...phase('a'), subtasks: [] }, other('b')])
    machine.feed({ type: 'run_resumed', plan: edited, provider: 'agent' })
    expect(machine.phase('a')).toMatchObject({ place: {}, attempt: { number: 1, round: 2 } })
  })

  it('withdraws its questions, and what red tests owe is forgotten with the phases that changed', () => {
    const machine = createMachineRun({ phases: [phase('a'), phase('b'), phase('c')] })
    machine.feed(inputsOf().opened, inputsOf().blocked(), inputsOf().committed)
    const { id } = machine.gate()
    for (const phaseId of ['a', 'b', 'gone'])
      machine.state.debts.set(phaseId, { phaseId, commit: '', base: '', red, owedBy: ['c'] })
    edit(machine, [phase('a'), other('b'), phase('c')])
    expect(machine.state.gates.has(id)).toBe(false)
    expect(machine.state.answered.has(id)).toBe(true)
    expect(machine.state.schedule.parked.size).toBe(0)
    expect([...machine.state.debts.keys()]).toEqual(['a'])
  })

  it.each([
    [false, undefined, ['b.1.1: true']],
    [false, true, undefined],
    [true, undefined, ['a.1.1: true', 'b.1.1: true']],
  ] as const)(
    'with a question that is open: %s, and an agreement: %s, asks about %j',
    (isOpen, planApproved, details) => {
      const machine = createMachineRun({ phases: [command('a')], settings: { planApproved: false } })
      expect([...machine.state.gates.keys()]).toEqual(['plan'])
      if (!isOpen) machine.answer('approve')
      edit(machine, [command('a'), command('b')], planApproved && { planApproved })
      const gates = [...machine.state.gates.values()]
      expect(gates.map(({ id, details: told }) => [id, told])).toEqual(details ? [['plan-2', details]] : [])
      expect(machine.phase('b').place !== undefined).toBe(details === undefined)
    },
  )

  it('leaves a phase that waits for its time as it is', () => {
    const machine = createMachineRun({
      phases: [phase('a'), phase('b', ['a'])],
      settings: { retry: { ...failing, workspace: 'keep' } },
    })
    const later = { class: 'transient', message: 'later' } as const
    machine.feed(inputsOf().opened, inputsOf().failed(later), inputsOf().committed)
    const {
      effort: { notBefore },
    } = machine.phase('a')
    const { effects } = edit(machine, [phase('a'), other('b', ['a'])])
    expect(machine.phase('a')).toMatchObject({
      status: 'retrying',
      effort: { notBefore },
      resumeAt: 'unit',
      attempt: { work: { commit: 'a-work' } },
    })
    expect(effects).toContainEqual({ type: 'wake', at: notBefore })
    machine.now = notBefore!
    const { effects: next } = machine.feed({ type: 'woken', until: machine.now })
    expect(next).toMatchObject([
      { type: 'open_workspace', phaseId: 'a', attempt: 1, dispatch: 2, from: 'a-work' },
    ])
  })

  it('waits for people, not for a time, while the question about the plan is open', () => {
    const machine = createMachineRun({ phases: [phase('a')], settings: { planApproved: false } })
    const later = { class: 'transient', message: 'later' } as const
    machine.feed(inputsOf().opened, inputsOf().failed(later), inputsOf().committed)
    expect(machine.state.status).toBe('running')
    edit(machine, [phase('a'), command('b')])
    expect(machine.state.status).toBe('waiting')
  })

  it('forgets where a question stood that it withdraws', () => {
    const phases = [phase('a', [], { subtasks: [] }), phase('b')]
    const machine = createMachineRun({ phases, settings: { trust: 'paranoid', concurrency: 1 } })
    machine.feed(inputsOf().opened, inputsOf().blocked({ stepId: 'a.1' }), inputsOf().committed)
    Object.assign(machine.phase('a').attempt, { keptAt: 'review' })
    edit(machine, [phases[0]!, other('b')])
    expect(machine.phase('a')).toMatchObject({ attempt: { keptAt: undefined, blockedStep: undefined } })
  })

  it('asks nothing before its head is there: that is asked for first', () => {
    const machine = createMachineRun({ phases: [phase('a')], settings: { planApproved: false } })
    machine.state.prepared = false
    const { effects } = edit(machine, [phase('a'), command('b')])
    expect(kinds(effects)).toEqual(['prepare_run'])
    expect(machine.state.gates.size).toBe(0)
  })
})

const red = { names: [] } as unknown as Debt['red']

/** One attempt, and then a person is asked. */
const failing = {
  maxAttempts: 1,
  maxReviewRounds: 1,
  reviewSession: 'continue',
  session: 'fresh',
  workspace: 'reset',
  when: 'now',
  onExhausted: 'ask',
} as const
