import { commandReviewer, driverReviewer, type ReviewerV1 } from '@amelia/core'
import { usageError } from '../terminal/usage-error.ts'
import type { DriverFlags } from './driver-flags.ts'
import { readCommand } from './read-command.ts'
import { readDriver } from './read-driver.ts'

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

/** The reviewers of a run; `close` ends the driver created for them. */
export interface ReadReviewers {
  reviewers: ReviewerV1[]
  close(): Promise<void>
}

/**
 * Creates the reviewers that the flags name.
 *
 * Throws a usage error for a command that cannot be run, for an unknown driver and, unless `ready` is false,
 * for a missing prerequisite of the agent.
 */
export const readReviewers = async (
  flags: ReviewerFlags & DriverFlags,
  options: { ready?: boolean } = {},
): Promise<ReadReviewers> => {
  const { reviewer = [], finalReviewer = [] } = flags
  const make = (flag: string, scope: ReviewerV1['scope'], commands: readonly string[]): ReviewerV1[] =>
    commands.map((command, index) =>
      commandReviewer({ id: `${flag}-${index + 1}`, scope, argv: readCommand(flag, command) }),
    )
  const driver = await readReviewerDriver(flags, options)
  return {
    reviewers: [
      ...make('reviewer', 'phase', reviewer),
      ...(driver ? [driverReviewer({ driver, id: `reviewer-${driver.id}` })] : []),
      ...make('final-reviewer', 'run', finalReviewer),
    ],
    close: async () => driver?.close?.(),
  }
}

/**
 * Creates the driver that reviews. If it is the run's agent, that agent's flags apply, with `reviewerModel`
 * in place of its model.
 */
const readReviewerDriver = async (
  flags: ReviewerFlags & DriverFlags,
  options: { ready?: boolean },
): Promise<Awaited<ReturnType<typeof readDriver>>['driver']> => {
  const { driver: worker = 'steps', reviewerDriver, reviewerModel } = flags
  if (reviewerDriver === undefined && reviewerModel === undefined) return undefined
  const name = reviewerDriver ?? worker
  if (name === 'steps')
    throw usageError('Reviews by an agent need the name of the agent.', 'Add --reviewer-driver NAME.')
  const { baseUrl, apiKeyEnv, agent, agentEnv, maxTurns, idleTimeout, agentConfig, model } = flags
  const same =
    name === worker ? { baseUrl, apiKeyEnv, agent, agentEnv, maxTurns, idleTimeout, agentConfig, model } : {}
  const own = { ...same, ...(reviewerModel !== undefined && { model: reviewerModel }) }
  const given = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined))
  return (await readDriver({ driver: name, ...given }, options)).driver
}
