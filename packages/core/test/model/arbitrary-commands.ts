import fc from 'fast-check'
import type { InputDraft } from '../../src/lib/machine/state/input/input.ts'
import { planOf } from './arbitrary-world.ts'
import { editPhases } from './edit-world.ts'
import { failureClasses } from '../../src/lib/contract/failure-class.ts'
import { abandonCall } from './abandon-call.ts'
import { answerEffect, answerPlain, lockable, type Outcome } from './answer-effect.ts'
import type { MachineUnderTest, OpenEffect } from './machine-under-test.ts'
import { feedStray } from './feed-stray.ts'
import { listPhases } from './model-run.ts'
import { head, moveRefs } from './move-refs.ts'
import { steerPhases } from './steer-phases.ts'
import { canDisplace, findPlanted, loseRecords, resumeInput } from './resume-input.ts'

export type Command = fc.Command<MachineUnderTest, MachineUnderTest>

interface Happening {
  name: string
  /** Whether the command can happen now. */
  check(machine: Readonly<MachineUnderTest>): boolean
  /** `pick` chooses among the possible cases: any number works. */
  run(machine: MachineUnderTest, pick: number): void
}

const choose = <Value>(values: readonly Value[], pick: number): Value => values[pick % values.length]!

/** Whether a process of a run has an agent. */
const agentOf = (pick: number): { provider?: string; attended?: true } => ({
  ...(pick % 2 === 0 && { provider: 'agent' }),
  ...(pick % 3 === 0 && { attended: true as const }),
})

const isOn = ({ reference: { run } }: Readonly<MachineUnderTest>): boolean =>
  run.status !== 'created' && !run.over

/** Gives this outcome to a pending effect of one of these types. */
const effectEnds = (outcome: Outcome, types: readonly OpenEffect['type'][]): Happening => {
  const fitting = ({ open }: Readonly<MachineUnderTest>) => open.filter(({ type }) => types.includes(type))
  return {
    name: `${types.join('|')} ${Object.values(outcome).join(' ')}`,
    check: (machine) => fitting(machine).length > 0,
    run: (machine, pick) => answerEffect(machine, choose(fitting(machine), pick), outcome),
  }
}

const attempt = [
  'open_workspace',
  'run_unit',
  'commit_attempt',
  'verify',
  'review',
  'run_hooks',
  'merge',
] as const
const integration = ['compose', 'prepare_move'] as const
const end = ['verify_run', 'review_run', 'close_run', 'apply_to_checkout'] as const

/** The unit fails in the usual way of this run. */
const trouble: Happening = {
  name: 'trouble',
  check: ({ open }) => open.some(({ type }) => type === 'run_unit'),
  run(machine, pick) {
    const units = machine.open.filter(({ type }) => type === 'run_unit')
    const failure = machine.reference.run.world.trouble
    answerEffect(machine, choose(units, pick), { how: 'fails', class: failure, kind: 'A' })
  },
}

const goesWell: Happening = {
  name: 'well',
  check: ({ open }) => open.length > 0,
  run: (machine, pick) => answerEffect(machine, choose(machine.open, pick), { how: 'well' }),
}

const start: Happening = {
  name: 'start',
  check: ({ reference }) => reference.run.status === 'created',
  run: (machine, pick) =>
    void machine.feed({
      type: 'run_started',
      base: 'base',
      target: 'refs/heads/amelia/work',
      ...agentOf(pick),
    }),
}

const answerGate: Happening = {
  name: 'answer',
  check: (machine) => isOn(machine) && machine.state.gates.size > 0,
  run(machine, pick) {
    const gate = choose([...machine.state.gates.values()], pick)
    // An abort ends everything, so it is less frequent.
    const choices = gate.choices.flatMap((choice) =>
      choice.startsWith('abort') || choice === 'reject' ? [choice] : [choice, choice, choice],
    )
    const choice = choose(choices, pick >> 4)
    machine.feed({
      type: 'gate_answered',
      gateId: gate.id,
      choice,
      ...(choice === 'abort-revert' && pick % 3 !== 0 && { scope: pick % 3 === 1 ? 'batch' : 'run' }),
      ...(gate.kind === 'checkpoint' &&
        (choice === 'approve' || choice === 'send-back') &&
        gate.phaseIds.length > 1 &&
        pick % 2 === 0 && { phaseIds: gate.phaseIds.filter((_, index) => index % 2 === (pick >> 2) % 2) }),
      // The worlds have no limits, so an amount changes nothing.
      ...(pick % 5 === 0 && { amount: { tokens: 100 } }),
    })
  },
}

const request = (type: 'drain_requested' | 'cancel_requested' | 'parked'): Happening => ({
  name: type,
  check: isOn,
  run: (machine) => void machine.feed({ type }),
})

/** A person stops one phase, sometimes too early or too late. */
const stopOne: Happening = {
  name: 'stop',
  check: isOn,
  run(machine, pick) {
    const phases = [...machine.reference.run.phases.values()]
    const fitting = phases.filter(({ place }) => place === 'active' || place === 'queued')
    const { id } = choose(fitting.length === 0 || pick % 4 === 0 ? phases : fitting, pick >> 2)
    machine.feed({ type: 'phase_cancel_requested', phaseId: id })
  },
}

/** The process dies. Each pending move was made or not. */
const crash: Happening = {
  name: 'crash',
  check: isOn,
  run(machine, pick) {
    machine.open.forEach((effect, index) => {
      if (effect.type === 'move_refs' && (pick >> index) % 2 === 1)
        moveRefs(machine, effect.updates, effect.reconcile)
    })
    machine.crash()
    const planted = pick % 3 === 0 ? findPlanted(machine, pick >> 2) : []
    machine.feed({ ...resumeInput(machine), ...agentOf(pick), ...(planted.length > 0 && { planted }) })
  },
}

/** The next process resumes the run. */
const resume: Happening = {
  name: 'resume',
  check: ({ reference: { run } }) => run.over && ['waiting', 'cancelled', 'failed'].includes(run.status),
  run(machine, pick) {
    machine.crash()
    machine.feed({ ...resumeInput(machine), ...agentOf(pick) })
  },
}

/** Someone moves the run's head, or the end of the journal is lost, and the next process compares the two. */
const disagree: Happening = {
  name: 'disagree',
  check: (machine) => (isOn(machine) || resume.check(machine)) && canDisplace(machine),
  run(machine, pick) {
    machine.crash()
    if (pick % 2 === 0) machine.refs.set(head, machine.name())
    const input = pick % 2 === 0 ? resumeInput(machine) : loseRecords(machine, pick >> 1)
    machine.feed({ ...input, ...agentOf(pick) })
  },
}

/** The process dies, or has ended, and the next one resumes the run with an edited plan. */
const edit: Happening = {
  name: 'edit plan',
  check: (machine) =>
    (isOn(machine) || resume.check(machine)) && machine.state.ending.closing?.updates === undefined,
  run(machine, pick) {
    const { world } = machine.reference.run
    const plan = planOf(editPhases(editPhases(world.phases, pick), pick >> 5), world)
    machine.crash()
    machine.feed({
      ...resumeInput(machine),
      plan,
      ...agentOf(pick),
      ...(pick % 3 === 0 && { planApproved: true }),
    })
  },
}

/** A person retries a failed phase, or reverts a skip. */
const reopen: Happening = {
  name: 'reopen',
  check: (machine) => isOn(machine) && reopenable(machine).length > 0,
  run: (machine, pick) => void machine.feed(choose(reopenable(machine), pick)),
}

const reopenable = ({ reference: { run } }: Readonly<MachineUnderTest>): InputDraft[] => [
  ...listPhases(run, 'failed').map(({ id }) => ({ type: 'retry_requested' as const, phaseId: id })),
  ...listPhases(run, 'skipped')
    .filter(({ isRoot }) => isRoot)
    .map(({ id }) => ({ type: 'unskip_requested' as const, id })),
]

const steer: Happening = { name: 'steer', check: isOn, run: steerPhases }
const stray: Happening = { name: 'stray', check: isOn, run: feedStray }
const abandon: Happening = { name: 'abandon', check: isOn, run: abandonCall }

const outcomes: fc.Arbitrary<Happening> = fc.oneof(
  fc
    .tuple(fc.constantFrom(...failureClasses), fc.constantFrom('A', 'B'))
    .map(([failure, kind]) => effectEnds({ how: 'fails', class: failure, kind }, ['run_unit'])),
  fc.constant(effectEnds({ how: 'fails', class: 'agent_failed', kind: 'A' }, ['run_unit'])),
  fc.constant(effectEnds({ how: 'blocked' }, ['run_unit'])),
  fc.constant(effectEnds({ how: 'blocked' }, ['commit_attempt'])),
  fc.constant(effectEnds({ how: 'already' }, ['run_unit'])),
  fc.constant(effectEnds({ how: 'absent' }, ['verify'])),
  fc
    .constantFrom(1, 1, 2, 127)
    .map((exitCode) => effectEnds({ how: 'red', exitCode }, ['verify', 'verify_run'])),
  fc
    .constantFrom('rewritten' as const, 'rewritten' as const, 'failed' as const, 'environment' as const)
    .map((outcome) => effectEnds({ how: 'hooks', outcome }, ['run_hooks'])),
  fc
    .constantFrom('A', 'A', 'B')
    .map((kind) => effectEnds({ how: 'rejected', kind }, ['review', 'review_run'])),
  fc
    .tuple(fc.constantFrom('critical' as const, 'major' as const, 'minor' as const), fc.boolean())
    .map(([severity, approved]) =>
      effectEnds({ how: 'unclear', severity, approved }, ['review', 'review_run']),
    ),
  fc
    .constantFrom('transient' as const, 'rate_limited' as const, ...failureClasses)
    .map((failure) => effectEnds({ how: 'unreviewed', class: failure }, ['review', 'review_run'])),
  fc.constant(effectEnds({ how: 'conflict' }, ['merge'])),
  fc.constant(effectEnds({ how: 'pauses' }, ['decide_checkpoint'])),
  fc
    .constantFrom('target' as const, 'target' as const, 'own' as const)
    .map((whose) => effectEnds({ how: 'moved', whose }, ['move_refs'])),
  fc
    .constantFrom('adopted' as const, 'rewritten' as const)
    .map((what) => effectEnds({ how: 'target', what }, ['prepare_move', 'close_run'])),
  fc.constant(effectEnds({ how: 'broken' }, [...attempt, ...integration, ...end])),
  fc.constant(effectEnds({ how: 'well' }, ['wake'])),
  fc
    .constantFrom('a.lock', 'a.lock', 'b.lock')
    .map((file) => effectEnds({ how: 'locked', file }, [...lockable, 'clear_locks'])),
)

const happenings: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 8, arbitrary: fc.constant(goesWell) },
  { weight: 8, arbitrary: outcomes },
  { weight: 4, arbitrary: fc.constant(trouble) },
  {
    weight: 2,
    arbitrary: fc.constant(effectEnds({ how: 'rejected', kind: 'A' }, ['review', 'review_run'])),
  },
  // Both have to happen twice before a person is asked.
  { weight: 2, arbitrary: fc.constant(effectEnds({ how: 'nothing' }, ['commit_attempt'])) },
  { weight: 1, arbitrary: fc.constant(effectEnds({ how: 'lacking' }, ['commit_attempt'])) },
  { weight: 1, arbitrary: fc.constant(effectEnds({ how: 'untrue' }, ['commit_attempt'])) },
  { weight: 1, arbitrary: fc.constant(effectEnds({ how: 'ignored' }, ['commit_attempt'])) },
  { weight: 2, arbitrary: fc.constant(effectEnds({ how: 'claims' }, ['run_unit'])) },
  { weight: 2, arbitrary: fc.constant(effectEnds({ how: 'weakened' }, ['verify'])) },
  { weight: 2, arbitrary: fc.constant(effectEnds({ how: 'unred' }, ['verify'])) },
  { weight: 2, arbitrary: fc.constant(effectEnds({ how: 'collides' }, ['verify'])) },
  { weight: 4, arbitrary: fc.constant(answerGate) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(request('drain_requested'), request('parked')),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(request('cancel_requested'), request('parked')),
  },
  { weight: 1, arbitrary: fc.constant(crash) },
  { weight: 1, arbitrary: fc.constant(disagree) },
  { weight: 1, arbitrary: fc.constant(stopOne) },
  { weight: 2, arbitrary: fc.constant(resume) },
  { weight: 1, arbitrary: fc.constant(edit) },
  { weight: 1, arbitrary: fc.constant(reopen) },
  { weight: 2, arbitrary: fc.constantFrom(steer, steer, stray, abandon) },
)

/**
 * Creates a command that also answers some effects with only one sensible answer, but not always all, so that
 * a crash may come between.
 */
const toCommand = ({ name, check, run }: Happening, pick: number, plain: number): Command => ({
  check,
  run(machine) {
    run(machine, pick)
    answerPlain(machine, plain, pick)
  },
  toString: () => `${name} (${pick}, ${plain})`,
})

const numbers = [fc.nat(1_000_000), fc.constantFrom(0, 1, 2, 50, 50, 50)] as const

/** Generates the sequence of commands of a run. */
export const arbitraryCommands = fc.commands<MachineUnderTest, MachineUnderTest>(
  [
    fc.tuple(...numbers).map(([pick, plain]) => toCommand(start, pick, plain)),
    ...Array.from({ length: 9 }, () =>
      fc.tuple(happenings, ...numbers).map(([each, pick, plain]) => toCommand(each, pick, plain)),
    ),
  ],
  { maxCommands: 60, size: 'max' },
)
