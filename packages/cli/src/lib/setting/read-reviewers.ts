import {
  commandReviewer,
  type DriverV1,
  driverEvaluator,
  driverReviewer,
  type ReviewerV1,
  type RunAdapters,
} from '@amelia/core'
import type { ConfigPlugins } from './config/read-plugins.ts'
import { usageError } from '../terminal/usage-error.ts'
import { readCommand } from './read-command.ts'

/**
 * Commands and agents that review, in place of the agent that does the work. They are stored with a
 * run.
 */
export interface ReviewerFlags {
  /** Plugins of the config file, in addition to the reviewers that the flags name. */
  plugins?: ConfigPlugins
  reviewer?: string[]
  finalReviewer?: string[]
  /** The agent that reviews each phase. Default with `reviewerModel`: the agent that does the work. */
  reviewerDriver?: string
  reviewerModel?: string
  /** The agent that decides about the comments, or `none`. */
  evaluator?: string
  /** `false`: nothing is reviewed. */
  review?: boolean
}

/** The agents of a command, as far as they were named. */
export interface ReviewingAgents {
  /** Whether an agent does the work. */
  works: boolean
  /** Whether an agent reviews the final result, unless the flags name another reviewer of it. */
  final: boolean
  reviewer: DriverV1 | undefined
  evaluator: DriverV1 | undefined
}

/**
 * Creates the reviewers that the flags name, those by the driver of the reviewing agent, and the evaluator.
 * Absent ones have the default of a run. Reviewers of phases do not replace the agent that reviews the final
 * result, nor the other way round.
 *
 * Throws a usage error for a command that cannot be run, and for flags that contradict each other.
 */
export const readReviewers = (
  flags: ReviewerFlags,
  { works, final: isFinal, reviewer: driver, evaluator }: ReviewingAgents,
): Pick<RunAdapters, 'reviewers' | 'evaluator'> => {
  const { reviewer = [], finalReviewer = [], plugins } = flags
  const own = plugins?.reviewers ?? []
  if (flags.review === false) return checkNoReview(flags)
  const make = (flag: string, scope: ReviewerV1['scope'], commands: readonly string[]): ReviewerV1[] =>
    commands.map((command, index) =>
      commandReviewer({ id: `${flag}-${index + 1}`, scope, argv: readCommand(flag, command) }),
    )
  const commands = make('reviewer', 'phase', reviewer)
  const final = make('final-reviewer', 'run', finalReviewer)
  const reviewsPhases = own.some(({ scope }) => scope !== 'run')
  const isDefault = commands.length === 0 && driver === undefined && !reviewsPhases
  const byAgent = driver
    ? [driverReviewer({ driver, id: `reviewer-${driver.id}` })]
    : isDefault && works && final.length + own.length > 0
      ? [driverReviewer()]
      : []
  const named = [...commands, ...byAgent, ...own, ...final]
  const needsFinal = isFinal && named.length > 0 && named.every(({ scope }) => scope !== 'run')
  const id = driver ? `final-reviewer-${driver.id}` : 'final-reviewer'
  const given =
    needsFinal && (works || driver)
      ? [...named, driverReviewer({ ...(driver && { driver }), id, scope: 'run' })]
      : named
  if (flags.evaluator !== undefined && given.length === 0 && !works)
    throw usageError(
      `--evaluator ${flags.evaluator} has no effect: nothing is reviewed.`,
      'Name a reviewer too, such as --reviewer-driver NAME, or leave it out.',
    )
  const sorts = plugins?.evaluator
    ? plugins.evaluator
    : evaluator
      ? driverEvaluator({ driver: evaluator })
      : flags.evaluator === 'none'
        ? false
        : byAgent.length > 0
          ? driverEvaluator(works || driver === undefined ? {} : { driver })
          : undefined
  return {
    ...(given.length > 0 && { reviewers: given }),
    ...(sorts !== undefined && { evaluator: sorts }),
  }
}

/** No review. Throws a usage error if the other flags ask for one. */
const checkNoReview = (flags: ReviewerFlags): { reviewers: [] } => {
  const names = {
    reviewer: '--reviewer',
    finalReviewer: '--final-reviewer',
    reviewerDriver: '--reviewer-driver',
    reviewerModel: '--reviewer-model',
    evaluator: '--evaluator',
  } as const
  for (const [flag, name] of Object.entries(names))
    if (flags[flag as keyof typeof names] !== undefined)
      throw usageError(`--no-review and ${name} contradict each other.`, 'Leave one of them out.')
  return { reviewers: [] }
}
