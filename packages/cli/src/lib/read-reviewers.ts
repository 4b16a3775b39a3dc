import { commandReviewer, type RunAdapters } from '@amelia/core'
import { readCommand } from './read-command.ts'

/** Commands that judge each phase. They are not stored: who resumes a run says them again. */
export interface ReviewerFlags {
  reviewer?: string[]
}

/** The reviewers that the flags ask for. Throws a usage error for a command that cannot be. */
export const readReviewers = ({ reviewer }: ReviewerFlags): Pick<RunAdapters, 'reviewers'> => {
  if (reviewer === undefined) return {}
  const reviewers = reviewer.map((command, index) =>
    commandReviewer({ id: `reviewer-${index + 1}`, argv: readCommand('reviewer', command) }),
  )
  return { reviewers }
}
