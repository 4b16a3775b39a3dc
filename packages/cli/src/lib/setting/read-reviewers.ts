import { commandReviewer, type ReviewerV1, type RunAdapters } from '@amelia/core'
import { readCommand } from './read-command.ts'

/** Commands that judge each phase, and the whole. They are not stored: who resumes a run says them again. */
export interface ReviewerFlags {
  reviewer?: string[]
  finalReviewer?: string[]
}

/** The reviewers that the flags ask for. Throws a usage error for a command that cannot be. */
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
