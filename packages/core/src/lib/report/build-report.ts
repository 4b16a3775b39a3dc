import type { FrozenRun } from '../machine/state/frozen-run.ts'
import type { GateView } from '../event/gate-view.ts'
import type { PhaseReport, Report } from '../event/report.ts'
import type { BatchReport } from '../event/batch-report.ts'
import { isoTime } from './iso-time.ts'
import { countStatements } from './list/count-statements.ts'
import { listBatches } from './list/list-batches.ts'
import { longestChain } from './longest-chain.ts'
import { isClosed, lastReview, reportPhases, sinceLast } from './report-phases.ts'
import type { RunStatus } from '../event/run-status.ts'
import { groupSessions } from './list/list-attempts.ts'

/**
 * Builds the report of a run at `now`, in milliseconds since 1970. Reads the state without changing it.
 *
 * `isInterrupted`: its process ended before the run, so that nothing is running.
 * `phases` and `batches`: the parts that are known. They are not built again.
 */
export const buildReport = (
  state: FrozenRun,
  now: number,
  known: {
    isInterrupted?: boolean
    phases?: PhaseReport[]
    batches?: (index: number) => BatchReport | undefined
  } = {},
): Report => {
  const { isInterrupted = false, phases = reportPhases(state, now, { isInterrupted }) } = known
  const {
    startedAt,
    endedAt,
    target: { note: targetNote },
  } = state
  const { totalMinutes } = state.plan
  const ofRun = groupSessions(state, (phaseId) => phaseId === undefined).get(undefined)
  const chain = longestChain(state.graph, phases)
  const gates = openGates(state)
  return {
    runId: state.runId,
    ...(state.settings.labels && { labels: { ...state.settings.labels } }),
    ...(state.settings.meta && { meta: state.settings.meta }),
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
    ...(state.settings.confinement && { confinement: state.settings.confinement }),
    ...(state.revert.done && { reverted: true as const }),
    ...(state.ending.reason !== undefined && { endReason: state.ending.reason }),
    ...(state.ending.ticks && { ticks: state.ending.ticks.map((each) => ({ ...each })) }),
    ...(state.settings.checks.length === 0 && { unverified: true as const }),
    checks: state.ending.checks,
    ...lastReview(state.ending.reviews),
    ...countStatements(state),
    debts: [...state.debts.keys()],
    phases,
    batches: listBatches(state, { phases, gates, isInterrupted }, known.batches),
    ...(state.approvals.length > 0 && {
      batchApprovals: state.approvals.map(({ batch, phaseIds, at, ...answer }) => ({
        ...{ batch: batch + 1, phases: [...phaseIds], ...answer, at: isoTime(at) },
      })),
    }),
    gates,
    ...(state.repositoryChanges.length > 0 && { repositoryChanges: [...state.repositoryChanges] }),
    spent: { ...state.budget.spent },
    ...(Object.keys(state.budget.allowed).length > 0 && { budget: { ...state.budget.allowed } }),
    ...(ofRun === undefined ? {} : { sessions: ofRun }),
    startedAt: isoTime(startedAt),
    ...(endedAt === undefined ? {} : { endedAt: isoTime(endedAt) }),
    durationMs: state.budget.workedMs + sinceLast(state, now),
    ...(chain && { longestChain: chain }),
    ...(totalMinutes !== undefined && { plannedMinutes: totalMinutes }),
  }
}

/** Copies the open gates: the machine adds phases to them. Omits gates that can no longer be answered. */
export const openGates = (state: FrozenRun): GateView[] =>
  isClosed(state) && state.status !== 'failed' && state.status !== 'cancelled'
    ? []
    : [...state.gates.values()].map((gate) => ({ ...gate, phaseIds: [...gate.phaseIds] }))

/** Whether the target contains the head. A squash contains the same files under another commit id. */
const isPublished = ({
  head,
  target: { commit: targetCommit, inCheckout },
  ending: { closing },
}: FrozenRun): boolean =>
  inCheckout === true ||
  targetCommit === head ||
  (closing?.stage === 'closed' && targetCommit === closing.published)

/** Returns the status that a report shows. */
export const statusOf = ({ status, draining }: FrozenRun): RunStatus => {
  if (status === 'created') return 'running'
  return status === 'running' && draining ? 'draining' : status
}
