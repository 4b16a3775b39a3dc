import { type Command, Option } from 'commander'
import type { PlanCommandOptions } from '../command/document/plan-command.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { groupOptions } from './group-options.ts'
import { addAgentOptions } from './add-agent-options.ts'
import { choices } from './option/choices.ts'
import { sharedOptions } from './option/shared-options.ts'

const { architectFormats } = choices

/** Adds `amelia plan`. */
export const addPlanCommand = (
  program: Command,
  terminal: Terminal,
  finish: (code: number) => void,
): void => {
  const plan = program
    .command('plan')
    .description('have an agent read the repository and write a plan for a goal')
    .argument('[goal]', 'what the plan should achieve')
  addAgentOptions(plan, 'plan')
    .option('--repo <dir>', 'repository that the plan is for', '.')
    .addOption(
      new Option('--format <name>', 'format of the plan').choices(architectFormats).default('task-heading'),
    )
    .option('--issue <file>', 'file with the text of an issue, in place of the goal')
    .option('--context <text>', 'information for the agent that the repository does not contain')
    .option('--no-tdd', 'do not plan tests before the code that they test')
    .addOption(sharedOptions.amount('--budget-usd <amount>', 'US dollars that the agent may spend'))
    .addOption(sharedOptions.amount('--budget-tokens <n>', 'tokens that the agent may use'))
    .option('--from <file>', 'plan that you rejected; the agent changes it as --feedback asks')
    .option('--feedback <text>', 'what to change in the plan of --from')
    .addOption(sharedOptions.config())
    .addOption(sharedOptions.noConfig())
    .addOption(sharedOptions.profile())
    .option('--out <file>', 'new file to write (default: stdout)')
    .action(async (goal: string | undefined, options: PlanCommandOptions) => {
      const { planCommand } = await import('../command/document/plan-command.ts')
      finish(await planCommand(terminal, goal, options))
    })
  groupOptions(plan)
}
