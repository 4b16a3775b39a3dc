import type { Host, Plan } from '@amelia/core'
import { words } from '@amelia/core/view'
import {
  countAgentPhases,
  countedUnits,
  type CountedUnit,
  describeAmount,
  describeNoBudget,
  hasBudget,
} from '../../document/dry-run/describe-budget.ts'
import { planWork } from '../../document/dry-run/run-estimate.ts'
import { describeCost } from '../../document/dry-run/describe-cost.ts'
import { askBudget } from '../../question/ask-budget.ts'
import { quoteArgument } from '../../setting/quote-argument.ts'
import type { BudgetFlags } from '../../setting/read-budget.ts'
import type { ReadAgents } from '../../setting/agent/read-agents.ts'
import { estimateRun } from '../../stored/estimate/estimate-run.ts'
import { readStoredBudget, storeBudget } from '../../stored/stored-budget.ts'
import { printNote } from '../../terminal/print-note.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { usageError } from '../../terminal/usage-error.ts'
import type { RunCommandOptions } from './run-command-options.ts'

type Agents = Pick<ReadAgents, 'all' | 'options'>

/**
 * Returns the options without a limit that is stored for the repository and cannot apply: no agent counts
 * anything. Throws a usage error if the agents count another unit, because that limit would be lost.
 */
export const checkStoredBudget = (
  terminal: Terminal,
  options: RunCommandOptions,
  agents: Agents,
): RunCommandOptions => {
  const { storedBudget: file, budgetUsd, budgetTokens, ...others } = options
  const unit: CountedUnit = budgetUsd === undefined ? 'tokens' : 'usd'
  const counted = countedUnits(agents)
  if (file === undefined || agents.all.length === 0 || counted.includes(unit)) return options
  const limit = describeAmount(budgetUsd, budgetTokens)
  const names = [...new Set(agents.all.map(({ id }) => words.plainLabel(id)))].join(', ')
  const [other] = counted
  if (other !== undefined)
    throw usageError(
      `The limit of ${limit} that is stored for the runs of this repository cannot be counted: ${names} ${agents.all.length === 1 ? 'counts' : 'count'} ${other === 'usd' ? 'dollars' : 'tokens'} only.`,
      `Give this run a limit: ${other === 'usd' ? '--budget-usd AMOUNT' : '--budget-tokens N'}. To remove the stored one: rm ${quoteArgument(file)}`,
    )
  printNote(
    terminal,
    `warning: The limit of ${limit} that is stored for the runs of this repository does not apply, because not every agent counts it: ${names}.\n`,
  )
  return others
}

/** The facts by which the budget of a run is completed. */
interface RunFacts {
  options: RunCommandOptions
  agents: Agents
  plan: Plan
  host: Pick<Host, 'store' | 'clock'>
  attended: boolean
}

/**
 * Tells at the start of a run with agents that it has no budget, with the cost to expect. The first such run
 * of a repository asks a person at a terminal for a limit; `--yes` answers that there is none. Undefined if
 * the person leaves.
 */
export const completeBudget = async (
  terminal: Terminal,
  { options, agents, plan, host, attended }: RunFacts,
): Promise<BudgetFlags | undefined> => {
  const { repo, yes, json, storedBudget: file } = options
  const works = agents.options.driver !== undefined
  const phases = countAgentPhases(plan, works)
  if (json === true || phases === 0 || !(works || agents.all.length > 0)) return {}
  if (hasBudget(options)) {
    if (file !== undefined)
      printNote(
        terminal,
        `note: Budget: ${describeAmount(options.budgetUsd, options.budgetTokens)}, stored for this repository in ${quoteArgument(file)}.\n`,
      )
    return {}
  }
  const work = planWork(plan, { agentPhases: phases, concurrency: 1 }, agents.options)
  const cost = describeCost((await estimateRun(host, work)).cost, phases)
  const [unit, ...others] = countedUnits(agents)
  if (attended && yes !== true && unit !== undefined && (await readStoredBudget(repo)) === undefined) {
    const answer = await askBudget(terminal, cost, [unit, ...others])
    if (answer === undefined) return undefined
    const { stored, usd, tokens } = answer
    const limit = {
      ...(usd !== undefined && { budgetUsd: usd }),
      ...(tokens !== undefined && { budgetTokens: tokens }),
    }
    const path = await storeBudget(repo, stored ? limit : {})
    if (stored) printNote(terminal, `Stored in ${quoteArgument(path)}.\n`)
    return limit
  }
  printNote(terminal, `note: Budget: ${describeNoBudget(agents)}. Cost: ${cost}.\n`)
  return {}
}
