import { architectFormats } from '@amelia/core'
import { type Command, Option } from 'commander'
import { planCommand, type PlanCommandOptions } from '../command/plan-command.ts'
import { readAmount } from '../setting/read-amount.ts'
import { agent, agentEnv, apiKeyEnv, baseUrl } from './shared-options.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** Adds `amelia plan` to the commands. */
export const addPlanCommand = (
  program: Command,
  terminal: Terminal,
  finish: (code: number) => void,
): void => {
  program
    .command('plan')
    .description('have an agent read the repository and write a plan for a goal, which is checked')
    .argument('<goal>', 'what is to be achieved')
    .option('--driver <name>', 'who writes it: claude, codex')
    .option('--model <name>', "model of the agent (default: the agent's own)")
    .addOption(baseUrl())
    .addOption(apiKeyEnv())
    .addOption(agent())
    .addOption(agentEnv())
    .option('--repo <dir>', 'repository that it is for', '.')
    .addOption(
      new Option('--format <name>', 'format of the plan').choices(architectFormats).default('task-heading'),
    )
    .option('--context <text>', 'what the agent is to know besides the repository')
    .option('--no-tdd', 'do not plan tests before what they test')
    .option('--budget-usd <amount>', 'US dollars that it may cost', readAmount)
    .option('--budget-tokens <n>', 'tokens that it may take', readAmount)
    .option('--out <file>', 'file to write, which must not exist (default: stdout)')
    .action(async (goal: string, options: PlanCommandOptions) => {
      finish(await planCommand(terminal, goal, options))
    })
}
