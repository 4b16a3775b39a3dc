import { commandReviewer, type ReviewerV1, type RunAdapters } from '@amelia/core'
import { readCommand } from './read-command.ts'

/** Commands that review each phase, and the final result. They are not stored with a run: `resume` needs them again. */
export interface ReviewerFlags {
  reviewer?: string[]
  finalReviewer?: string[]
}

/** Creates the reviewers that the flags name. Throws a usage error for a command that cannot be run. */
export const readReviewers = ({
  reviewer = [],
  finalReviewer = [],
}: ReviewerFlags): Pick<RunAdapters, 'reviewers'> => {
  const make = (flag: string, scope: ReviewerV1['scope'], commands: readonly string[]): ReviewerV1[] =>
    commands.map((command, index) =>
      commandReviewer({ id: `${flag}-${index + 1}`, scope, argv: readCommand(flag, command) }),
    )
  const reviewers = [...make('reviewer', 'phase', reviewer), ...make('final-reviewer', 'run', finalReviewer)]
  return reviewers.length === 0 ? {} : { reviewers }
}
