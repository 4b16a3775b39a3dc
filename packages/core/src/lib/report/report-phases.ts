import type { Review } from '../contract/review.ts'
import type { ChargedSession } from '../event/charged-session.ts'
import type { BlockedPhase, PhaseReport } from '../event/report.ts'
import type { FrozenPhase, FrozenRun } from '../machine/state/frozen-run.ts'
import { listParts } from '../machine/state/list-parts.ts'
import { isTerminal } from '../machine/state/move-to.ts'
import type { ReportedStatus } from '../event/phase-status.ts'
import { phaseKinds } from './words/status-kind.ts'
import { isoTime } from './iso-time.ts'
import { groupSessions, listAttempts } from './list/list-attempts.ts'
import { listMissing } from './list/list-missing.ts'
import { listSubtasks } from './list/list-subtasks.ts'
import { listWords } from './list/list-words.ts'
import { describeAdaptations } from './render/describe-adaptations.ts'
import { describeEvidence } from './render/describe-evidence.ts'

/**
 * Reports phases of a run at `now`, in milliseconds since 1970. Default: all of them, in plan order.
 * `isInterrupted`: no process works on them.
 */
export const reportPhases = (
  state: FrozenRun,
  now: number,
  { phases = state.phases, isInterrupted }: { phases?: readonly FrozenPhase[]; isInterrupted: boolean },
): PhaseReport[] => {
  const sinceLastMs = sinceLast(state, now)
  const ids = phases === state.phases ? undefined : new Set(phases.map(({ id }) => id))
  const sessions = groupSessions(state, (id) => id !== undefined && (!ids || ids.has(id)))
  return phases.map((phase) =>
    reportPhase(state, phase, { sinceLastMs, isInterrupted, sessions: sessions.get(phase.id) ?? [] }),
  )
}

/** The time since the last input of a run that goes on, in milliseconds. */
export const sinceLast = (
  { endedAt, budget: { lastAt }, schedule, gates }: FrozenRun,
  now: number,
): number =>
  endedAt !== undefined || lastAt === undefined || (schedule.active.size === 0 && gates.size > 0)
    ? 0
    : Math.max(0, now - lastAt)

/** Whether a run has ended and does not wait, so that none of its phases can continue. */
export const isClosed = ({ endedAt, status }: FrozenRun): boolean =>
  endedAt !== undefined && status !== 'waiting'

export const lastReview = (reviews: readonly Review[]): { review?: Review } => {
  const review = reviews.at(-1)
  return review ? { review } : {}
}

interface PhaseFacts {
  sinceLastMs: number
  isInterrupted: boolean
  sessions: readonly ChargedSession[]
}

/** Returns the status of a phase. Of a run without a process, none is running. */
const statusOf = (state: FrozenRun, phase: FrozenPhase, isInterrupted: boolean): ReportedStatus => {
  if (isClosed(state) && !isTerminal(phase)) return 'cancelled'
  // It continues once a person allows more.
  const isBroke = state.budget.gate !== undefined && phase.attempt.interruption?.class === 'budget_exceeded'
  if (isBroke && phase.status === 'retrying') return 'waiting'
  const kind = phaseKinds[phase.status]
  return isInterrupted && (kind === 'running' || kind === 'retrying') ? 'interrupted' : phase.status
}

const reportPhase = (
  state: FrozenRun,
  phase: FrozenPhase,
  { sinceLastMs, isInterrupted, sessions }: PhaseFacts,
): PhaseReport => {
  const {
    failures,
    because,
    reviews,
    integrated,
    attempt: { number: attempt, checks, evidence, evidenceAccepted, work, lines },
  } = phase
  const { startedAt, endedAt } = phase
  const { id, title, meta } = phase.planned
  const status = statusOf(state, phase, isInterrupted)
  const failure = failures.at(-1)
  const adaptations = describeAdaptations(phase)
  const { skipped, cancelled, byHand, fallbacks } = listParts(phase)
  const approvals = describeApprovals(phase)
  const missing = listMissing(phase)
  const { summary, notDone, concerns } = listWords(phase)
  const { flaky = [] } = evidence ?? {}
  return {
    id,
    title,
    ...(meta && { meta }),
    status,
    ...(status === 'external' && phase.planned.status === 'skipped' && { excluded: true as const }),
    attempt,
    ...(status === 'completed' && integrated ? { commit: integrated.commit } : {}),
    ...(status === 'completed' && lines && { lines }),
    ...(status === 'completed' && work?.files.length === 0 && { unchanged: true as const }),
    ...(failure && status !== 'completed' ? { failure } : {}),
    ...(phase.attempt.base === '' ? {} : { base: phase.attempt.base }),
    ...(phase.planned.subtasks.length === 0
      ? {}
      : { subtasks: listSubtasks(phase, status, state.skippedParts) }),
    ...(because === undefined ? {} : { because }),
    ...(status === 'skipped' && phase.skipReason !== undefined && { skipReason: phase.skipReason }),
    ...(because === undefined || status !== 'blocked' ? {} : { blocked: describeBlock(state, because) }),
    ...(startedAt === undefined ? {} : { startedAt: isoTime(startedAt) }),
    ...(endedAt === undefined ? {} : { completedAt: isoTime(endedAt) }),
    ...(phase.place && !isInterrupted && { active: true as const }),
    ...(startedAt === undefined ? {} : { durationMs: phase.spent.wallMs + (phase.place ? sinceLastMs : 0) }),
    checks,
    ...lastReview(reviews),
    ...(evidence === undefined ? {} : { evidence: describeEvidence(evidence, evidenceAccepted) }),
    ...(flaky.length === 0 ? {} : { flaky: [...flaky] }),
    ...(summary === '' ? {} : { summary }),
    ...(notDone.length === 0 ? {} : { notDone }),
    ...(adaptations.length === 0 ? {} : { adaptedSteps: adaptations.map(firstLine) }),
    ...(status === 'skipped' || skipped.length === 0 ? {} : { skippedParts: skipped }),
    ...(cancelled.length === 0 ? {} : { cancelledSteps: cancelled }),
    ...(byHand.length === 0 ? {} : { byHand }),
    ...(fallbacks.length === 0 ? {} : { fallbacks }),
    ...(missing.unconfirmed.length === 0 ? {} : { unconfirmedFiles: missing.unconfirmed }),
    ...(missing.ignored.length === 0 ? {} : { ignoredFiles: missing.ignored }),
    ...(concerns.length === 0 ? {} : { concerns }),
    ...(approvals.length === 0 ? {} : { approvals }),
    ...(phase.restored.size > 0 && { restored: [...phase.restored.values()] }),
    ...(sessions.length === 0 ? {} : { spent: { ...phase.spent }, attempts: listAttempts(sessions) }),
  }
}

const describeBlock = ({ phases, graph }: FrozenRun, because: string): BlockedPhase => ({
  type: 'blocked',
  message: `Blocked by ${phases[graph.index.get(because) ?? -1]?.status ?? 'failed'} phase ${because}`,
  blockingPhase: because,
})

/** Lists what a person approved in a phase, except steps and evidence. */
const describeApprovals = ({
  status,
  reviews,
  emptyAccepted,
  attempt: { reviewPassed, nothingApproved },
}: FrozenPhase): string[] => [
  ...(reviewPassed && reviews.at(-1)?.approved === false ? ['the change, against its review'] : []),
  ...(nothingApproved ? ['that it changes nothing'] : []),
  ...(emptyAccepted && status === 'completed' ? ['that nothing was left to do'] : []),
]

/** Returns the line of observed facts. The agent's own summary is part of the phase's summary. */
const firstLine = (text: string): string => text.split('\n', 1)[0] ?? ''
