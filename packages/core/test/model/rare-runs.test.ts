import { describe, expect, it } from 'vitest'
import { planSchema } from '../../src/lib/plan/plan-schema.ts'
import { answerEffect, type Outcome } from './answer-effect.ts'
import type { World } from './arbitrary-world.ts'
import { feedStray } from './feed-stray.ts'
import { finishRun } from './finish-run.ts'
import { head } from './move-refs.ts'
import { resumeInput } from './resume-input.ts'
import { createMachineUnderTest, type MachineUnderTest, type OpenEffect } from './machine-under-test.ts'

const runOf = (
  review: World['rules']['review'],
  hooks: World['rules']['hooks'] = 'off',
  more: { phases?: World['phases']; rules?: Partial<World['rules']>; provider?: string } = {},
): MachineUnderTest => {
  const machine = createMachineUnderTest({
    trouble: 'transient',
    phases: more.phases ?? [{ id: 'p0', title: 'p0', risk: 'low' }],
    rules: {
      concurrency: 1,
      onFailure: 'halt',
      order: 'dataflow',
      trust: 'autonomous',
      checkpoints: 'trust',
      hooks,
      planApproved: true,
      publish: 'phase',
      artifacts: 'none',
      maxAttempts: 2,
      maxReviewRounds: 3,
      workspace: 'reset',
      when: 'now',
      onExhausted: 'ask',
      checks: 'none',
      review,
      ...more.rules,
    },
  })
  const { provider } = more
  machine.feed({
    type: 'run_started',
    base: 'base',
    target: 'refs/heads/amelia/work',
    ...(provider !== undefined && { provider }),
  })
  return machine
}

/** Answers effects with success until one of this type is pending, then gives it this outcome. */
const until = (machine: MachineUnderTest, type: OpenEffect['type'], outcome: Outcome): void => {
  while (machine.open[0] && machine.open[0].type !== type)
    answerEffect(machine, machine.open[0], { how: 'well' })
  const effect = machine.open[0]
  if (!effect) throw new Error(`No ${type} effect is pending.`)
  answerEffect(machine, effect, outcome)
}

const restart = (machine: MachineUnderTest): void => {
  machine.crash()
  machine.feed({ type: 'run_resumed' })
}

const well: Outcome = { how: 'well' }
const rejected: Outcome = { how: 'rejected', kind: 'A' }

const outcomeOf = (how: Outcome['how'] = 'well'): Outcome => {
  if (how === 'red') return { how, exitCode: 1 }
  if (how === 'hooks') return { how, outcome: 'rewritten' }
  const given = [
    'nothing',
    'lacking',
    'untrue',
    'ignored',
    'already',
    'claims',
    'weakened',
    'absent',
  ] as const
  return given.some((one) => one === how) ? ({ how } as Outcome) : well
}

/** Every input is judged by the model, as in `model.test.ts`. */
describe('runs too rare for random generation', () => {
  it('a comment from before a person restarted the phase does not count as repeated', () => {
    const machine = runOf({ phase: true, run: false }, 'on')
    until(machine, 'review', rejected)
    until(machine, 'review', rejected)
    machine.feed({ type: 'gate_answered', gateId: [...machine.state.gates.keys()][0]!, choice: 'retry' })
    until(machine, 'review', well)
    until(machine, 'run_hooks', { how: 'hooks', outcome: 'failed' })
    until(machine, 'review', rejected)
    finishRun(machine)
  })

  it("an agent's rejection of a comment does not hide its repetition", () => {
    const machine = runOf({ phase: true, run: false })
    until(machine, 'review', rejected)
    until(machine, 'run_unit', { how: 'fails', class: 'review_rejected', kind: 'A' })
    until(machine, 'review', rejected)
    finishRun(machine)
  })

  it('an agent that calls its own failure a merge conflict starts over when a person retries the phase', () => {
    const machine = runOf({ phase: false, run: false }, 'off', {
      rules: { maxAttempts: 1 },
      provider: 'agent',
    })
    until(machine, 'run_unit', { how: 'fails', class: 'merge_conflict', kind: 'A' })
    until(machine, 'commit_attempt', well)
    machine.feed({ type: 'gate_answered', gateId: [...machine.state.gates.keys()][0]!, choice: 'retry' })
    expect(machine.open[0]).toMatchObject({ type: 'open_workspace', attempt: 2 })
    finishRun(machine)
  })

  it('a question of the reviewers after an instruction of a person does not reject the work', () => {
    const machine = runOf({ phase: true, run: false }, 'off', {
      rules: { maxAttempts: 1 },
      provider: 'agent',
    })
    const answer = (choice: 'fix' | 'retry') =>
      machine.feed({ type: 'gate_answered', gateId: [...machine.state.gates.keys()][0]!, choice })
    until(machine, 'run_unit', { how: 'fails', class: 'agent_failed', kind: 'A' })
    until(machine, 'commit_attempt', well)
    answer('fix')
    until(machine, 'review', { how: 'unclear', severity: 'major', approved: true })
    answer('retry')
    expect(machine.open[0]).toMatchObject({ type: 'open_workspace' })
    finishRun(machine)
  })

  it('a person accepts a result that the reviewers refuse, or requests another review', () => {
    for (const choice of ['approve', 'retry'] as const) {
      const machine = runOf({ phase: false, run: true })
      until(machine, 'review_run', rejected)
      machine.feed({ type: 'gate_answered', gateId: [...machine.state.gates.keys()][0]!, choice })
      finishRun(machine)
    }
  })

  it('a person answers a question of the reviewers, about a phase and about the run', () => {
    for (const choice of ['approve', 'retry'] as const)
      for (const isApproved of [true, false])
        for (const type of ['review', 'review_run'] as const) {
          const machine = runOf({ phase: type === 'review', run: type === 'review_run' })
          until(machine, type, { how: 'unclear', severity: 'major', approved: isApproved })
          machine.feed({ type: 'gate_answered', gateId: [...machine.state.gates.keys()][0]!, choice })
          finishRun(machine)
        }
  })

  it('a phase that was blocked before a skip is skipped when another failed phase is retried', () => {
    const machine = runOf({ phase: false, run: false }, 'off', {
      phases: ['a', 'b', 'other', 'hold', 'c'].map((id) => ({
        id,
        title: id,
        risk: 'low',
        dependsOn: id === 'c' ? ['a', 'b'] : [],
      })),
      rules: { onFailure: 'continue', maxAttempts: 1, onExhausted: 'fail' },
    })
    for (const id of ['a', 'b', 'other']) {
      const how: Outcome = id === 'b' ? { how: 'blocked' } : { how: 'fails', class: 'agent_failed', kind: id }
      until(machine, 'run_unit', how)
      until(machine, 'commit_attempt', well)
      for (const { id: gateId } of machine.state.gates.values())
        machine.feed({ type: 'gate_answered', gateId, choice: 'skip' })
    }
    machine.feed({ type: 'retry_requested', phaseId: 'other' })
    finishRun(machine)
  })

  it('a stray input arrives when a delayed phase may start', () => {
    const machine = runOf({ phase: false, run: false }, 'off', {
      phases: ['a', 'b'].map((id) => ({ id, title: id, risk: 'low' })),
      rules: { concurrency: 2 },
    })
    until(machine, 'run_unit', { how: 'fails', class: 'transient', kind: 'A' })
    while (!machine.open.some(({ type }) => type === 'wake'))
      answerEffect(machine, machine.open.find(({ type }) => type === 'commit_attempt')!, well)
    machine.now = machine.open.flatMap((effect) => (effect.type === 'wake' ? [effect.at - 1] : []))[0]!
    feedStray(machine, 0)
    finishRun(machine)
  })

  it('the next process finishes a run during its final review', () => {
    const machine = runOf({ phase: false, run: true })
    until(machine, 'review_run', well)
    restart(machine)
    until(machine, 'close_run', well)
    finishRun(machine)
  })

  it('keeps the queue of an aborted run through a resume, even if the plan is then edited', () => {
    const phases: World['phases'] = ['a', 'b'].map((id) => ({ id, title: id, risk: 'low' }))
    const machine = runOf({ phase: false, run: false }, 'off', { phases, rules: { trust: 'paranoid' } })
    const answerAt = (gateId: string, choice: 'approve' | 'abort-revert') =>
      machine.feed({ type: 'gate_answered', gateId, choice })
    while (!machine.state.gates.has('checkpoint:b:1')) answerEffect(machine, machine.open[0]!, well)
    answerAt('checkpoint:a:1', 'abort-revert')
    answerAt('checkpoint:b:1', 'approve')
    restart(machine)
    machine.crash()
    machine.feed({ type: 'run_resumed', plan: planSchema.parse({ phases }), planApproved: true })
    finishRun(machine)
  })

  it('leaves an intent to a later process if an aborted run is resumed on a displaced head', () => {
    const machine = runOf({ phase: false, run: false })
    const isPhaseMove = (effect: OpenEffect): boolean => effect.type === 'move_refs' && 'phaseId' in effect
    while (!isPhaseMove(machine.open[0]!)) answerEffect(machine, machine.open[0]!, well)
    machine.refs.set(head, 'foreign')
    machine.crash()
    machine.feed(resumeInput(machine))
    machine.feed({ type: 'gate_answered', gateId: 'run:head:1', choice: 'abort-revert' })
    machine.crash()
    machine.feed(resumeInput(machine))
    finishRun(machine)
  })

  it('an attempt changes nothing, or weakens its checks, in any three sessions', () => {
    const outcomes: Partial<Record<OpenEffect['type'], Outcome['how']>>[] = [
      {},
      { commit_attempt: 'nothing' },
      { commit_attempt: 'nothing', run_unit: 'already' },
      { commit_attempt: 'nothing', run_unit: 'already', verify: 'absent' },
      { commit_attempt: 'nothing', run_unit: 'already', verify: 'red' },
      { commit_attempt: 'lacking', run_unit: 'already' },
      { commit_attempt: 'untrue', run_unit: 'claims' },
      { commit_attempt: 'ignored' },
      { verify: 'weakened' },
      { verify: 'weakened', run_hooks: 'hooks' },
    ]
    for (const first of outcomes)
      for (const second of outcomes)
        for (const third of outcomes)
          for (const [choice, files, checks] of [
            ['approve', ['a'], 'each and whole'],
            ['retry', ['a'], 'each and whole'],
            ['approve', [], 'each and whole'],
            ['approve', ['a'], 'none'],
          ] as const) {
            const machine = runOf({ phase: true, run: false }, 'on', {
              phases: [{ id: 'p0', title: 'p0', risk: 'low', files: [...files] }],
              rules: { checks },
              provider: 'agent',
            })
            const left = [first, second, third]
            for (let effect = machine.open[0]; effect; effect = machine.open[0]) {
              const { [effect.type]: how, ...rest } = left[0] ?? {}
              if (left[0]) left[0] = rest
              if (effect.type === (checks === 'none' ? 'commit_attempt' : 'verify')) left.shift()
              answerEffect(machine, effect, outcomeOf(how))
              for (const { id: gateId, choices } of machine.state.gates.values())
                if (choices.includes(choice)) machine.feed({ type: 'gate_answered', gateId, choice })
            }
            finishRun(machine)
          }
  })
})
