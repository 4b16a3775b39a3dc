import type { Effect } from '../../src/lib/machine/state/effect.ts'
import type { GateView } from '../../src/lib/event/gate.ts'
import type { Input, InputDraft } from '../../src/lib/machine/state/input.ts'
import { createRunState, type RunStart, type RunState } from '../../src/lib/machine/state/run-state.ts'
import type { RunSettings } from '../../src/lib/machine/state/settings.ts'
import { transition } from '../../src/lib/machine/transition.ts'
import type { MachineEvent } from '../../src/lib/machine/state/turn.ts'
import { planSchema } from '../../src/lib/plan/plan-schema.ts'
import { presets } from '../../src/lib/run/settings/presets.ts'
import type { Rules, World } from './arbitrary-world.ts'
import { checkState } from './check-state.ts'
import { limits } from './model-attempt.ts'
import { createReference, type Reference } from './reference.ts'

/** An effect that is answered by an input. */
export type OpenEffect = Exclude<
  Effect,
  { type: 'ask' | 'interrupt' | 'interrupt_phase' | 'interrupt_sessions' | 'finish' | 'close_workspace' }
>

/**
 * The machine without a loop: what it asks for is kept here until somebody answers, and every input is
 * judged.
 */
export interface MachineUnderTest {
  readonly reference: Reference
  /** What was taken so far: the state is a fold over it. */
  readonly inputs: Input[]
  readonly open: OpenEffect[]
  /** The references as git has them. */
  readonly refs: Map<string, string>
  /** Phases whose references were confirmed to have moved. */
  readonly confirmed: Set<string>
  readonly workspaces: Set<string>
  /** Attempts, by phase and number, that reviewers approved or a person took. */
  readonly approved: Set<string>
  state: RunState
  now: number
  /** A name that nobody has used. */
  name(): string
  feed(draft: InputDraft): Fed
  /** Everything that the state holds, as a text. */
  picture(): string
  /** The process dies, and a new one folds the inputs. */
  crash(): void
}

export interface Fed {
  events: MachineEvent[]
  effects: Effect[]
}

export const createMachineUnderTest = (world: World): MachineUnderTest => {
  const plan = planSchema.parse({ phases: world.phases })
  const begin: RunStart = {
    runId: 'r1',
    plan,
    settings: readRules(world.rules),
    targetCommit: null,
  }
  const reference = createReference(world)
  let names = 0

  const machine: MachineUnderTest = {
    reference,
    inputs: [],
    open: [],
    refs: new Map(),
    confirmed: new Set(),
    workspaces: new Set(),
    approved: new Set(),
    state: createRunState(begin),
    now: 1_000,
    name: () => `id${++names}`,
    feed(draft) {
      const { state, inputs } = machine
      const input: Input = { ...draft, at: ++machine.now }
      const before = new Map(state.phases.map(({ id, status }) => [id, status]))
      const wasStopped =
        input.type === 'phase_cancel_requested' && reference.run.phases.get(input.phaseId)!.stopped
      const wasAsked =
        input.type === 'phase_cancel_requested' && reference.run.phases.get(input.phaseId)!.asked
      const { seq } = state
      inputs.push(input)
      if (input.type === 'gate_answered' && input.choice === 'approve') approve(machine, input.gateId)
      reference.take(input, toldBy(state, input))
      const { events, effects } = transition(state, input)
      // What is to be done again, and what is not to be done any more, has no commit that counts.
      for (const id of machine.confirmed)
        if (reference.run.phases.get(id)?.place !== 'completed') machine.confirmed.delete(id)
      for (const event of events) tell(reference, event, input.at)
      reference.settle()
      for (const effect of effects) keep(machine, effect)
      checkState(machine, { input, before, wasStopped, wasAsked, seq, events, effects })
      return { events, effects }
    },
    picture: () => picture(machine.state),
    crash() {
      const live = picture(machine.state)
      machine.state = createRunState(begin)
      for (const input of machine.inputs) transition(machine.state, input)
      if (picture(machine.state) !== live)
        throw new Error('M1: the fold of the inputs is another state than the live one.')
      machine.open.length = 0
      machine.workspaces.clear()
    },
  }
  return machine
}

const readRules = ({
  checks,
  maxAttempts,
  maxReviewRounds,
  workspace,
  when,
  onExhausted,
  ...rules
}: Rules): RunSettings => {
  const { phased } = presets
  const { transient, rateLimited } = phased.waits
  const check = { name: 'test', argv: ['check'], optional: false }
  return {
    ...phased,
    ...rules,
    retry: { ...phased.retry, maxAttempts, maxReviewRounds, workspace, when, onExhausted },
    waits: {
      transient: { ...transient, limit: limits.waits },
      rateLimited: { ...rateLimited, limit: limits.pauses },
    },
    checks: [
      ...(checks === 'none' ? [] : [{ ...check, when: 'always' as const }]),
      ...(checks === 'each and whole' ? [{ ...check, name: 'e2e', when: 'end' as const }] : []),
    ],
    execution: '2026-01-01-work',
  }
}

const toldBy = (
  state: RunState,
  input: Input,
): { gate?: GateView | undefined; commit?: string | undefined } => {
  if (input.type === 'gate_answered') return { gate: state.gates.get(input.gateId) }
  if (input.type !== 'refs_moved') return {}
  return {
    commit: state.phases[state.graph.index.get(input.phaseId ?? '') ?? -1]?.attempt.composed,
  }
}

/** A person takes the attempts that a gate is about. */
const approve = ({ state, approved }: MachineUnderTest, gateId: string): void => {
  for (const id of state.gates.get(gateId)?.phaseIds ?? [])
    approved.add(`${id}.${state.phases[state.graph.index.get(id)!]!.attempt.number}`)
}

/** What is the machine's own choice. */
const tell = (reference: Reference, event: MachineEvent, at: number): void => {
  switch (event.type) {
    case 'phase_started':
      return reference.begin(event.phaseId, 'anew')
    case 'phase_continued':
      return reference.begin(event.phaseId, 'goes on')
    case 'phase_delayed':
      return reference.delay(event.phaseId, at + event.waitMs)
    case 'provider_paused':
      return reference.pause(at + event.waitMs)
    case 'review_delayed':
      return reference.delayReview(at + event.waitMs)
    default:
  }
}

const keep = ({ open, workspaces }: MachineUnderTest, effect: Effect): void => {
  switch (effect.type) {
    case 'interrupt_phase':
      return forgetQuestion(open, effect.phaseId)
    case 'ask':
    case 'interrupt':
    case 'interrupt_sessions':
    case 'finish':
      return
    case 'close_workspace':
      if (!workspaces.delete(`${effect.phaseId}.${effect.attempt}`))
        throw new Error(`The workspace of ${effect.phaseId} is closed and was not open.`)
      return
    default:
      open.push(effect)
  }
}

/** A strategy that is stopped gives no verdict. */
const forgetQuestion = (open: OpenEffect[], phaseId: string): void => {
  const place = open.findIndex((effect) => effect.type === 'decide_checkpoint' && effect.phaseId === phaseId)
  if (place >= 0) open.splice(place, 1)
}

const picture = (state: RunState): string =>
  JSON.stringify(state, (key, value: unknown) => {
    // Counted anew with every input, and only as far as slots are free.
    if (key === 'sleeping') return undefined
    if (value instanceof Map) return ['map', ...value]
    if (value instanceof Set) return ['set', ...value]
    if (ArrayBuffer.isView(value)) return ['array', ...(value as Int32Array)]
    return value
  })
