import type { EvaluatedComment } from '../../../contract/review.ts'
import type { PhaseReport, Report } from '../../../event/report.ts'
import { describeChange } from '../../../policy/describe-change.ts'
import { describeTries } from '../../../policy/failure/describe-tries.ts'
import { describeRestored } from '../../describe-restored.ts'
import { pageText } from './page-text.ts'

/**
 * Lists, as lines of Markdown, what a person should look at in a run: failures, work that is not done,
 * concerns, comments that were deferred, flaky tests, and results that the plan did not foresee.
 */
export const listNeeds = ({ phases, review, debts, repositoryChanges = [] }: Report): string[] => {
  const ofRun = [
    ...listComments(review?.comments),
    ...(debts.length > 0 ? [`tests without their implementation: phase ${debts.join(', ')}`] : []),
    ...repositoryChanges.map(
      ({ phaseId, ...change }) =>
        `changed in the repository while phase ${phaseId} ran, by it or by someone else: ${describeChange(change)}`,
    ),
  ]
  return [
    ...phases.flatMap((phase) => listNotes(phase).map((note) => `- ${pageText(`${phase.id}: ${note}`)}`)),
    ...ofRun.map((note) => `- ${pageText(note)}`),
  ]
}

const listNotes = ({
  because,
  failure,
  notDone = [],
  concerns = [],
  review,
  flaky = [],
  unchanged,
  skippedParts,
  cancelledSteps,
  byHand,
  adaptedSteps,
  fallbacks = [],
  unconfirmedFiles,
  ignoredFiles,
  approvals,
  restored = [],
}: PhaseReport): string[] => [
  ...(failure === undefined ? [] : (describeTries(failure) ?? [failure.message])),
  ...(because === undefined ? [] : [`not run because of phase ${because}`]),
  ...notDone.map((text) => `not done: ${text}`),
  ...concerns.map((text) => `concern: ${text}`),
  ...listComments(review?.comments),
  ...(flaky.length > 0 ? [`flaky: ${flaky.join(', ')}`] : []),
  ...(unchanged ? ['changed no file'] : []),
  ...(skippedParts === undefined ? [] : [`skipped: ${skippedParts.join(', ')}`]),
  ...(cancelledSteps === undefined ? [] : [`stopped: ${cancelledSteps.join(', ')}`]),
  ...(byHand === undefined ? [] : [`reported as done by hand: ${byHand.join(', ')}`]),
  ...(adaptedSteps === undefined ? [] : [`fixed by an agent: ${adaptedSteps.join(' ')}`]),
  ...fallbacks,
  ...(unconfirmedFiles === undefined
    ? []
    : [`reported as changed by the agent, but not changed: ${unconfirmedFiles.join(', ')}`]),
  ...(ignoredFiles === undefined ? [] : [`ignored by git, so not committed: ${ignoredFiles.join(', ')}`]),
  ...(approvals === undefined ? [] : [`a person approved ${approvals.join(', and ')}`]),
  // The page is committed, so it names no place on this machine.
  ...describeRestored(restored.map(({ kept: _, ...file }) => file)),
]

/** Comments of a review that no attempt answers: deferred ones, and questions. */
const listComments = (comments: readonly EvaluatedComment[] = []): string[] =>
  comments.flatMap(({ disposition, message, file, line }) => {
    if (disposition !== 'defer' && disposition !== 'clarify') return []
    const place = file === undefined ? '' : `\`${file}${line === undefined ? '' : `:${line}`}\`: `
    return [`${disposition === 'defer' ? 'deferred by the review' : 'the review asks'}: ${place}${message}`]
  })
