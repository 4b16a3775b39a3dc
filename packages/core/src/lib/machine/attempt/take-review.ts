import { addressOf } from '../state/address-of.ts'
import type { RepositoryChange } from '../../event/change/repository-change.ts'
import type { BlockerType } from '../../event/blocker-type.ts'
import type { Failure } from '../../contract/failure.ts'
import type { FailureClass } from '../../contract/failure-class.ts'
import type { EvaluatedComment, Review } from '../../contract/review.ts'
import { reachCheckpoint } from './reach-checkpoint.ts'
import { describeComment } from '../../policy/answer/describe-comment.ts'
import { failureDetails } from '../../policy/failure/failure-details.ts'
import { block, causeOf, decide } from './end-attempt.ts'
import { park } from './park.ts'
import type { InputOf } from '../state/input/input.ts'
import { moveTo } from '../state/move-to.ts'
import { workOf } from '../state/attempt.ts'
import type { PhaseState } from '../state/phase-state.ts'
import { turnOffReviews } from '../../policy/answer/turn-off-reviews.ts'
import { tampering } from '../../policy/failure/tampering.ts'
import type { RunState } from '../state/run-state.ts'
import { emit, type Turn } from '../state/turn.ts'
import { waitForBudget } from '../waiting/take-usage.ts'
import { backOff, mayPass, mayWait, passOn, pauseProvider } from '../waiting/back-off.ts'
import { usesSession } from '../waiting/uses-session.ts'

/** Requests a review of the verified attempt, or moves it to its checkpoint if nobody reviews. */
export const passVerification = (turn: Turn, phase: PhaseState): void => {
  phase.attempt.verified = true
  if (phase.attempt.reviewPassed || !isReviewed(turn.state, phase)) return reachCheckpoint(turn, phase)
  const { id } = phase
  const round = phase.effort.reviewRounds + 1
  const commit = workOf(phase.attempt).commit
  moveTo(turn.state, phase, 'reviewing')
  emit(turn, 'review_started', { phaseId: id, attempt: phase.attempt.number, round, commit })
  turn.effects.push({ type: 'review', ...addressOf(phase), commit, round })
}

/** Whether the attempt is reviewed. By default only work of an agent is, repaired steps included. */
const isReviewed = (state: RunState, phase: PhaseState): boolean => {
  const { phase: wanted } = state.settings.review
  return wanted === 'agent' ? usesSession(state, phase) || phase.attempt.adapted !== undefined : wanted
}

/**
 * Takes the reviewers' verdict. Only comments to implement cause another attempt, with their own limit: an
 * attempt that is green but rejected does not count as failed.
 */
export const takeReview = (turn: Turn, phase: PhaseState, { review, planted }: InputOf<'reviewed'>): void => {
  const { id } = phase
  phase.attempt.unreviewed = planted !== undefined || review.failure !== undefined
  const opinions = [...phase.attempt.verdicts].map(([reviewer, { verdict }]) => ({
    reviewer,
    verdict: verdict.approved ? 'approved' : 'rejected',
  }))
  if (planted || !review.failure) phase.attempt.verdicts.clear()
  if (planted) return tellTampering(turn, phase, planted)
  if (review.failure) return failReview(turn, phase, review.failure, review)
  const { approved, summary, comments } = review
  const round = ++phase.effort.reviewRounds
  phase.reviews.push(review)
  phase.attempt.opinions = opinions
  phase.reviewed = { commit: workOf(phase.attempt).commit, base: phase.attempt.base }
  emit(turn, 'review_completed', {
    phaseId: id,
    attempt: phase.attempt.number,
    round,
    approved,
    summary,
    comments,
  })
  const unclear = comments.filter(asksPerson)
  if (unclear.length > 0) {
    if (!approved) phase.failures.push(rejectionOf(id, review))
    return askReviewQuestion(turn, phase, unclear)
  }
  if (approved) {
    phase.attempt.reviewPassed = true
    return reachCheckpoint(turn, phase)
  }
  park(turn, phase)
  phase.attempt.keptAt = 'review'
  decide(turn, phase, rejectionOf(id, review))
}

/** Whether a comment needs clarification by a person. A minor one does not. */
export const asksPerson = ({ disposition, severity }: EvaluatedComment): boolean =>
  disposition === 'clarify' && severity !== 'minor'

const askReviewQuestion = (turn: Turn, phase: PhaseState, unclear: EvaluatedComment[]): void => {
  park(turn, phase)
  phase.attempt.keptAt = 'review'
  block(turn, phase, {
    blocker: 'review_unclear',
    message: `The review of phase ${phase.id} asks: ${unclear[0]!.message}`,
    details: unclear.map(describeComment),
  })
}

/** The failure of an attempt that reviewers reject. */
export const rejectionOf = (id: string, { summary, comments }: Review): Failure => ({
  class: 'review_rejected',
  message: `The review of phase ${id} asks for changes: ${summary}`,
  output: comments
    .filter(({ disposition }) => disposition === 'implement')
    .map(({ file, line, message, suggestion }) =>
      [
        file === undefined ? '' : `${file}${line === undefined ? '' : `:${line}`}: `,
        message,
        suggestion ? ` (${suggestion})` : '',
      ].join(''),
    )
    .join('\n'),
})

const blockers: ReadonlyMap<FailureClass, BlockerType> = new Map([
  ['auth', 'auth'],
  ['permission', 'permission'],
  ['refused', 'refused'],
  ['budget_exceeded', 'budget_exceeded'],
  ['cancelled', 'user_cancelled'],
  ['report_invalid', 'review_unclear'],
])

/** Suggestions at a gate about a verdict that cannot be read. */
export const withoutVerdict = [
  'retry: ask the reviewer again; the work stays as it is',
  'approve: take the work without this verdict',
]

/**
 * Handles a reviewer's failure, which says nothing about the attempt: asks the reviewers again, or a person.
 */
const failReview = (turn: Turn, phase: PhaseState, failure: Failure, { summary, comments }: Review): void => {
  park(turn, phase)
  const waits = ['transient', 'interrupted', 'rate_limited'].includes(failure.class)
  if (waits && mayWait(turn, phase, failure))
    return failure.class === 'rate_limited'
      ? pauseProvider(turn, phase, failure)
      : backOff(turn, phase, failure)
  if (failure.class === 'refused' && mayPass(turn, phase, failure)) return passOn(turn, phase, failure)
  if (failure.class === 'budget_exceeded' && waitForBudget(turn, phase, failure)) return
  phase.attempt.keptAt = 'review'
  block(turn, phase, {
    blocker: blockers.get(failure.class) ?? 'environment',
    message: `Phase ${phase.id} could not be reviewed: ${failure.message}`,
    details: [
      ...failureDetails(failure),
      // For whoever approves without the missing reviewer: what the others said.
      ...(summary.includes('\n') ? summary.split('\n') : []),
      ...comments.map(describeComment),
      ...(turn.state.settings.review.phase === 'agent' ? [turnOffReviews] : []),
    ],
    ...(failure.class === 'report_invalid' && { retries: 'review', suggestions: withoutVerdict }),
    ...causeOf(turn, phase, failure),
  })
}

const tellTampering = (turn: Turn, phase: PhaseState, changes: RepositoryChange[]): void => {
  park(turn, phase)
  phase.attempt.keptAt = 'review'
  block(turn, phase, tampering(`phase ${phase.id} was reviewed`, changes))
}
