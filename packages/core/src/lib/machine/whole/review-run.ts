import { describeComment } from '../../policy/answer/describe-comment.ts'
import { failureDetails } from '../../policy/failure/failure-details.ts'
import { decideWait } from '../../policy/failure/decide-wait.ts'
import type { Failure } from '../../contract/failure.ts'
import { openGate } from '../state/open-gate.ts'
import type { InputOf } from '../state/input/input.ts'
import { asksPerson, withoutVerdict } from '../attempt/take-review.ts'
import type { RunState } from '../state/run-state.ts'
import { turnOffReviews } from '../../policy/answer/turn-off-reviews.ts'
import { emit, type Turn } from '../state/turn.ts'
import { isSpent, openBudgetGate } from '../waiting/take-usage.ts'

/** Whether the final result still has to be reviewed. */
export const needsReview = ({ settings, head, ending: { reviewedHead } }: RunState): boolean =>
  settings.review.run !== false && reviewedHead !== head

/** Requests a review of the final result. */
export const reviewRun = (turn: Turn): void => {
  const { state } = turn
  const { head: commit, base } = state
  const round = state.ending.reviews.length + 1
  state.ending.closing!.stage = 'reviewing'
  emit(turn, 'run_reviewing', { commit, round })
  turn.effects.push({ type: 'review_run', base, commit, round })
}

/** Takes the review of the final result. Returns whether the run may finish; if not, a person was asked. */
export const takeRunReview = (turn: Turn, { review }: InputOf<'run_reviewed'>): boolean => {
  const { state } = turn
  if (state.ending.closing?.stage !== 'reviewing') return false
  const { approved, summary, comments, failure } = review
  if (failure && (waitForReview(turn, failure) || waitForBudget(turn, failure))) return false
  const isUnreadable = failure?.class === 'report_invalid'
  if (!failure) state.ending.verdicts.clear()
  if (!isUnreadable) {
    state.ending.reviews.push(review)
    emit(turn, 'run_reviewed', { commit: state.head, approved, summary, comments })
  }
  Object.assign(state.ending, { reviewWaits: 0, reviewWaitedMs: 0 })
  const unclear = failure ? undefined : comments.find(asksPerson)
  if (approved && !unclear) {
    state.ending.reviewedHead = state.head
    return true
  }
  state.ending.closing.stage = 'asking'
  openGate(turn, {
    id: `run:review:${++state.ending.asked}`,
    kind: 'blocker',
    blocker: unclear || isUnreadable ? 'review_unclear' : failure ? 'environment' : 'review_rejected',
    phaseIds: [],
    question: failure
      ? `All phases passed, but the final result could not be reviewed: ${failure.message}`
      : unclear
        ? `All phases are done. The review of the final result asks: ${unclear.message}`
        : 'All phases passed, but the review of the final result asks for changes. Approve the result?',
    details: [
      summary,
      ...(failure ? failureDetails(failure) : []),
      ...comments.map(describeComment),
      ...(failure && state.settings.review.run === 'agent' ? [turnOffReviews] : []),
    ],
    suggestions: isUnreadable ? withoutVerdict : [],
    choices: ['retry', 'approve', 'abort', 'abort-revert'],
  })
  return false
}

/** Asks about the run's budget if it has stopped the review, which is done again once there is more. */
const waitForBudget = (turn: Turn, failure: Failure): boolean => {
  const { state } = turn
  if (failure.class !== 'budget_exceeded' || !isSpent(state)) return false
  delete state.ending.closing
  if (state.budget.gate === undefined) openBudgetGate(turn)
  return true
}

/** Waits, a limited number of times, for a transient failure of the reviewers to pass. */
const waitForReview = (turn: Turn, failure: Failure): boolean => {
  const { state } = turn
  const { transient, rateLimited } = state.settings.waits
  const isLimit = failure.class === 'rate_limited'
  if (!isLimit && failure.class !== 'transient' && failure.class !== 'interrupted') return false
  const { reviewWaits, reviewWaitedMs } = state.ending
  if (isLimit ? reviewWaits >= rateLimited.limit : reviewWaitedMs >= transient.totalMs) return false
  const { retryAfterMs } = failure
  const waitMs = decideWait({
    ...(isLimit ? rateLimited : transient),
    waits: state.ending.reviewWaits++,
    key: `${state.runId}/review`,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  })
  state.ending.reviewWaitedMs += waitMs
  state.ending.closing = { ...state.ending.closing!, stage: 'waiting', reviewAt: turn.at + waitMs }
  emit(turn, 'review_delayed', { waitMs, failure })
  turn.effects.push({ type: 'wake', at: turn.at + waitMs })
  return true
}

/** The time has come to ask the reviewers again. */
export const wakeToReview = (turn: Turn, until: number): void => {
  const {
    ending: { closing },
  } = turn.state
  if (closing?.stage === 'waiting' && (closing.reviewAt ?? 0) <= until) reviewRun(turn)
}
