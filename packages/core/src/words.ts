/** Words for people: for states, costs, counts, times and what an answer causes. */
export { describeComment } from './lib/policy/answer/describe-comment.ts'
export { describeChange, describeValues } from './lib/policy/describe-change.ts'
export { describeAttempt } from './lib/report/words/describe-attempt.ts'
export { describeConsequence } from './lib/report/describe-consequence.ts'
export { asksByPhase, isAnsweredBy, needsText, takesPhases } from './lib/event/gate-view.ts'
export { describeCount } from './lib/report/describe-count.ts'
export { describeEmptyAccount } from './lib/report/render/describe-empty-account.ts'
export { describeWork } from './lib/report/merge-command.ts'
export { describeReview } from './lib/report/render/describe-review.ts'
export { describeEnd, headlines } from './lib/report/render/render-report.ts'
export { notesOf } from './lib/report/render/notes-of.ts'
export { failureLine, failureLines, failureParts } from './lib/report/render/failure-line.ts'
export { kindMark, phaseMark } from './lib/report/render/phase-mark.ts'
export { plainLabel } from './lib/report/render/plain-label.ts'
export { describeStatements } from './lib/policy/describe-statements.ts'
export { describeDollars, describeTokens } from './lib/report/words/describe-cost.ts'
export { describeUsage, fitUsage, shortUsage } from './lib/report/words/describe-usage.ts'
export { plannedStatus } from './lib/plan/field/plan-status.ts'
export {
  listedStatus,
  listedStatuses,
  shownPartStatus,
  shownStatus,
  statusKind,
  statusWord,
} from './lib/report/words/status-word.ts'
export { formatCount, nounOf, plural } from './lib/text/format-count.ts'
export { formatDollars } from './lib/text/format-dollars.ts'
export { formatDuration } from './lib/text/format-duration.ts'
