import type { Command } from 'commander'
import { readStoredBudget } from '../../stored/stored-budget.ts'

/** Completes the options of `amelia run` by the limit that is stored for the repository, if none is given. */
export const applyStoredBudget = async (command: Command): Promise<void> => {
  const {
    repo = '.',
    budgetUsd,
    budgetTokens,
  } = command.opts<{
    repo?: string
    budgetUsd?: number
    budgetTokens?: number
  }>()
  if ((budgetUsd ?? budgetTokens) !== undefined) return
  const { file, ...limits } = (await readStoredBudget(repo)) ?? {}
  for (const [key, value] of Object.entries(limits)) {
    command.setOptionValueWithSource(key, value, 'repository')
    command.setOptionValue('storedBudget', file)
  }
}
