import { type Command, Option } from 'commander'
import type { PlanCommandOptions } from '../command/plan/plan-command.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { groupOptions } from './group-options.ts'
import { addAgentOptions } from './option/add-agent-options.ts'
import { copyFlags } from './option/copy-flags.ts'
import { choices } from './option/choices.ts'
import { sharedOptions } from './option/shared-options.ts'

const { architectFormats } = choices

/** The flags about the goal and one plan, which the command for another plan has in its own place. */
const onceFlags = ['--issue', '--from', '--feedback', '--out']

/** The flags that only planning has, or whose value is for planning only. */
const ownFlags = [...onceFlags, ...['--format', '--context', '--no-tdd', '--budget-usd', '--budget-tokens']]

/** Adds `amelia plan`, whose next command may be `amelia run`. */
export const addPlanCommand = (
  program: Command,
  terminal: Terminal,
  finish: (code: number, next?: readonly string[]) => void,
  argv: readonly string[],
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
    .option('--issue <file|url>', 'file with the text of an issue, or its address, in place of the goal')
    .option('--context <text>', 'information for the agent that the repository does not contain')
    .option('--no-tdd', 'do not plan tests before the code that they test')
    .addOption(sharedOptions.budgetUsd('US dollars that the agent may spend'))
    .addOption(sharedOptions.budgetTokens('tokens that the agent may use'))
    .option(
      '--from <file>',
      'document to rewrite as a plan, in place of the goal; with --feedback: a plan that you rejected',
    )
    .option('--feedback <text>', 'what to change in the plan of --from')
    .addOption(sharedOptions.config())
    .addOption(sharedOptions.noConfig())
    .addOption(sharedOptions.profile())
    .option('--out <file>', 'new file to write (default: stdout)')
    .action(
      async (goal: string | undefined, options: Omit<PlanCommandOptions, 'runFlags' | 'againFlags'>) => {
        const { planCommand } = await import('../command/plan/plan-command.ts')
        const runFlags = copyFlags(plan, argv, ownFlags)
        const againFlags = copyFlags(plan, argv, onceFlags)
        const { code, next } = await planCommand(terminal, goal, { ...options, runFlags, againFlags })
        finish(code, next)
      },
    )
  groupOptions(plan)
}
