import {
  AmeliaError,
  type Clock,
  type GateChoice,
  type GateView,
  answerRun,
  type Run,
  type RunOptions,
  type RunStoreV1,
} from '@amelia/core'
import { commitByHand } from './commit-by-hand.ts'
import { createRandom } from './create-random.ts'
import type { Trial } from './create-trial.ts'

/** The people of a simulated run. */
export interface People {
  /** Undefined if no person is available. */
  readonly onGate: (clock: Clock) => RunOptions['onGate']
  /** Answers open gates before a process continues, if people are away. */
  answerBefore(run: Run): Promise<void>
  /** receives questions, and sends the answers from another process. */
  listen(run: Run): void
  /** Whether a command is pending. */
  readonly busy: boolean
  /** The commands by id: the gate and the answer. */
  readonly commands: ReadonlyMap<string, { gateId: string; choice: GateChoice }>
}

/** After this number of questions about one phase, a person gives up. */
const patience = 4

export const simulatedPeople = (trial: Trial): People => {
  const { world, random, scheduler, violations, answered, questions } = trial
  const store = trial.store.plain
  const asked = new Set<string>()
  const commands = new Map<string, { gateId: string; choice: GateChoice }>()
  const person = { dead: false }
  const clock = scheduler.clockOf(person)
  let busy = 0

  /** Answers a question the same way every time: people do not change their mind because a process died. */
  const choose = (gate: Pick<GateView, 'id' | 'kind' | 'phaseIds' | 'choices'>): GateChoice => {
    const chance = createRandom(world.seed ^ hashOf(gate.id))
    const [about = ''] = gate.phaseIds
    if (!asked.has(gate.id)) questions.set(about, (questions.get(about) ?? 0) + 1)
    asked.add(gate.id)
    const isTired = (questions.get(about) ?? 0) > patience
    const wanted: GateChoice[] = []
    if (gate.kind === 'checkpoint' && !isTired && chance.chance(0.15)) wanted.push('send-back')
    if (!world.patient && chance.chance(0.1)) wanted.push('abort')
    if (!world.patient && chance.chance(0.05)) wanted.push('abort-revert')
    if (!world.patient && (isTired || chance.chance(0.4))) wanted.push('skip')
    if (chance.chance(0.3)) wanted.push('fix')
    wanted.push('approve', 'done-by-hand', 'retry', 'fix')
    return wanted.find((choice) => gate.choices.includes(choice)) ?? 'abort'
  }

  const answerTo = (gate: GateView): { choice: GateChoice; feedback?: string } => {
    const before = answered.get(gate.id)
    violations.check(
      before === undefined,
      'double commit',
      () => `the gate ${gate.id} is asked about again, and was answered with ${before}`,
    )
    const choice = choose(gate)
    return choice === 'fix' || choice === 'send-back' ? { choice, feedback: `Mind ${gate.id}.` } : { choice }
  }

  const command = async (runId: string, gate: GateView, from: RunStoreV1): Promise<void> => {
    const answer = answerTo(gate)
    busy++
    try {
      await clock.wait(1 + random.below(3_000))
      const { id } = await answerRun({
        store: from,
        runId,
        command: { type: 'answer', gateId: gate.id, ...answer },
      })
      if (id !== undefined) commands.set(id, { gateId: gate.id, choice: answer.choice })
    } catch (error) {
      // Since the question, the phase was found integrated, or the run was reverted.
      const isRefusal = (['GATE_UNKNOWN', 'GATE_EXPIRED', 'RUN_ENDED'] as const).some((code) =>
        AmeliaError.is(error, code),
      )
      if (!isRefusal) violations.add('unrecoverable', `an answer could not be offered: ${String(error)}`)
    } finally {
      busy--
    }
  }

  /** Adds a person's commit to the published work once, a moment later. */
  const commit = async (target: string): Promise<void> => {
    if (trial.ownCommit !== undefined) return
    trial.ownCommit = ''
    for (let turns = random.below(8); turns > 0; turns--) await scheduler.turn(person)
    trial.ownCommit = commitByHand(trial.git, target)
  }

  return {
    onGate: (processClock) => {
      if (world.people === 'away' || world.people === 'elsewhere') return undefined
      return async ({ choices, ...gate }) => {
        const view = { ...gate, choices: Object.keys(choices) } as GateView
        const answer = answerTo(view)
        if (world.people === 'slow') await processClock.wait(1 + random.below(400_000))
        return { gateId: gate.id, ...answer }
      }
    },
    async answerBefore(run) {
      if (world.people !== 'away') return
      for (const gate of run.gates()) {
        const { choice, feedback } = answerTo(gate)
        const isOfBatch = choice === 'abort-revert' && hashOf(gate.id) % 2 === 0
        await run
          .answer(gate.id, choice, {
            ...(feedback !== undefined && { feedback }),
            ...(choice === 'abort-revert' && { scope: isOfBatch ? 'batch' : 'run' }),
          })
          .catch((error: unknown) => {
            // A later commit belongs to another batch.
            if (!isOfBatch || !AmeliaError.is(error, 'GATE_CHOICE')) throw error
            return run.answer(gate.id, choice, { scope: 'run' })
          })
      }
    },
    listen(run) {
      if (world.moved)
        run.on('commit_integrated', ({ target }) => {
          if (target || world.options.target !== undefined) void commit(run.report().target)
        })
      if (world.people !== 'elsewhere') return
      for (const gate of run.gates()) void command(run.id, gate, store)
      run.on('gate_opened', ({ gate }) => void command(run.id, gate, store))
    },
    get busy() {
      return busy > 0
    },
    commands,
  }
}

const hashOf = (text: string): number => {
  let hash = 0x811c_9dc5
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x0100_0193) >>> 0
  return hash
}
