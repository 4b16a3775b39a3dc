import type { Effect } from '../../src/lib/machine/state/effect.ts'
import type { GateView } from '../../src/lib/event/gate-view.ts'
import type { Input, InputDraft } from '../../src/lib/machine/state/input/input.ts'
import { createRunState, type RunStart, type RunState } from '../../src/lib/machine/state/run-state.ts'
import type { RunSettings } from '../../src/lib/machine/state/run-settings.ts'
import { transition } from '../../src/lib/machine/transition.ts'
import type { MachineEvent } from '../../src/lib/machine/state/turn.ts'
import { presets } from '../../src/lib/run/settings/presets.ts'
import { planOf, type Rules, type World } from './arbitrary-world.ts'
import { checkState } from './check-state.ts'
import { limits } from './model-attempt.ts'
import type { Text } from './steer-phases.ts'
import { createReference, type Reference } from './reference.ts'

/** An effect that an input answers. */
export type OpenEffect = Exclude<
  Effect,
  {
    type:
      | 'ask'
      | 'interrupt'
      | 'interrupt_phase'
      | 'interrupt_sessions'
      | 'steer'
      | 'finish'
      | 'close_workspace'
  }
>

/** The machine without a loop: keeps pending effects until they are answered, and checks every input. */
export interface MachineUnderTest {
  readonly reference: Reference
  /** The first record of its journal. */
  readonly begin: RunStart
  /** The inputs so far. The state is their fold. */
  readonly inputs: Input[]
  readonly open: OpenEffect[]
  /** The refs in git. */
  readonly refs: Map<string, string>
  /** Phases whose refs were confirmed to have moved. */
  readonly confirmed: Set<string>
  readonly workspaces: Set<string>
  /** Attempts, by phase and number, approved by reviewers or accepted by a person. */
  readonly approved: Set<string>
  /** The texts of people, by id. */
  readonly texts: Map<string, Text>
  state: RunState
  now: number
  /** Returns an unused name. */
  name(): string
  feed(draft: InputDraft): Fed
  /** Returns the full state as text. */
  picture(): string
  /** Simulates a crash: a new process folds the inputs. */
  crash(): void
}

export interface Fed {
  events: MachineEvent[]
  effects: Effect[]
}

export const createMachineUnderTest = (world: World): MachineUnderTest => {
  const plan = planOf(world.phases, world)
  const begin: RunStart = {
    runId: 'r1',
    plan,
    settings: { ...readRules(world.rules), ...(world.marks === 'left' && { tick: false }) },
    targetCommit: null,
  }
  const reference = createReference(world)
  let names = 0

  const machine: MachineUnderTest = {
    reference,
    begin,
    inputs: [],
    open: [],
    refs: new Map(),
    confirmed: new Set(),
    workspaces: new Set(),
    approved: new Set(),
    texts: new Map(),
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
      const wasOver = state.endedAt !== undefined
      inputs.push(input)
      if (input.type === 'gate_answered' && input.choice === 'approve') approve(machine, input.gateId)
      reference.take(input, toldBy(state, input))
      const { events, effects } = transition(state, input)
      // Phases to be redone or removed have no valid commit.
      for (const id of machine.confirmed)
        if (reference.run.phases.get(id)?.place !== 'completed') machine.confirmed.delete(id)
      for (const event of events) tell(reference, event, input.at)
      reference.checkTurn()
      for (const effect of effects) keep(machine, effect)
      checkState(machine, { input, before, wasStopped, wasAsked, wasOver, seq, events, effects })
      return { events, effects }
    },
    picture: () => picture(machine.state, false),
    crash() {
      const live = picture(machine.state)
      machine.state = createRunState(begin)
      for (const input of machine.inputs) transition(machine.state, input)
      if (picture(machine.state) !== live)
        throw new Error('M1: the fold of the inputs differs from the live state.')
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
      transient: { ...transient, totalMs: limits.waits },
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

/** A person accepts the attempts of a gate. */
const approve = ({ state, approved }: MachineUnderTest, gateId: string): void => {
  for (const id of state.gates.get(gateId)?.phaseIds ?? [])
    approved.add(`${id}.${state.phases[state.graph.index.get(id)!]!.attempt.number}`)
}

/** Reports the machine's own choices to the reference. */
const tell = (reference: Reference, event: MachineEvent, at: number): void => {
  switch (event.type) {
    case 'phase_started':
      return reference.begin(event.phaseId, 'start')
    case 'phase_continued':
      return reference.begin(event.phaseId, 'continue')
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
    case 'steer':
    case 'finish':
      return
    case 'close_workspace':
      if (!workspaces.delete(`${effect.phaseId}.${effect.dispatch}`))
        throw new Error(`The workspace of ${effect.phaseId} was closed but not open.`)
      return
    default:
      open.push(effect)
  }
}

/** A stopped strategy returns no verdict. */
const forgetQuestion = (open: OpenEffect[], phaseId: string): void => {
  const place = open.findIndex((effect) => effect.type === 'decide_checkpoint' && effect.phaseId === phaseId)
  if (place >= 0) open.splice(place, 1)
}

const picture = (state: RunState, withTimes = true): string =>
  JSON.stringify(state, (key, value: unknown) => {
    // Recomputed with every input, only as far as slots are free.
    if (key === 'sleeping') return undefined
    // Time passes with every input.
    if (!withTimes && (key === 'lastAt' || key === 'workedMs' || key === 'wallMs')) return undefined
    if (value instanceof Map) return ['map', ...value]
    if (value instanceof Set) return ['set', ...value]
    if (ArrayBuffer.isView(value)) return ['array', ...(value as Int32Array)]
    return value
  })
