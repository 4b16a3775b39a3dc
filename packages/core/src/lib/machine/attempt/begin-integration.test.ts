import { describe, expect, it } from 'vitest'
import {
  complete,
  createMachineRun,
  green,
  inputsOf,
  type MachineRun,
  type MachineRunOptions,
  target,
  type TestInput,
} from '../../../../test/machine-run.ts'
import { phase } from '../../../../test/sample-plan.ts'

const kinds = (list: readonly { type: string }[]): string[] => list.map(({ type }) => type)
const a1 = { phaseId: 'a', attempt: 1 }
const head = 'refs/amelia/r1/head'

/** The work of a phase is committed and, where there are checks, verified. */
const commit = (machine: MachineRun, id = 'a', attempt = 1) => {
  const { opened, finished, committed, verified } = inputsOf(id, attempt)
  const { checks } = machine.state.settings
  return machine.feed(opened, finished, committed, ...(checks.length > 0 ? [verified(green)] : []))
}
const create = (settings: MachineRunOptions['settings'] = {}, ids = ['a']): MachineRun =>
  createMachineRun({ phases: ids.map((id) => phase(id)), settings })

describe("the user's commit hooks", () => {
  type Hooks = Extract<TestInput, { type: 'hooks_finished' }>
  const hooks = (outcome: Hooks['outcome'], more: Partial<Hooks> = {}): TestInput => ({
    type: 'hooks_finished',
    ...a1,
    outcome,
    text: 'Phase a',
    ...more,
  })
  const create1 = () => {
    const machine = create({ hooks: 'on' })
    const { effects } = commit(machine)
    return { machine, effects }
  }

  it('have their say before the phase queues for the head, and on its message', () => {
    const { machine, effects } = create1()
    expect(effects.at(-1)).toEqual({ type: 'run_hooks', ...a1, dispatch: 1, commit: 'a-work' })
    expect(machine.phase('a').status).toBe('integrating')
    expect(machine.state.schedule.integration).toEqual([])
    expect(machine.feed(hooks('passed', { text: 'Phase a\n\nSigned-off' })).effects).toEqual([
      { type: 'compose', ...a1, dispatch: 1, head: 'base', tree: 'a-tree', text: 'Phase a\n\nSigned-off' },
    ])
  })

  it('that rewrite files lead to another commit, three rounds at most', () => {
    const { machine } = create1()
    for (const round of [1, 2]) {
      expect(machine.feed(hooks('rewritten')).effects).toEqual([
        { type: 'commit_attempt', ...a1, dispatch: 1 },
      ])
      expect(machine.phase('a').attempt.hookRounds).toBe(round)
      machine.feed(inputsOf().committed)
    }
    machine.feed(hooks('rewritten', { hook: 'pre-commit', output: 'again' }))
    expect(machine.gate()).toMatchObject({
      blocker: 'environment',
      question: 'The commit hooks change the files again every time they run.',
      details: ['ran: pre-commit', 'again'],
    })
  })

  it('that refuse are a check that failed', () => {
    const { machine } = create1()
    const { events } = machine.feed(hooks('failed', { hook: 'commit-msg', output: 'too long' }))
    expect(events).toMatchObject([
      {
        type: 'phase_retry',
        failure: {
          class: 'verification_failed',
          message: 'The commit hook commit-msg refused the phase.',
          command: 'commit-msg',
          output: 'too long',
        },
      },
      { type: 'phase_started', attempt: 2 },
    ])
  })

  it('that cannot run open a gate', () => {
    const { machine } = create1()
    machine.feed(hooks('environment', { hook: 'pre-commit' }))
    expect(machine.gate()).toMatchObject({
      blocker: 'environment',
      question: 'The commit hook pre-commit could not be run.',
    })
  })

  it('need not be named', () => {
    const { machine } = create1()
    machine.feed(hooks('failed'), { type: 'parked' })
    expect(machine.phase('a').failures[0]).not.toHaveProperty('command')
    expect(machine.phase('a').failures[0]?.output).toBe('')
  })
})

describe('the move of the references', () => {
  const composed = (settings: MachineRunOptions['settings'] = {}): MachineRun => {
    const machine = create(settings)
    commit(machine)
    machine.feed(inputsOf().composed)
    return machine
  }

  it('is written down, made, and told', () => {
    const machine = composed()
    const updates = [{ ref: target, new: 'a-done', old: null }]
    expect(machine.feed(inputsOf().prepared).effects).toEqual([
      { type: 'move_refs', phaseId: 'a', updates, reconcile: false },
    ])
    machine.now += 500
    const { events } = machine.feed(inputsOf().moved)
    expect(events).toMatchObject([
      { type: 'commit_integrated', phaseId: 'a', commit: 'a-done', merged: false, target: true },
      {
        type: 'phase_completed',
        phaseId: 'a',
        title: 'Phase a',
        attempt: 1,
        commit: 'a-done',
        durationMs: 500,
      },
      { type: 'batch_completed', batch: 1, phases: ['a'] },
      { type: 'run_ended' },
    ])
    expect(events[0]).not.toHaveProperty('reason')
    expect(machine.state).toMatchObject({ head: 'a-done', headRef: 'a-done', target: { commit: 'a-done' } })
    expect(machine.phase('a').intent).toBeUndefined()
  })

  it('says why the target stays where it is, and forgets that when it moves', () => {
    const machine = create({}, ['a', 'b'])
    commit(machine)
    machine.feed(inputsOf().composed, {
      type: 'move_prepared',
      ...a1,
      updates: [{ ref: head, new: 'a-done', old: 'base' }],
      note: 'it is checked out',
    })
    const { events } = machine.feed(inputsOf().moved)
    expect(events[0]).toMatchObject({ type: 'commit_integrated', target: false, reason: 'it is checked out' })
    expect(machine.state).toMatchObject({ target: { commit: null, note: 'it is checked out' } })
    expect(machine.phase('a').intent).toBeUndefined()
    commit(machine, 'b')
    machine.feed({ type: 'merged', phaseId: 'b', attempt: 1, tree: 't' })
    const rest = inputsOf('b')
    machine.feed(rest.composed, rest.prepared, rest.moved)
    expect(machine.state).not.toHaveProperty('targetNote')
  })

  it('is retried when someone else moved the target, three times at most', () => {
    const machine = composed()
    const refused: TestInput = { type: 'refs_refused', phaseId: 'a', refs: [target] }
    for (const round of [1, 2]) {
      machine.feed(inputsOf().prepared)
      expect(kinds(machine.feed(refused).effects)).toEqual(['prepare_move'])
      expect(machine.phase('a').attempt.refusals).toBe(round)
      expect(machine.phase('a').intent).toBeUndefined()
    }
    machine.feed(inputsOf().prepared, refused)
    expect(machine.gate()).toMatchObject({
      blocker: 'target_moved',
      question: `${target} was moved by someone else while phase a was being integrated.`,
      details: [target],
    })
  })

  it("asks a person at once when someone else moved the run's own head", () => {
    const machine = composed()
    machine.feed(inputsOf().prepared, { type: 'refs_refused', phaseId: 'a', refs: [target, head] })
    expect(machine.gate()).toMatchObject({
      blocker: 'repository_tampered',
      question: `${target}, ${head} was moved by someone else while phase a was being integrated.`,
    })
  })

  it('takes in what a person has put on the target: the phase is merged with it', () => {
    const machine = composed()
    const { events, effects } = machine.feed({ type: 'target_adopted', ...a1, commit: 'theirs' })
    expect(events).toMatchObject([{ type: 'target_adopted', phaseId: 'a', commit: 'theirs' }])
    expect(effects).toEqual([{ type: 'merge', ...a1, dispatch: 1, head: 'theirs', commit: 'a-work' }])
    expect(machine.state).toMatchObject({ head: 'theirs', target: { commit: 'theirs' }, headRef: 'base' })
  })

  it.each([
    ['old', null, ['It held old.', 'Now it holds nothing.', `Before another attempt, create it at ${head}.`]],
    [
      null,
      'new',
      ['It held nothing.', 'Now it holds new.', `Before another attempt, merge into it ${head}.`],
    ],
  ])('is a question when the target was rewritten: %#', (was, found, details) => {
    const machine = composed()
    machine.state.target.commit = was
    machine.feed({ type: 'target_rewritten', ...a1, found })
    expect(machine.gate()).toMatchObject({
      blocker: 'target_moved',
      question: `${target} was moved by someone else, and does not contain the commits of the run.`,
      details,
    })
  })

  it('that was not written down is none', () => {
    const machine = composed()
    expect(machine.feed(inputsOf().moved)).toEqual({ events: [], effects: [] })
    expect(machine.phase('a').status).toBe('integrating')
  })
})

it('a phase that is done lets those begin that wait for nothing else', () => {
  const machine = createMachineRun({
    phases: [phase('a'), phase('b'), phase('c', ['a', 'b']), phase('d', ['a'])],
  })
  const opened = (effects: ReturnType<MachineRun['feed']>['effects']) =>
    effects.flatMap((effect) => (effect.type === 'open_workspace' ? [effect.phaseId] : []))
  expect(opened(complete(machine, 'a').effects)).toEqual(['d'])
  commit(machine, 'b')
  machine.feed({ type: 'merged', phaseId: 'b', attempt: 1, tree: 't' })
  const { composed, prepared, moved } = inputsOf('b')
  expect(opened(machine.feed(composed, prepared, moved).effects)).toEqual(['c'])
})
