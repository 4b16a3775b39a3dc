import { AmeliaError } from '../error/amelia-error.ts'
import type { SpendKind } from '../event/budget.ts'
import { findExhausted } from '../policy/dispatch/find-exhausted.ts'
import { dependenciesOf } from '../graph/graph.ts'
import type { PhaseState } from '../machine/state/phase-state.ts'
import { isTerminal } from '../machine/state/move-to.ts'
import type { RunState } from '../machine/state/run-state.ts'
import { findPause } from '../machine/waiting/back-off.ts'
import { isJournalOpen } from '../machine/waiting/ask-about-journal.ts'
import { isBroke } from '../machine/waiting/take-usage.ts'
import { findBusySibling, isBehindInterrupted, sharedFiles } from '../machine/whole/admit-phases.ts'
import { planGate } from '../machine/whole/plan-gate.ts'

/** The reason why a phase is not running. Times are ISO 8601 in UTC. */
export type WaitReason =
  /** Dependencies that are neither completed nor external. */
  | { reason: 'dependencies'; phases: string[] }
  /** A phase that failed or was skipped keeps it from ever starting. */
  | { reason: 'blocked'; phases: string[] }
  /** Every place is taken by these phases. */
  | { reason: 'place'; phases: string[] }
  /** A running phase writes files that this one writes too. */
  | { reason: 'files'; phases: string[]; files: string[] }
  /** Phases of its batch, or of earlier batches, that run first. */
  | { reason: 'batch'; phases: string[] }
  /** Another phase is being integrated. */
  | { reason: 'integration'; phases: string[] }
  /** In place, an interrupted phase continues first. */
  | { reason: 'interrupted'; phases: string[] }
  | { reason: 'provider'; provider: string; until: string }
  /** The next attempt after a failure that may pass. */
  | { reason: 'delay'; until: string }
  /** A person has to answer. */
  | { reason: 'gate'; gateId: string }
  /** The checkpoint strategy has not decided. */
  | { reason: 'strategy' }
  /** These limits of the run's budget are used up. */
  | { reason: 'budget'; limits: SpendKind[] }
  /** The run has not started, or starts nothing new. */
  | { reason: 'stopped' }
  /** Nothing: it starts as soon as a process continues the run. */
  | { reason: 'ready' }

/** Why a phase is not running. */
export type PhaseWait = WaitReason & {
  /** The reason as a sentence without the phase's id, such as `Waits for phase 1.` */
  sentence: string
}

/**
 * Explains why a phase is not running; undefined for a phase that is running or has ended. If there are
 * several reasons, it returns the one that a person can do most about. Reads the state without changing it.
 *
 * `at`: milliseconds since 1970. Throws `OPTION_INVALID` for an unknown phase.
 */
export const explainWait = (state: RunState, at: number, phaseId: string): PhaseWait | undefined => {
  const index = state.graph.index.get(phaseId)
  const phase = index === undefined ? undefined : state.phases[index]
  if (!phase)
    throw new AmeliaError(
      'OPTION_INVALID',
      `Run ${state.runId} has no phase ${JSON.stringify(phaseId)}. Its phases: ${state.graph.ids.slice(0, 20).join(', ')}.`,
      { option: 'phaseId' },
    )
  const found = findReason(state, at, phase)
  return found && { ...found, sentence: describe(state, found) }
}

const findReason = (state: RunState, at: number, phase: PhaseState): WaitReason | undefined => {
  if (phase.status === 'blocked') return { reason: 'blocked', phases: listOf(phase.because) }
  if (isTerminal(phase)) return undefined
  const gateId = gateOf(state, phase)
  if (gateId !== undefined) return { reason: 'gate', gateId }
  const [first] = state.schedule.integration
  if (state.schedule.integration.includes(phase.index) && first !== phase.index)
    return { reason: 'integration', phases: idsOf(state, [first!]) }
  if (phase.place) return undefined
  if (state.schedule.asking.has(phase.index)) return { reason: 'strategy' }
  if (phase.status === 'checkpoint') return { reason: 'batch', phases: openBeside(state, phase) }
  const missing = dependenciesOf(state.graph, phase.id).filter((id) => !isDone(state, id))
  if (phase.status === 'pending' && missing.length > 0) return { reason: 'dependencies', phases: missing }
  return whyNotAdmitted(state, at, phase)
}

/** The rules of `admitPhases`, as reasons. */
const whyNotAdmitted = (state: RunState, at: number, phase: PhaseState): WaitReason => {
  const turn = { state, at, events: [], effects: [] }
  const { schedule, settings } = state
  const { notBefore = 0, afterSiblings } = phase.effort
  const isBegun = schedule.resuming.includes(phase.index)
  if (!state.prepared || state.stopping || state.endedAt !== undefined) return { reason: 'stopped' }
  if (state.draining === 'requested' || (state.draining && !isBegun)) return { reason: 'stopped' }
  const earlier = earlierBatches(state, phase)
  if (!isBegun && earlier.length > 0) return { reason: 'batch', phases: earlier }
  if (isBehindInterrupted(state, phase))
    return { reason: 'interrupted', phases: state.phases.filter(isInterrupted).map(({ id }) => id) }
  const pause = findPause(turn, phase)
  if (pause) return { reason: 'provider', provider: pause.provider, until: iso(at + pause.waitMs) }
  if (notBefore > at) return { reason: 'delay', until: iso(notBefore) }
  const { spent, allowed } = state.budget
  if (phase.resumeAt !== 'integration' && isBroke(turn, phase))
    return { reason: 'budget', limits: findExhausted(spent, allowed) }
  const sibling = afterSiblings ? findBusySibling(state, phase, new Set(schedule.resuming)) : undefined
  if (sibling !== undefined) return { reason: 'batch', phases: idsOf(state, [sibling]) }
  const own = new Set(phase.planned.files)
  for (const index of schedule.active) {
    const files = sharedFiles(state, index, own)
    if (files.length > 0 && phase.resumeAt !== 'integration')
      return { reason: 'files', phases: idsOf(state, [index]), files }
  }
  if (schedule.active.size >= settings.concurrency)
    return { reason: 'place', phases: idsOf(state, [...schedule.active]) }
  return { reason: 'ready' }
}

const isInterrupted = (phase: PhaseState): boolean =>
  phase.attempt.interruption !== undefined && !isTerminal(phase)

/** The gate that the phase waits for: about the phase, or one that stops the run. */
const gateOf = (state: RunState, phase: PhaseState): string | undefined => {
  const gates = [...state.gates.values()]
  const own = gates.find(({ phaseIds }) => phaseIds.includes(phase.id))
  if (own || phase.place) return own?.id
  const { budget, locks } = state
  const stops = gates.find(
    ({ id, blocker }) => id === planGate(state) || locks.has(id) || blocker === 'journal_short',
  )
  if (stops || isJournalOpen(state)) return stops?.id
  return phase.missing === 0 && budget.gate !== undefined && state.gates.has(budget.gate)
    ? budget.gate
    : undefined
}

const isDone = (state: RunState, id: string): boolean => {
  const status = state.phases[state.graph.index.get(id)!]!.status
  return status === 'completed' || status === 'external'
}

const openBeside = (state: RunState, phase: PhaseState): string[] =>
  state.batches[state.batchOf[phase.index]!]!.map((index) => state.phases[index]!)
    .filter((other) => other !== phase && !isTerminal(other) && other.status !== 'checkpoint')
    .map(({ id }) => id)

/** The open phases of earlier batches, where batches run one after the other. */
const earlierBatches = (
  { settings, phases, batchOf, schedule }: RunState,
  { index }: PhaseState,
): string[] => {
  const batch = batchOf[index]!
  if (settings.order === 'dataflow' || batch <= schedule.barrier) return []
  return phases.filter((other) => batchOf[other.index]! < batch && !isTerminal(other)).map(({ id }) => id)
}

const idsOf = (state: RunState, indices: readonly number[]): string[] =>
  indices.map((index) => state.phases[index]!.id)

const listOf = (id: string | undefined): string[] => (id === undefined ? [] : [id])

const iso = (at: number): string => new Date(at).toISOString()

const describe = (state: RunState, found: WaitReason): string => {
  switch (found.reason) {
    case 'dependencies':
      return `Waits for ${name(found.phases)}.`
    case 'blocked':
      return found.phases.length === 0 ? 'Is blocked.' : `Is blocked by ${name(found.phases)}.`
    case 'place':
      return `Waits for a place: ${found.phases.length} of ${state.settings.concurrency} are taken.`
    case 'files':
      return `Waits for ${name(found.phases)}, which writes ${some(found.files)} too.`
    case 'batch':
      return found.phases.length === 0
        ? 'Waits for its batch.'
        : `Waits for ${name(found.phases)}, because batches run in order.`
    case 'integration':
      return `Waits until ${name(found.phases)} is integrated.`
    case 'interrupted':
      return `Waits until the interrupted ${name(found.phases)} has continued.`
    case 'provider':
      return `Waits for ${found.provider}, which accepts no sessions until ${found.until}.`
    case 'delay':
      return `Waits until ${found.until} before it is tried again.`
    case 'gate':
      return `Waits for an answer to gate ${found.gateId}: ${state.gates.get(found.gateId)?.question ?? ''}`.trim()
    case 'strategy':
      return 'Waits for the checkpoint strategy.'
    case 'budget':
      return `Waits because the budget is used up: ${found.limits.join(', ')}.`
    case 'stopped':
      return 'Is not started, because the run starts nothing new.'
    case 'ready':
      return 'Can start now.'
  }
}

const name = (ids: readonly string[]): string =>
  ids.length === 1 ? `phase ${ids[0]}` : `phases ${some(ids)}`

const some = (texts: readonly string[]): string =>
  texts.length > 4 ? `${texts.slice(0, 3).join(', ')} and ${texts.length - 3} more` : listTexts(texts)

const listTexts = (texts: readonly string[]): string =>
  texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`
