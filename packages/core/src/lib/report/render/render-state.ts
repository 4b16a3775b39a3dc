import type { FrozenPhase, FrozenRun } from '../../machine/state/frozen-run.ts'
import { notVerified } from '../../policy/not-verified.ts'
import type { Subtask } from '../../plan/plan-schema.ts'
import type { ChargedSession } from '../../event/charged-session.ts'
import type { PhaseReport, Report } from '../../event/report.ts'

/**
 * Renders the state of every phase, subtask and step of a run as JSON for tools (seed: phased-execution,
 * State Tracking).
 *
 * `report` is the report of `state`. Times are ISO 8601. A time, an error, a review or a commit that does not
 * exist is null. A subtask that ran together with its phase has null times.
 */
export const renderState = (state: FrozenRun, report: Report): string => {
  const { runId, goal, status, base, head, target, startedAt, endedAt } = report
  const phases = report.phases.map((phase, index) => renderPhase(phase, state.phases[index]!))
  const { spent, sessions = [] } = report
  const verification = report.unverified ? { verification: notVerified } : {}
  const facts = {
    runId,
    goal,
    status,
    ...verification,
    base,
    head,
    target,
    startedAt,
    completedAt: endedAt ?? null,
    spent,
    sessions: sessions.map(withoutPlaces),
    phases,
  }
  return `${JSON.stringify(facts, null, 2)}\n`
}

const renderPhase = (report: PhaseReport, state: FrozenPhase) => {
  const { id, title, status, attempt, commit, because, review, failure, spent, attempts = [] } = report
  return {
    id,
    title,
    status,
    attempt,
    baseCommit: state.attempt.base ?? null,
    commit: commit ?? null,
    startedAt: timeOf(state.startedAt),
    completedAt: timeOf(state.endedAt),
    error: failure?.message ?? null,
    reviewResult: review ?? null,
    ...(because === undefined ? {} : { because }),
    spent: spent ?? null,
    attempts: attempts.map((one) => ({ ...one, sessions: one.sessions.map(withoutPlaces) })),
    subtasks: state.planned.subtasks.map((subtask) => renderSubtask(subtask, report, state)),
  }
}

const renderSubtask = ({ id, title, type, steps }: Subtask, { status }: PhaseReport, state: FrozenPhase) => {
  const run = state.subtaskRuns.get(id)
  const { byHand } = state
  return {
    id,
    title,
    type,
    status: statusOf(state.subtaskStatus.get(id), status),
    attempt: run?.attempt ?? state.attempt.number,
    startedAt: timeOf(run?.startedAt),
    completedAt: timeOf(run?.endedAt),
    error: run?.error ?? null,
    steps: steps.map((step) => ({
      id: step.id,
      status: statusOf(state.stepStatus.get(step.id), status),
      ...(byHand?.has(step.id) ? { byHand: true } : {}),
    })),
  }
}

const ended: ReadonlySet<string> = new Set(['completed', 'failed', 'skipped', 'cancelled'])

/**
 * Returns the status of a part; a part that has not ended takes the status of its phase once the phase has
 * ended.
 */
const statusOf = (own: string | undefined, phase: PhaseReport['status']): string => {
  if (own !== undefined && ended.has(own)) return own
  switch (phase) {
    case 'completed':
    case 'external':
    case 'skipped':
    case 'blocked':
    case 'cancelled':
      return phase
    case 'failed':
      return 'cancelled'
    default:
      return own ?? 'pending'
  }
}

const timeOf = (ms: number | undefined): string | null =>
  ms === undefined ? null : new Date(ms).toISOString()

/** The file may be committed, so it contains no paths of this machine. */
const withoutPlaces = ({ transcript, ...session }: ChargedSession): object =>
  transcript === undefined
    ? session
    : {
        ...session,
        transcript: {
          page: transcript.page.name,
          ...(transcript.vendor && { vendor: transcript.vendor.name }),
        },
      }
