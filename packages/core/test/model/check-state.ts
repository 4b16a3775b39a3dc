import type { Effect } from '../../src/lib/machine/state/effect.ts'
import type { Input } from '../../src/lib/machine/state/input/input.ts'
import type { PhaseStatus } from '../../src/lib/event/phase-status.ts'
import type { MachineEvent } from '../../src/lib/machine/state/turn.ts'
import type { MachineUnderTest } from './machine-under-test.ts'
import type { GateChoice } from '../../src/lib/event/gate-view.ts'
import { isThere, listBelow, type ModelGate, type ModelRun, type Place } from './model-run.ts'
import { checkTexts } from './steer-phases.ts'
import { isLocked } from './model-locks.ts'

/** One transition of the machine, as seen from outside. */
export interface Taken {
  input: Input
  /** The status of each phase before the transition. */
  before: ReadonlyMap<string, PhaseStatus>
  /** Whether the phase that the input stops was already being stopped. */
  wasStopped: boolean
  /** Whether the strategy was being asked about the phase that the input stops. */
  wasAsked: boolean
  /** Whether this process's part of the run had ended. */
  wasOver: boolean
  /** The number of the last event before the transition. */
  seq: number
  events: MachineEvent[]
  effects: Effect[]
}

type Claim = (holds: boolean, what: string) => void

const terminal = new Set<PhaseStatus>(['completed', 'external', 'failed', 'blocked', 'skipped'])
const reopens = new Set<Input['type']>([
  'run_resumed',
  'gate_answered',
  'retry_requested',
  'unskip_requested',
])

const placeOf: Record<PhaseStatus, Place | 'ready'> = {
  pending: 'idle',
  ready: 'ready',
  retrying: 'ready',
  running: 'active',
  verifying: 'active',
  reviewing: 'active',
  checkpoint: 'checkpoint',
  integrating: 'active',
  waiting: 'waiting',
  completed: 'completed',
  external: 'external',
  failed: 'failed',
  blocked: 'blocked',
  skipped: 'skipped',
  cancelled: 'cancelled',
}

/** Throws if the state after an input breaks an invariant of `transition`, or differs from the reference. */
export const checkState = (machine: MachineUnderTest, taken: Taken): void => {
  const claim: Claim = (holds, what) => {
    if (!holds) throw new Error(`${what} (after ${taken.input.type})`)
  }
  checkEvents(machine, taken, claim)
  checkPhases(machine, taken, claim)
  checkInterruptions(machine, taken, claim)
  checkEffects(machine, claim)
  checkReference(machine, claim)
  checkTexts(machine, taken, claim)
}

const checkEvents = ({ state }: MachineUnderTest, { events, seq }: Taken, claim: Claim): void => {
  events.forEach((event, index) => claim(event.seq === seq + 1 + index, 'M8: events have gaps'))
  claim(state.seq === seq + events.length, 'M8: the last number differs from the state’s')
  const last = events.findIndex(({ type }) => type === 'run_ended')
  claim(last < 0 || last === events.length - 1, 'M8: an event follows run_ended')
  for (const event of events)
    if (event.type === 'phase_skipped')
      claim(event.reason !== '', `M7: the skip of ${event.phaseId} has no cause`)
}

const checkPhases = (machine: MachineUnderTest, { before, input }: Taken, claim: Claim): void => {
  const { state, confirmed, approved } = machine
  const { run } = machine.reference
  claim(state.schedule.active.size <= state.settings.concurrency, 'M3: more phases are active than allowed')
  for (const {
    id,
    status,
    place,
    index,
    because,
    attempt: { number: attempt },
    planned,
  } of state.phases) {
    const active = place !== undefined
    claim(
      active === state.schedule.active.has(index),
      `M3: ${id} is active: ${active}, but the count differs`,
    )
    claim(!active || placeOf[status] === 'active', `M3: ${id} is ${status} and occupies a slot`)
    claim((status === 'completed') === confirmed.has(id), `M4: ${id} is ${status}, but its refs differ`)
    const { phase: reviewed } = state.settings.review
    if (status === 'completed' && (reviewed === 'agent' ? planned.subtasks.length === 0 : reviewed))
      claim(
        approved.has(`${id}.${attempt}`),
        `${id} is completed, but its attempt ${attempt} was not approved`,
      )
    const was = before.get(id)
    if (was && terminal.has(was) && was !== status) {
      const isEdited = input.type === 'run_resumed' && input.plan !== undefined
      const forGood = !isEdited && (was === 'completed' || was === 'external')
      claim(reopens.has(input.type) && !forGood, `M6: ${id} was ${was} and is ${status}`)
    }
    const cause = because === undefined ? undefined : run.phases.get(because)
    const { needs, isRoot } = run.phases.get(id)!
    const isAbove = cause !== undefined && listBelow(run, cause).some((below) => below.id === id)
    if (status === 'blocked')
      claim(
        isAbove && cause.place === 'failed',
        `M7: ${id} is blocked by ${because}, which is ${cause?.place}`,
      )
    if (status === 'skipped')
      claim(
        isRoot ? cause === undefined : cause?.place === 'skipped' && needs.includes(cause.id),
        `M7: ${id} is skipped because of ${because}, which is ${cause?.place}`,
      )
  }
  const open = state.phases.filter(({ status }) => !terminal.has(status)).length
  claim(state.open === open, `${open} phases are open, and ${state.open} are counted`)
}

/**
 * Only a phase stopped by a person is interrupted alone: immediately, and once, if an effect of it is
 * pending.
 */
const checkInterruptions = (
  { open, reference }: MachineUnderTest,
  { input, wasStopped, wasAsked, effects }: Taken,
  claim: Claim,
): void => {
  const told = effects.flatMap((effect) => (effect.type === 'interrupt_phase' ? [effect.phaseId] : []))
  if (input.type !== 'phase_cancel_requested')
    return claim(told.length === 0, `${told.join()} is interrupted`)
  const { stopped } = reference.run.phases.get(input.phaseId)!
  const runs = open.some((effect) => 'phaseId' in effect && effect.phaseId === input.phaseId)
  claim(
    told.join() === ((stopped && !wasStopped) || wasAsked ? input.phaseId : ''),
    `interrupted is [${told.join()}]`,
  )
  claim(
    !stopped || wasStopped || runs,
    `${input.phaseId} is being stopped, but no pending effect would end it`,
  )
}

const integrates = new Set(['merge', 'compose', 'verify merged', 'prepare_move', 'move_refs'])
const aside = new Set(['wake', 'clear_locks', 'restore_head'])
const inWorkspace = new Set(['run_unit', 'commit_attempt', 'run_hooks'])

/**
 * Checks that each active phase has one pending effect or is in line for the run's head, and that no other
 * phase has one.
 */
const checkEffects = ({ open, state, reference, workspaces }: MachineUnderTest, claim: Claim): void => {
  let integrating = 0
  for (const { id, place, stage = '', asked, attempt, dispatch } of reference.run.phases.values()) {
    const own = open.filter((effect) => 'phaseId' in effect && effect.phaseId === id)
    const names = own.map((effect) => (effect.type === 'verify' ? `verify ${effect.on}` : effect.type)).join()
    const isIdle = stage === 'line' || isLocked(reference.run, id)
    const expected = asked ? 'decide_checkpoint' : isIdle ? '' : stage
    if (!state.stopping || place === 'active')
      claim(names === expected, `${id} is ${place}: expected pending effects [${expected}], got [${names}]`)
    if (integrates.has(stage)) integrating++
    for (const effect of own)
      claim(
        !('attempt' in effect) ||
          (effect.attempt === attempt && (!('dispatch' in effect) || effect.dispatch === dispatch)),
        `${effect.type} of ${id} is of another dispatch`,
      )
    claim(
      !inWorkspace.has(stage) || workspaces.has(`${id}.${dispatch}`),
      `${id} is at ${stage} without a workspace`,
    )
  }
  for (const name of state.stopping ? [] : workspaces) {
    const owner = [...reference.run.phases.values()].find(({ id, dispatch }) => name === `${id}.${dispatch}`)
    claim(owner?.place === 'active', `the workspace ${name} is open but unused`)
  }
  claim(integrating <= 1, `M5: ${integrating} phases are being integrated`)
  const { head, closing, record, over, status } = reference.run
  if (status === 'created' || over || state.stopping) return
  const ofRun = open
    .filter((effect) => !('phaseId' in effect) && !aside.has(effect.type))
    .map(({ type }) => type)
  const reports = record && record.stage !== 'locked' ? record.stage : undefined
  const step = reports ?? (head.stage === 'there' ? closing : head.stage)
  const isIdle = step === undefined || ['asking', 'waiting', 'closed'].includes(step)
  const expected = isIdle || isLocked(reference.run, '') ? '' : step
  claim(ofRun.join() === expected, `the run expects [${expected}], but [${ofRun.join()}] is pending`)
}

const checkReference = ({ state, reference: { run } }: MachineUnderTest, claim: Claim): void => {
  for (const { id, status } of state.phases) {
    const { place, needs } = run.phases.get(id)!
    const ready = place === 'queued' || (place === 'idle' && needs.every((id) => isThere(run, id)))
    const expected = ready ? 'ready' : place
    claim(placeOf[status] === expected, `${id} is ${status}, and ${expected} to the reference`)
  }
  const gates = [...state.gates.values()].map(({ kind, phaseIds, choices }) =>
    tellGate(kind, phaseIds, choices),
  )
  const expected = run.gates.map((gate) => tellGate(gate.kind, gate.phases, choicesAt(run, gate)))
  const [asked, wanted] = [gates.sort().join('; '), expected.sort().join('; ')]
  claim(asked === wanted, `open gates are [${asked}], but [${wanted}] in the reference`)
  claim(state.status === run.status, `the run is ${state.status}, but ${run.status} in the reference`)
  claim((state.endedAt !== undefined) === run.over, `the run is over: ${run.over} in the reference`)
}

/** Describes a gate in one line, without the choices at the end of the run, which have separate rules. */
const tellGate = (kind: string, phaseIds: readonly string[], choices: readonly GateChoice[]): string => {
  const own = choices.filter((choice) => choice !== 'skip' && !choice.startsWith('abort')).sort()
  return [kind, phaseIds.join(), phaseIds.length > 0 ? own.join() : ''].join(' ')
}

/** DESIGN 11: a gate has only choices that can take effect. An instruction needs an agent. */
const choicesAt = ({ hasAgent }: ModelRun, { kind, about, continues }: ModelGate): GateChoice[] => {
  if (kind === 'checkpoint') return ['approve', ...(hasAgent ? (['send-back'] as const) : [])]
  if (about === 'budget' || about === 'budget of review') return ['approve']
  return [
    ...(continues ? (['continue'] as const) : []),
    'retry',
    ...(about === undefined || about === 'question' ? [] : (['approve'] as const)),
    ...(hasAgent ? ([about === 'question' ? 'answer' : 'fix'] as const) : []),
  ]
}
