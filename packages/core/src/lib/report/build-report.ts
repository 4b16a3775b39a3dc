import type { FrozenPhase, FrozenRun } from '../machine/state/frozen-run.ts'
import { listParts } from '../machine/state/list-parts.ts'
import { isTerminal } from '../machine/state/move-to.ts'
import type { Review } from '../contract/review.ts'
import { describeAdaptations } from './render/describe-adaptations.ts'
import { describeEvidence } from './render/describe-evidence.ts'
import type { BlockedPhase, PhaseReport, Report } from '../event/report.ts'
import type { PhaseStatus } from '../event/phase-status.ts'
import { isoTime } from './iso-time.ts'
import { listBatches } from './list-batches.ts'
import { listSubtasks } from './list-subtasks.ts'
import { longestChain } from './longest-chain.ts'
import type { RunStatus } from '../event/run-status.ts'
import type { ChargedSession } from '../event/charged-session.ts'
import { groupSessions, listAttempts } from './list-attempts.ts'

/** Builds the report of a run at `now`, in milliseconds since 1970. Reads the state without changing it. */
export const buildReport = (state: FrozenRun, now: number): Report => {
  const {
    startedAt,
    endedAt,
    target: { note: targetNote },
  } = state
  const { totalMinutes } = state.plan
  const sessions = groupSessions(state)
  const ofRun = sessions.get(undefined)
  const names = new Map(state.phases.map(({ id, status }) => [id, status]))
  const phases = state.phases.map((phase) =>
    reportPhase(phase, {
      sinceLastMs: sinceLast(state, now),
      over: isOver(state),
      sessions: sessions.get(phase.id) ?? [],
      names,
    }),
  )
  const chain = longestChain(state.graph, phases)
  // Gates that can no longer be answered are omitted.
  const gates =
    isOver(state) && state.status !== 'failed' && state.status !== 'cancelled'
      ? []
      : [...state.gates.values()]
  return {
    runId: state.runId,
    ...(state.settings.labels && { labels: { ...state.settings.labels } }),
    ...(state.settings.forkedFrom && { forkedFrom: state.settings.forkedFrom }),
    goal: state.plan.goal || state.plan.title,
    status: statusOf(state),
    base: state.base,
    head: state.head,
    publish: state.settings.publish,
    target: state.target.ref,
    targetPublished: isPublished(state),
    ...(targetNote === undefined ? {} : { targetNote }),
    ...(state.settings.inPlace && { inPlace: true as const }),
    ...(state.revert.done && { reverted: true as const }),
    ...(state.settings.checks.length === 0 && { unverified: true as const }),
    checks: state.ending.checks,
    ...lastReview(state.ending.reviews),
    debts: [...state.debts.keys()],
    phases,
    batches: listBatches(state, { phases, gates }),
    ...(state.approvals.length > 0 && {
      batchApprovals: state.approvals.map(({ batch, phaseIds, at, ...answer }) => ({
        ...{ batch: batch + 1, phases: [...phaseIds], ...answer, at: isoTime(at) },
      })),
    }),
    gates,
    ...(state.repositoryChanges.length > 0 && { repositoryChanges: [...state.repositoryChanges] }),
    spent: { ...state.budget.spent },
    ...(ofRun === undefined ? {} : { sessions: ofRun }),
    startedAt: isoTime(startedAt),
    ...(endedAt === undefined ? {} : { endedAt: isoTime(endedAt) }),
    durationMs: state.budget.workedMs + sinceLast(state, now),
    ...(chain && { longestChain: chain }),
    ...(totalMinutes !== undefined && { plannedMinutes: totalMinutes }),
  }
}

/** The time since the last input of a run that goes on, in milliseconds. */
const sinceLast = ({ endedAt, budget: { lastAt }, schedule, gates }: FrozenRun, now: number): number =>
  endedAt !== undefined || lastAt === undefined || (schedule.active.size === 0 && gates.size > 0)
    ? 0
    : Math.max(0, now - lastAt)

/** Whether the target contains the head. A squash contains the same files under another commit id. */
const isPublished = ({
  head,
  target: { commit: targetCommit, inCheckout },
  ending: { closing },
}: FrozenRun): boolean =>
  inCheckout === true ||
  targetCommit === head ||
  (closing?.stage === 'closed' && targetCommit === closing.published)

const lastReview = (reviews: readonly Review[]): { review?: Review } => {
  const review = reviews.at(-1)
  return review ? { review } : {}
}

interface PhaseContext {
  /** The time since the last input, which the phases that are active have worked. */
  sinceLastMs: number
  over: boolean
  sessions: readonly ChargedSession[]
  /** The status of each phase of the run. */
  names: ReadonlyMap<string, PhaseStatus>
}

const reportPhase = (
  phase: FrozenPhase,
  { sinceLastMs, over, sessions, names }: PhaseContext,
): PhaseReport => {
  const {
    failures,
    because,
    reviews,
    integrated,
    attempt: { number: attempt, checks, evidence, evidenceAccepted },
  } = phase
  const { startedAt } = phase
  const { id, title } = phase.planned
  const status = over && !isTerminal(phase) ? 'cancelled' : phase.status
  const failure = failures.at(-1)
  const adaptations = describeAdaptations(phase)
  const { skipped, cancelled, byHand, fallbacks } = listParts(phase)
  const approvals = describeApprovals(phase)
  return {
    id,
    title,
    status,
    attempt,
    ...(status === 'completed' && integrated ? { commit: integrated.commit } : {}),
    ...(failure && status !== 'completed' ? { failure } : {}),
    ...(phase.attempt.base === '' ? {} : { base: phase.attempt.base }),
    ...(phase.planned.subtasks.length === 0 ? {} : { subtasks: listSubtasks(phase, status) }),
    ...(because === undefined ? {} : { because }),
    ...(because === undefined || status !== 'blocked' ? {} : { blocked: describeBlock(because, names) }),
    ...(startedAt === undefined ? {} : { durationMs: phase.spent.wallMs + (phase.place ? sinceLastMs : 0) }),
    checks,
    ...lastReview(reviews),
    ...(evidence === undefined ? {} : { evidence: describeEvidence(evidence, evidenceAccepted) }),
    ...(adaptations.length === 0 ? {} : { adaptedSteps: adaptations.map(firstLine) }),
    ...(status === 'skipped' || skipped.length === 0 ? {} : { skippedParts: skipped }),
    ...(cancelled.length === 0 ? {} : { cancelledSteps: cancelled }),
    ...(byHand.length === 0 ? {} : { byHand }),
    ...(fallbacks.length === 0 ? {} : { fallbacks }),
    ...(approvals.length === 0 ? {} : { approvals }),
    ...(sessions.length === 0 ? {} : { spent: { ...phase.spent }, attempts: listAttempts(sessions) }),
  }
}

const describeBlock = (because: string, statuses: ReadonlyMap<string, PhaseStatus>): BlockedPhase => ({
  type: 'blocked',
  message: `Blocked by ${statuses.get(because) ?? 'failed'} phase ${because}`,
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

/** Whether a run has ended and does not wait, so that none of its phases can continue. */
const isOver = ({ endedAt, status }: FrozenRun): boolean => endedAt !== undefined && status !== 'waiting'

/** Returns the status that a report shows. */
export const statusOf = ({ status, draining }: FrozenRun): RunStatus => {
  if (status === 'created') return 'running'
  return status === 'running' && draining ? 'draining' : status
}

/** Returns the line of observed facts. The agent's own summary is part of the phase's summary. */
const firstLine = (text: string): string => text.split('\n', 1)[0] ?? ''
