import { describe, expect, it } from 'vitest'
import {
  complete,
  createMachineRun,
  green,
  inputsOf,
  type MachineRun,
  type MachineRunOptions,
  red,
} from '../../../test/machine-run.ts'
import { phase } from '../../../test/sample-plan.ts'
import { presets } from '../run/settings/presets.ts'
import { sessionUsed } from '../../../test/session-used.ts'

const kinds = (list: readonly { type: string }[]): string[] => list.map(({ type }) => type)

/** Phase `a` cannot go on. */
const blocked = (more: object = {}, options: MachineRunOptions = {}): MachineRun => {
  const machine = createMachineRun(options)
  const inputs = inputsOf()
  machine.feed(inputs.opened, inputs.blocked(more), inputs.committed)
  return machine
}

describe('an instruction from a person', () => {
  const atCheckpoint = (options: MachineRunOptions = {}): MachineRun => {
    const machine = createMachineRun({
      provider: 'p',
      ...options,
      settings: { trust: 'paranoid', ...options.settings },
    })
    const { opened, finished, committed } = inputsOf()
    machine.feed(opened, finished, committed)
    return machine
  }

  it('at a checkpoint begins another attempt that reads it, with all of them ahead', () => {
    const machine = atCheckpoint()
    machine.phase('a').effort.tries = 2
    machine.phase('a').effort.reviewRounds = 2
    const { events, effects } = machine.answer('send-back', 'shorter')
    expect(events[1]).toMatchObject({
      ...{ type: 'phase_returned', reason: 'feedback', details: ['shorter'] },
    })
    expect(effects).toMatchObject([{ type: 'open_workspace', attempt: 2 }])
    expect(machine.phase('a').failures).toEqual([
      { class: 'review_rejected', message: 'shorter', answer: { text: 'shorter' } },
    ])
    expect(machine.phase('a')).toMatchObject({ effort: { tries: 1, reviewRounds: 0 } })
    expect(machine.phase('a').attempt.keptAt).toBeUndefined()
  })

  it('may be nothing but that it is to be done again', () => {
    const machine = atCheckpoint()
    machine.answer('send-back')
    expect(machine.phase('a').failures[0]?.message).toBe('A person asked for another attempt.')
  })

  it('is for the agent from then on', () => {
    const machine = atCheckpoint()
    machine.answer('send-back', 'shorter')
    expect(machine.phase('a').byAgent).toBe(true)
  })

  it('is asked for only where there is an agent to act on it, in each process of the run', () => {
    const alone = createMachineRun({ settings: { trust: 'paranoid' } })
    const { opened, finished, committed } = inputsOf()
    alone.feed(opened, finished, committed)
    const plain = ['approve', 'abort', 'abort-revert']
    expect(alone.gate().choices).toEqual(plain)
    alone.feed({ type: 'run_resumed', provider: 'p' })
    expect(alone.gate().choices).toEqual(['approve', 'send-back', 'abort', 'abort-revert'])
    alone.feed({ type: 'run_resumed' })
    expect(alone.gate().choices).toEqual(plain)
    expect(alone.answer('send-back', 'shorter')).toEqual({ events: [], effects: [] })

    const stuck = blocked({}, { provider: 'p' })
    expect(stuck.gate().choices).toEqual(['retry', 'fix', 'skip', 'abort', 'abort-revert'])
    stuck.feed({ type: 'run_resumed' })
    expect(stuck.gate().choices).toEqual(['retry', 'skip', 'abort', 'abort-revert'])
  })

  it.each([
    ['does the phase', {}, true],
    ['fixes the steps that fail', { adapt: true }, false],
  ] as const)('with fix is for the agent, which %s', (_, settings, byAgent) => {
    const machine = blocked({}, { provider: 'p', settings })
    expect(machine.answer('fix', 'use b').effects).toMatchObject([{ type: 'open_workspace', attempt: 2 }])
    expect(machine.phase('a').failures).toEqual([
      {
        class: 'review_rejected',
        message: 'Instruction from a person: use b',
        answer: { question: 'what now?', details: [], text: 'use b' },
      },
    ])
    expect(machine.phase('a').byAgent).toBe(byAgent)
  })

  it.each([
    [
      'an agent',
      { blocker: 'agent_asks', sessions: { phase: 's1' } },
      { question: 'what now?', text: 'Try again, and decide it yourself: nobody gave another answer.' },
    ],
    ['a step', {}, undefined],
  ])('without words repeats the question of %s to the next session, if it was an agent', (_, more, told) => {
    const machine = blocked(more, { provider: 'p' })
    machine.answer('retry')
    const { failures, byAgent } = machine.phase('a')
    expect(failures.at(-1)?.answer).toEqual(told && { ...told, details: [] })
    expect(byAgent).toBe(told !== undefined)
  })

  it('approves a checkpoint, and the phase goes on to the head', () => {
    const machine = atCheckpoint()
    expect(machine.answer('approve').effects).toMatchObject([
      { type: 'open_workspace', attempt: 1, from: 'a-work' },
    ])
    expect(kinds(machine.feed(inputsOf().opened).effects)).toEqual(['compose'])
    // Also in the process that comes after this one.
    machine.feed({ type: 'run_resumed' })
    expect(kinds(machine.feed(inputsOf().opened).effects)).toEqual(['compose'])
  })
})

describe('tests that were changed', () => {
  const changed = (): MachineRun => {
    const machine = createMachineRun({
      settings: { tdd: 'full', checks: [{ name: 'test', argv: ['x'], when: 'always', optional: false }] },
    })
    const { opened, finished, committed } = inputsOf()
    machine.feed(opened, finished, committed, {
      type: 'verified',
      phaseId: 'a',
      attempt: 1,
      on: 'attempt',
      checks: [green],
      evidence: {
        paid: [],
        leftOut: [],
        changed: [{ kind: 'frozen', path: 'test/a.test.js', items: [], diff: ['-a', '+b'] }],
      },
    })
    return machine
  }

  it('are a question', () => {
    expect(changed().gate()).toMatchObject({
      blocker: 'evidence_changed',
      question:
        'Phase a passes, but it changed tests or files that its checks rest on, and the plan does not say so. Approve that?',
      details: ['test/a.test.js: tests that an earlier phase wrote were changed\n-a\n+b'],
      choices: ['retry', 'approve', 'skip', 'abort', 'abort-revert'],
    })
  })

  it('are taken when a person stands by them, and the same attempt is verified again', () => {
    const machine = changed()
    expect(machine.answer('approve').effects).toMatchObject([{ type: 'open_workspace', attempt: 1 }])
    expect(kinds(machine.feed(inputsOf().opened).effects)).toEqual(['verify'])
    expect(machine.phase('a').attempt.evidenceAccepted).toBe(true)
  })
})

describe('the budget of a phase', () => {
  it('is raised by as much again when a person approves that, and only then', () => {
    const machine = createMachineRun({
      phases: [phase('a', [], { subtasks: [] })],
      settings: { phaseBudget: { tokens: 10 } },
    })
    const { opened, failed, committed } = inputsOf()
    const used = sessionUsed({ inputTokens: 12 })
    machine.feed(opened, used, failed({ class: 'budget_exceeded', message: 'no more' }), committed)
    expect(machine.gate().blocker).toBe('budget_exceeded')
    machine.answer('approve')
    expect(machine.phase('a').allowed).toEqual({ tokens: 22 })

    const other = blocked({}, { settings: { phaseBudget: { tokens: 10 } } })
    other.answer('retry')
    expect(other.phase('a').allowed).toEqual({ tokens: 10 })
  })
})

describe('a phase all of which was skipped with what it builds on', () => {
  const emptied = (): MachineRun => {
    const step = (id: string) => ({ id, action: 'code' as const, filePath: 'x', codeChange: 'x' })
    const machine = createMachineRun({
      phases: [
        phase('a', [], {
          subtasks: [
            { id: 'a.1', title: 'x', steps: [step('a.1.1')] },
            { id: 'a.2', title: 'y', steps: [step('a.2.1')] },
          ],
        }),
        phase('b', ['a'], {
          subtasks: [{ id: 'b.1', title: 'z', dependsOn: ['a.1'], steps: [step('b.1.1')] }],
        }),
      ],
    })
    const inputs = inputsOf()
    machine.feed(
      inputs.opened,
      inputs.blocked({ stepId: 'a.1.1', blocker: 'command_failed' }),
      inputs.committed,
    )
    machine.answer('skip')
    complete(machine)
    return machine
  }

  // seed: intelligent-execution 46, intelligent-execution 56
  it('is asked about before it counts as done', () => {
    expect(emptied().gate()).toEqual({
      id: 'blocker:b:0',
      kind: 'blocker',
      blocker: 'dependency_skipped',
      phaseIds: ['b'],
      question: 'Nothing is left to do in phase b: all of it depends on skipped work.',
      details: ['b.1 builds on a.1.1, which was skipped'],
      suggestions: [
        'to do the skipped work after all: amelia fork r1 --from a',
        'approve: count the phase as done; skip: leave it out',
      ],
      choices: ['approve', 'skip', 'abort', 'abort-revert'],
    })
  })

  it('counts as done when a person says so', () => {
    const machine = emptied()
    expect(machine.answer('approve').effects).toMatchObject([
      { type: 'open_workspace', phaseId: 'b', attempt: 1 },
    ])
    expect(machine.phase('b').emptyAccepted).toBe(true)
  })
})

it('what a check says is shown with the question that it leads to', () => {
  const machine = createMachineRun({
    settings: {
      checks: [{ name: 'test', argv: ['npm', 'test'], when: 'always', optional: false }],
      retry: { ...presets.phased.retry, maxAttempts: 1, onExhausted: 'ask' },
    },
  })
  const { opened, finished, committed, verified } = inputsOf()
  machine.feed(opened, finished, committed, verified(green, red))
  expect(machine.gate()).toMatchObject({
    blocker: 'validation_failed',
    question: 'The check "test" failed.',
    details: ['ran: npm test', 'exit code: 1', 'one', 'two'],
    suggestions: ['git show a-work', expect.stringContaining('fix: ')],
  })
})
