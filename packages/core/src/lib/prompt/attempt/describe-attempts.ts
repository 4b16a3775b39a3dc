import type { Failure } from '../../contract/failure.ts'
import type { RoundCause } from '../../contract/round-cause.ts'
import type { Attempt } from '../../machine/state/attempt.ts'
import type { FailureClass } from '../../contract/failure-class.ts'
import type { FrozenPhase } from '../../machine/state/frozen-run.ts'
import type { Review } from '../../contract/review.ts'
import { boundOutput } from '../../text/bound-output.ts'
import { indentText } from '../../text/indent-text.ts'
import { failureKey } from '../../policy/failure/failure-key.ts'
import { oneLine } from '../../text/one-line.ts'
import { describeFailure } from './describe-failure.ts'
import { describeComments } from './describe-comments.ts'

export interface AttemptsRequest {
  phase: FrozenPhase
  /** The reference of the attempt before this one. */
  lastAttempt: string
  /** The session knows what happened before its last result. */
  continued: boolean
  /** Whether git works in the workspace. */
  hasGit: boolean
  /** The path of everything that was said about earlier attempts, if the workspace contains it. */
  feedback?: string | undefined
}

/**
 * Describes why there is another attempt: a person's words, comments of reviewers, or a failure; then the
 * place of the earlier work, and everything that went wrong before.
 *
 * Returns an empty text for a first attempt. A session that is continued gets only what it does not know.
 */
export const describeAttempts = (request: AttemptsRequest): string => {
  const { phase, continued, feedback } = request
  const { failures } = phase
  const last = failures.at(-1)
  if (last === undefined) return ''
  const before = failures.slice(0, -1)
  const earlier = continued ? unknownBefore(last, before) : before
  return [
    ...describeLast(request, last, earlier),
    ...(feedback === undefined
      ? []
      : [`All feedback in full: \`${feedback}\`, which is not part of your work.`]),
    ...describeEarlier(earlier, last),
  ].join('\n')
}

/** Lists earlier failures. The output of one that occurred again later is with the later one. */
const describeEarlier = (earlier: readonly Failure[], last: Failure): string[] => {
  if (earlier.length === 0) return []
  const told = new Set([failureKey(last)])
  const lines = earlier.toReversed().map((failure, index) => {
    const key = failureKey(failure)
    const isTold = told.has(key)
    told.add(key)
    const { message } = failure
    const text = isTold ? `${oneLine(message)} As later.` : describeFailure(failure)
    return `${earlier.length - index}. ${text}`
  })
  return ['', '## Earlier', ...lines.toReversed()]
}

/** A person answered after the session had ended: it does not know the failure in question either. */
const unknownBefore = ({ answer }: Failure, before: readonly Failure[]): readonly Failure[] =>
  answer === undefined ? [] : before.slice(-1).filter((failure) => failure.answer === undefined)

/** Says in a clause why a session that is continued goes on. */
export const whyAgain = (phase: FrozenPhase): string => {
  if (openReview(phase)) return 'reviewers ask for changes to your work'
  const { cause } = phase.attempt
  return (cause && clauses[cause]) ?? 'your work is not accepted yet'
}

const clauses: Partial<Record<RoundCause, string>> = {
  feedback: 'a person says how',
  partial: 'a part of it is left',
  report: 'your report could not be read',
  conflict: 'your work does not fit other phases yet',
}

/** The review that asks for changes, if that is why there is another attempt. */
const openReview = ({ failures, reviews }: Pick<FrozenPhase, 'failures' | 'reviews'>): Review | undefined => {
  const last = failures.at(-1)
  return last?.class === 'review_rejected' && last.answer === undefined ? reviews.at(-1) : undefined
}

const describeLast = (
  { phase, lastAttempt, hasGit, continued }: AttemptsRequest,
  failure: Failure,
  earlier: readonly Failure[],
): string[] => {
  const { number, cause } = phase.attempt
  const tree = describeTree(lastAttempt, { attempt: phase.attempt, hasGit, continued })
  if (failure.answer !== undefined) return describeAnswer(failure.answer, tree, earlier)
  const review = openReview(phase)
  if (review !== undefined)
    return [
      '## Review',
      `Reviewers ask for changes. Address these comments and keep the rest. ${tree}`,
      ...describeComments(review),
    ]
  const round = cause && rounds[cause]
  if (round) return [round.title, `${round.text} ${tree}`, `1. ${describeFailure(failure)}`]
  return [
    `## Attempt ${number}`,
    explanations[failure.class] ?? framing(phase.failures.filter(isFailed).length),
    tree,
    `1. ${describeFailure(failure)}`,
  ]
}

/** Rounds that no person and no reviewer asks for. */
const rounds: Partial<Record<RoundCause, { title: string; text: string }>> = {
  partial: {
    title: '## Finish these',
    text: 'A part of the work is left. Finish it, and keep the rest.',
  },
  report: {
    title: '## Report',
    text: 'The work was not judged, because its report could not be read. Check the work, and end with a report in the form below.',
  },
  conflict: {
    title: '## Conflict',
    text: 'The work does not fit phases that were integrated since it began. This folder contains them, with the work merged in. Where both changed the same lines, they stand between `<<<<<<<` and `>>>>>>>`: resolve each so that both changes hold, and leave no marker.',
  },
}

/** A person's words, below the question that they answer. */
const describeAnswer = (
  { text, question, details = [] }: NonNullable<Failure['answer']>,
  tree: string,
  earlier: readonly Failure[],
): string[] => {
  // The failure that the question is about is listed with its output.
  const isListed = earlier.some(({ message }) => message === question)
  const asked = question === undefined ? [] : [question, ...(isListed ? [] : details)]
  return [
    question === undefined ? '## Feedback' : '## Answer',
    question === undefined
      ? `A person reviewed the work. Follow this feedback and keep the rest of the work. ${tree}`
      : `A person answered the question that stopped the work. Follow the answer. ${tree}`,
    ...(asked.length === 0
      ? []
      : ['The question:', indentText(boundOutput(asked.join('\n'))), 'The answer:']),
    indentText(boundOutput(text.trim())),
  ]
}

/** States whether the folder contains the work so far, and where it is otherwise. */
const describeTree = (
  lastAttempt: string,
  {
    attempt: { kept, afterNothing, round },
    hasGit,
    continued,
  }: { attempt: Pick<Attempt, 'kept' | 'afterNothing' | 'round'>; hasGit: boolean; continued: boolean },
): string => {
  if (afterNothing) return `The last ${round > 1 ? 'session' : 'attempt'} changed no file.`
  if (kept && round > 1)
    return continued ? 'Your work is in this folder.' : 'The work so far is in this folder.'
  if (kept) return 'The work of the last attempt is in this folder.'
  const without = 'This folder does not contain the work of the last attempt'
  return hasGit ? `${without}: \`git show ${lastAttempt}\` shows it.` : `${without}.`
}

/** Classes whose attempt was not judged and found wrong. */
const explanations: Partial<Record<FailureClass, string>> = {
  hung: 'The last session gave no sign of life for too long, and was ended.',
  session_lost: 'The conversation of the last session was lost before the work was done.',
  merge_conflict:
    'The last attempt conflicts with phases that were integrated since it began. This folder contains them: build on them.',
  context_overflow: 'The last session exceeded its context window before the work was done.',
  environment: 'The last attempt was stopped by the problem below. A person has dealt with it.',
  auth: 'The last attempt was stopped by the problem below. A person has dealt with it.',
  permission: 'The last attempt was stopped by the problem below. A person has dealt with it.',
  refused: 'The model of the last session declined the work. A person started this one.',
  budget_exceeded: 'The last attempt was stopped by a budget, which a person has raised.',
  cancelled: 'A person stopped the last attempt, and started this one.',
}

/** Whether an attempt was judged and found wrong. */
const isFailed = (failure: Failure): boolean =>
  failure.answer === undefined &&
  failure.class !== 'review_rejected' &&
  explanations[failure.class] === undefined

const framings = [
  'The last attempt failed. Choose a different approach this time.',
  'Read the errors below before you change anything, and work out what caused them.',
  'The previous approaches did not work. Look for a wrong assumption.',
  'Reproduce the last error first, and change one thing at a time until it is gone.',
]

/** Returns a different sentence for each failed attempt. */
const framing = (failed: number): string =>
  framings[failed - 1] ??
  `${failed} attempts have failed. Find what their errors have in common before you change anything.`
