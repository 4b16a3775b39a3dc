import { describeComment } from '../../policy/answer/describe-comment.ts'
import { describeConcern } from '../../policy/answer/describe-concern.ts'
import { concernsOf } from '../state/attempt.ts'
import { decideCheckpoint } from '../../policy/dispatch/decide-checkpoint.ts'
import { phaseRisk } from '../../policy/dispatch/phase-risk.ts'
import { park } from './park.ts'
import { queueResume } from '../waiting/queue-resume.ts'
import type { GateView } from '../../event/gate-view.ts'
import type { InputOf } from '../state/input/input.ts'
import { beginIntegration } from './begin-integration.ts'
import { listParts } from '../state/list-parts.ts'
import { moveTo } from '../state/move-to.ts'
import { openGate, unusedGateId } from '../state/open-gate.ts'
import type { PhaseState } from '../state/phase-state.ts'
import type { RunState } from '../state/run-state.ts'
import { shortId } from '../state/short-id.ts'
import { emit, type Turn } from '../state/turn.ts'

/** Moves a reviewed phase to its checkpoint, if the settings require one, or on to its integration. */
export const reachCheckpoint = (turn: Turn, phase: PhaseState): void => {
  const { settings } = turn.state
  if (phase.attempt.checkpointPassed) return beginIntegration(turn, phase)
  if (settings.checkpoints === 'custom') {
    wait(turn, phase, 'strategy')
    turn.state.schedule.asking.add(phase.index)
    return askStrategy(turn, phase)
  }
  const batch = turn.state.batches[turn.state.batchOf[phase.index]!]!
  const where = decideCheckpoint({
    trust: settings.trust,
    risk: phaseRisk(phase.planned),
    batchRisks: () => batch.map((index) => phaseRisk(turn.state.phases[index]!.planned)),
    batchCheckpointEnabled: settings.batchCheckpointEnabled,
    autoApproveLowRiskBatches: settings.autoApproveLowRiskBatches,
  })
  if (where === 'none') return beginIntegration(turn, phase)
  if (where === 'phase') return askPhaseCheckpoint(turn, phase)
  wait(turn, phase)
  // Its gate opens once the other phases of the batch are ready: see finishTurn.
  turn.state.schedule.gathered.add(turn.state.batchOf[phase.index]!)
}

const askStrategy = (turn: Turn, phase: PhaseState): void => {
  const { id: phaseId, attempt } = phase
  const requestId = requestIdOf(turn, phase)
  turn.effects.push({ type: 'decide_checkpoint', phaseId, attempt: attempt.number, requestId })
}

/** Returns an id that is the same in every process, so that a service recognises the question. */
const requestIdOf = ({ state }: Turn, { id, attempt: { number, round } }: PhaseState): string =>
  `${state.runId}/checkpoint:${id}:${number}${round === 1 ? '' : `:${round}`}`

/** Asks the strategy again about the phases whose verdict the earlier process never received. */
export const askStrategyAgain = (turn: Turn): void => {
  for (const index of turn.state.schedule.asking) askStrategy(turn, turn.state.phases[index]!)
}

/**
 * Takes the verdict of the caller's own strategy. A late verdict is only an event: it came after the time
 * limit, after the phase was stopped, or while the run stops. A stopped run asks again when it is resumed.
 */
export const takeCheckpointDecision = (
  turn: Turn,
  phase: PhaseState,
  { requestId, pause, reason }: InputOf<'checkpoint_decided'>,
): void => {
  const { state } = turn
  const { id } = phase
  const waits = state.schedule.asking.has(phase.index) && requestId === requestIdOf(turn, phase)
  const late = !waits || state.stopping !== undefined
  emit(turn, 'checkpoint_decided', {
    phaseId: id,
    attempt: phase.attempt.number,
    requestId,
    pause,
    ...(reason !== undefined && { reason }),
    ...(late && { late }),
  })
  if (late) return
  state.schedule.asking.delete(phase.index)
  if (pause) return askPhaseCheckpoint(turn, phase, reason)
  phase.attempt.checkpointPassed = true
  queueResume(turn, phase, 'integration')
}

/** Asks a person after each unit but the last, for the trust level `paranoid`. */
export const askUnitCheckpoint = (turn: Turn, phase: PhaseState): void => {
  const { id, title } = phase.planned
  wait(turn, phase)
  phase.attempt.keptAt = 'unit'
  openGate(turn, {
    // A part that changed nothing is done again, and asked about again.
    id: unusedGateId(turn.state, `checkpoint:${id}:${phase.attempt.number}:${phase.attempt.unitIndex}`),
    kind: 'checkpoint',
    phaseIds: [id],
    question: `Part ${phase.attempt.unitIndex} of ${phase.attempt.units.length} of phase ${id} (${title}) is done. Continue?`,
    details: checkpointDetails(phase),
    suggestions: [`git show ${shortId(phase.attempt.work?.commit)}`],
    choices: ['approve', 'abort', 'abort-revert'],
  })
}

const askPhaseCheckpoint = (turn: Turn, phase: PhaseState, reason?: string): void => {
  const { id, title } = phase.planned
  wait(turn, phase)
  openGate(turn, {
    id: unusedGateId(turn.state, `checkpoint:${id}:${phase.attempt.number}`),
    kind: 'checkpoint',
    phaseIds: [id],
    question: `Phase ${id} (${title}) passed. Approve it?`,
    details: [...(reason === undefined ? [] : [reason]), ...checkpointDetails(phase)],
    suggestions: [`git show ${shortId(phase.attempt.work?.commit)}`],
    choices: ['approve', 'abort', 'abort-revert'],
  })
}

/**
 * Asks once for all phases of a batch that stand at their checkpoint, when the others of the batch are
 * terminal, or can come no more because the run drains.
 */
export const openBatchGates = (turn: Turn): void => {
  const { state } = turn
  if (state.schedule.gathered.size === 0) return
  const stuck = state.draining !== undefined && state.schedule.active.size === 0
  const asked = new Set([...state.gates.values()].flatMap(({ phaseIds }) => phaseIds))
  for (const batch of state.schedule.gathered) {
    if (state.batchOpen[batch]! > 0 && !stuck) continue
    state.schedule.gathered.delete(batch)
    const members = membersAt(state, batch).filter(({ id }) => !asked.has(id))
    if (members.length > 0) openBatchGate(turn, batch, members)
  }
}

const membersAt = (state: RunState, batch: number): PhaseState[] =>
  state.batches[batch]!.map((index) => state.phases[index]!).filter(({ status }) => status === 'checkpoint')

/** Asks again about the phases of a batch's gate that an answer did not name. */
export const askForRest = (turn: Turn, { id }: GateView, phaseIds: readonly string[]): void => {
  const { phases, graph, batchOf } = turn.state
  const members = phaseIds.map((phaseId) => phases[graph.index.get(phaseId)!]!)
  openBatchGate(turn, batchOf[members[0]!.index]!, members, id)
}

const openBatchGate = (turn: Turn, batch: number, members: PhaseState[], asked?: string): void => {
  const ids = members.map(({ id }) => id)
  const attempts = members.map(({ id, attempt }) => `${id}.${attempt.number}`)
  openGate(turn, {
    id: asked ?? unusedGateId(turn.state, `checkpoint:batch-${batch + 1}:${attempts[0]}`),
    kind: 'checkpoint',
    phaseIds: ids,
    question: `Batch ${batch + 1} (${ids.join(', ')}) passed. Approve it?`,
    details: members.flatMap(checkpointDetails),
    suggestions: members.map(({ attempt }) => `git show ${shortId(attempt.work?.commit)}`),
    choices: ['approve', 'abort', 'abort-revert'],
  })
}

/** Gives the phase's place back while it waits for a person or the strategy. */
const wait = (turn: Turn, phase: PhaseState, whom: 'checkpoint' | 'strategy' = 'checkpoint'): void => {
  park(turn, phase)
  moveTo(turn.state, phase, 'checkpoint')
  emit(turn, 'phase_waiting', { phaseId: phase.id, attempt: phase.attempt.number, for: whom })
}

/** Lists what a person needs to know before a phase is integrated. */
const checkpointDetails = (phase: PhaseState): string[] => {
  const { id, reviews, attempt } = phase
  const { checks, work: { files } = { files: [] } } = attempt
  const { skipped, byHand, fallbacks } = listParts(phase)
  return [
    ...(phaseRisk(phase.planned) === 'high'
      ? [`${id}: high risk, so a person decides before it is integrated`]
      : []),
    `${id}: ${files.length === 0 ? 'no files changed' : files.join(', ')}`,
    ...(skipped.length === 0 ? [] : [`${id}: skipped: ${skipped.join(', ')}`]),
    ...(byHand.length === 0 ? [] : [`${id}: reported as done by hand: ${byHand.join(', ')}`]),
    ...fallbacks.map((line) => `${id}: ${line}`),
    ...concernsOf(attempt).map((concern) => `${id}: ${describeConcern(concern)}`),
    ...checks.map(({ name, passed }) => `${id}: check ${name} ${passed ? 'passed' : 'failed'}`),
    ...(reviews.at(-1)?.comments ?? []).map((comment) => `${id}: ${describeComment(comment)}`),
  ]
}
