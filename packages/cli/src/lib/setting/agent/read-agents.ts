import type { DriverV1, Plan, RunAdapters } from '@amelia/core'
import { inFlags } from '../flag/in-flags.ts'
import { usageError } from '../../terminal/usage-error.ts'
import { agentFlagsOf, checkAgentFlags } from './agent-flags-of.ts'
import { agentNames, driverNames } from '../agent-names.ts'
import { agents } from './agents.ts'
import type { DriverFlags } from './driver-flags.ts'
import { driverLists } from '../failover/driver-lists.ts'
import { type ReviewerFlags, readReviewers } from '../read-reviewers.ts'
import { readModels } from '../read-models.ts'

/** The agents of a command. */
export interface ReadAgents {
  /** The options of a run. */
  options: Pick<RunAdapters, 'driver' | 'models' | 'sessionTimeoutMs' | 'reviewers' | 'evaluator'>
  /** Every driver, those of reviews included. */
  all: readonly DriverV1[]
  /** Ends what the drivers keep. */
  close(): Promise<void>
}

/** Lists the agents that `--driver` names; none for `steps`. Throws a usage error for an unknown one. */
export const namedAgents = ({ driver = ['steps'] }: DriverFlags): string[] => {
  for (const [index, name] of driver.entries()) {
    if (!driverNames.includes(name))
      throw usageError(`Unknown driver "${name}".`, `Drivers: ${driverNames.join(', ')}.`)
    if (driver.indexOf(name) < index)
      throw usageError(`--driver names ${name} twice.`, 'Name each agent once, in order of failover.')
  }
  if (driver.length > 1 && driver.includes('steps'))
    throw usageError(
      '--driver steps runs a plan without an agent, so it cannot be combined.',
      'Leave out steps, or the agents.',
    )
  return driver.filter((name) => name !== 'steps')
}

/**
 * Creates the drivers and reviewers that the flags name, and the agents that the plan names for its phases.
 *
 * `finalReview`: whether an agent reviews the final result by default. Default: false.
 *
 * Throws a usage error for an unknown driver, for a flag that has no effect, and for missing prerequisites,
 * all together.
 */
export const readAgents = async (
  flags: DriverFlags & ReviewerFlags,
  { plan, finalReview = false }: { plan?: Plan; finalReview?: boolean } = {},
): Promise<ReadAgents> => {
  const names = namedAgents(flags)
  const [first] = names
  const custom = flags.plugins?.driver
  const { models, reviewer: reviewerModel } = readModels(flags.modelFor, plan)
  const planned = first === undefined ? [] : plannedAgents(plan).filter((name) => !names.includes(name))
  const review = reviewingAgent(flags, { first, model: reviewerModel })
  const evaluating = evaluatingAgent(flags)
  checkAgentFlags(
    flags,
    [...names, ...planned, ...(review ? [review.name] : []), ...(evaluating ? [evaluating] : [])],
    first ?? (custom === undefined ? 'steps' : 'of the config file'),
  )

  const problems: { message: string; hint: string }[] = []
  const load = async (name: string, more: { model?: string } = {}): Promise<() => DriverV1> => {
    const loaded = await agents.get(name)!.load({ ...agentFlagsOf(flags, name, first), ...more })
    for (const problem of loaded.problems)
      if (!problems.some(({ message }) => message === problem.message)) problems.push(problem)
    return loaded.create
  }
  const makers = new Map<string, () => DriverV1>()
  for (const name of [...names, ...planned]) makers.set(name, await load(name))
  const makeReviewer = review && (await load(review.name, review.model))
  const makeEvaluator = evaluating && (await load(evaluating))
  const checked = [
    ...new Set([...makers.keys(), ...[review?.name, evaluating].flatMap((name) => name ?? [])]),
  ]
  if (problems.length > 0)
    throw usageError(
      problems.map(({ message }) => message).join(' '),
      problems.length > 2
        ? `To see how to set them up: amelia doctor${checked.map((name) => ` --driver ${name}`).join('')}`
        : problems.map(({ hint }) => inFlags(hint)).join('\n'),
    )

  const drivers = new Map([...makers].map(([name, make]) => [name, make()]))
  const reviewer = makeReviewer?.()
  const evaluator = makeEvaluator ? makeEvaluator() : undefined
  const { sessionTimeout: sessionTimeoutMs } = flags
  const all = [
    ...new Set(driverLists(custom).flat()),
    ...drivers.values(),
    ...[reviewer, evaluator].flatMap((driver) => driver ?? []),
  ]
  return {
    options: {
      ...(custom !== undefined && { driver: custom }),
      ...(first !== undefined && { driver: driverOf(names, drivers) }),
      ...(models && { models }),
      ...(sessionTimeoutMs !== undefined && { sessionTimeoutMs }),
      ...readReviewers(flags, {
        works: first !== undefined || custom !== undefined,
        final: finalReview,
        reviewer,
        evaluator,
      }),
    },
    all,
    async close() {
      for (const driver of all) await driver.close?.()
    },
  }
}

/** The option `driver`. The plan names agents as the command line does. */
const driverOf = (
  names: readonly string[],
  drivers: ReadonlyMap<string, DriverV1>,
): NonNullable<RunAdapters['driver']> => ({
  default: names.map((name) => drivers.get(name)!),
  agents: Object.fromEntries(
    [...drivers].map(([name, driver]) => [
      name,
      [driver, ...names.filter((other) => other !== name).map((other) => drivers.get(other)!)],
    ]),
  ),
})

/** The agents that the open phases of a plan name, as far as they are known. The run refuses the others. */
const plannedAgents = (plan: Plan | undefined): string[] => [
  ...new Set(plan?.phases.flatMap(({ agent = '' }) => (agents.has(agent) ? [agent] : []))),
]

/** The agent that reviews, and its model; undefined without one. */
const reviewingAgent = (
  { reviewerDriver, reviewerModel }: ReviewerFlags,
  { first, model = reviewerModel }: { first: string | undefined; model: string | undefined },
): { name: string; model?: { model: string } } | undefined => {
  if (reviewerModel !== undefined && model !== reviewerModel)
    throw usageError(
      '--reviewer-model and --model-for reviewer=NAME name different models.',
      'Leave one of them out.',
    )
  if (reviewerDriver === undefined && model === undefined) return undefined
  const name = reviewerDriver ?? first ?? 'steps'
  if (name === 'steps')
    throw usageError('Reviews by an agent need the name of the agent.', 'Add --reviewer-driver NAME.')
  if (!agents.has(name)) throw usageError(`Unknown driver "${name}".`, `Drivers: ${driverNames.join(', ')}.`)
  return { name, ...(model !== undefined && { model: { model } }) }
}

/** The agent that decides about comments, if the flags name one. */
const evaluatingAgent = ({ evaluator: name, review }: ReviewerFlags): string | undefined => {
  if (name === undefined || name === 'none' || review === false) return undefined
  if (agents.has(name)) return name
  throw usageError(`Unknown evaluator "${name}".`, `Evaluators: none, ${agentNames.join(', ')}.`)
}
