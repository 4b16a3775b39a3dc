import { causeOf, describeDone, type Interruption } from './attempt/describe-interruption.ts'
import { describeFolder } from './describe-folder.ts'
import { type ReportMode, reportRules } from './report-rules.ts'

export interface Continuation {
  /** The unit in words: `phase 1`, `subtask 1.2`. */
  unit: string
  interruption: Interruption
  reports: ReportMode | undefined
}

/**
 * Builds the prompt that continues an interrupted session: it still knows its assignment and its rules.
 *
 * A command that ran when the session was interrupted has an unknown outcome, and the folder may be another
 * one.
 */
export const buildContinuation = ({ unit, interruption, reports }: Continuation): string => {
  const { failure, done, dir } = interruption
  return `${[
    `Continue with ${unit}. You were interrupted by ${causeOf(failure)}; your work is not at fault, and nothing of it is lost.`,
    ...describeDone(done),
    ...describeFolder(dir),
    'A command that was running may have been cut off: check its effect before you rely on it. Then finish the assignment under the same rules.',
    ...reportRules(reports).map((rule) => rule.replace(/^- /, '')),
  ].join('\n')}\n`
}
