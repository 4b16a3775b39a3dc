import { commandReviewer, type DriverV1, driverReviewer, type ReviewerV1 } from '@amelia/core'
import { readCommand } from './read-command.ts'

/**
 * Commands and an agent that review each phase, and the final result. They are not stored with a run:
 * `resume` needs them again.
 */
export interface ReviewerFlags {
  reviewer?: string[]
  finalReviewer?: string[]
  /** The agent that reviews each phase. Default with `reviewerModel`: the agent that does the work. */
  reviewerDriver?: string
  reviewerModel?: string
}

/**
 * Creates the reviewers that the flags name, and one by the driver of the reviewing agent.
 *
 * Throws a usage error for a command that cannot be run.
 */
export const readReviewers = (
  { reviewer = [], finalReviewer = [] }: ReviewerFlags,
  driver: DriverV1 | undefined,
): ReviewerV1[] => {
  const make = (flag: string, scope: ReviewerV1['scope'], commands: readonly string[]): ReviewerV1[] =>
    commands.map((command, index) =>
      commandReviewer({ id: `${flag}-${index + 1}`, scope, argv: readCommand(flag, command) }),
    )
  return [
    ...make('reviewer', 'phase', reviewer),
    ...(driver ? [driverReviewer({ driver, id: `reviewer-${driver.id}` })] : []),
    ...make('final-reviewer', 'run', finalReviewer),
  ]
}
