import type { RunState } from '../machine/run-state.ts'
import type { Review } from '../policy/review.ts'
import { describeAdaptations } from './describe-adaptation.ts'
import { describeEvidence } from './describe-evidence.ts'
import type { PhaseReport, Report } from './report.ts'

const isoTime = (ms: number): string => new Date(ms).toISOString()

/** How a run stands at `now` (milliseconds since 1970). Pure: it reads the state and changes nothing. */
export const buildReport = (state: RunState, now: number): Report => {
  const { startedAt, endedAt, targetNote } = state
  return {
    runId: state.runId,
    goal: state.plan.goal || state.plan.title,
    status: statusOf(state),
    base: state.base,
    head: state.head,
    target: state.target,
    targetPublished: isPublished(state),
    ...(targetNote === undefined ? {} : { targetNote }),
    ...(state.settings.inPlace && { inPlace: true as const }),
    ...(state.reverted && { reverted: true as const }),
    checks: state.checks,
    ...lastReview(state.reviews),
    debts: [...state.debts.keys()],
    phases: state.phases.map(
      ({
        phase,
        status,
        attempt,
        composed,
        failures,
        because,
        checks,
        reviews,
        startedAt: began,
        endedAt: ended,
        evidence,
        adapted,
        stepStatus,
        subtaskStatus,
      }): PhaseReport => {
        const failure = failures.at(-1)
        const mended = describeAdaptations({ phase, adapted })
        const skipped = status === 'skipped' ? [] : [...skippedOf(subtaskStatus), ...skippedOf(stepStatus)]
        return {
          id: phase.id,
          title: phase.title,
          status,
          attempt,
          ...(status === 'completed' && composed !== undefined ? { commit: composed } : {}),
          ...(failure && status !== 'completed' ? { failure } : {}),
          ...(because === undefined ? {} : { because }),
          ...(began === undefined ? {} : { durationMs: (ended ?? now) - began }),
          checks,
          ...lastReview(reviews),
          ...(evidence === undefined ? {} : { evidence: describeEvidence(evidence) }),
          ...(mended.length === 0 ? {} : { adaptedSteps: mended.map(firstLine) }),
          ...(skipped.length === 0 ? {} : { skippedParts: skipped }),
        }
      },
    ),
    gates: [...state.gates.values()],
    spent: { ...state.spent },
    startedAt: isoTime(startedAt),
    ...(endedAt === undefined ? {} : { endedAt: isoTime(endedAt) }),
    durationMs: startedAt === 0 ? 0 : (endedAt ?? now) - startedAt,
  }
}

/** In one commit at the end the target holds the same files under another id. */
const isPublished = ({ targetCommit, head, closing, inCheckout }: RunState): boolean =>
  inCheckout === true ||
  targetCommit === head ||
  (closing?.stage === 'closed' && targetCommit === closing.published)

const lastReview = (reviews: readonly Review[]): { review?: Review } => {
  const review = reviews.at(-1)
  return review ? { review } : {}
}

const skippedOf = (status: ReadonlyMap<string, string>): string[] =>
  [...status].filter(([, value]) => value === 'skipped').map(([id]) => id)

const statusOf = ({ status, draining }: RunState): Report['status'] => {
  if (status === 'created') return 'running'
  return status === 'running' && draining ? 'draining' : status
}

/** The line of our own: what the agent says of it stands in the phase's summary. */
const firstLine = (text: string): string => text.split('\n', 1)[0] ?? ''
