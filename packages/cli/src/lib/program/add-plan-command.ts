import type { Command } from 'commander'
import type { EditRunOptions } from '../command/plan/edit-run-command.ts'
import type { PlanCommandOptions } from '../command/plan/plan-command.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { copyFlags } from './option/copy-flags.ts'
import { addFlags } from './option/add-flags.ts'
import { choices } from '../setting/flag/choices.ts'

const { architectFormats } = choices

/** The flags about the goal and one plan, which the command for another plan has in its own place. */
const onceFlags = ['--issue', '--from', '--change', '--out', '--edit']

/** The flags that only planning has, or whose value is for planning only. */
const ownFlags = [...onceFlags, ...['--format', '--context', '--no-tdd', '--budget-usd', '--budget-tokens']]

/** Adds `amelia plan`, whose next command may be `amelia run`, and `amelia edit`, before `amelia resume`. */
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
  addFlags(plan, {
    format: {
      group: 'Plan:',
      flag: '--format <name>',
      about: 'format of the plan',
      kind: 'text',
      choices: architectFormats,
      default: 'task-heading',
    },
    context: {
      group: 'Plan:',
      flag: '--context <text>',
      about: 'information for the agent that the repository does not contain',
      kind: 'text',
    },
    tdd: { group: 'Plan:', flag: '--no-tdd', about: 'do not plan tests before the code that they test' },
    edit: {
      group: 'Plan:',
      flag: '--edit',
      about: 'open the plan in $VISUAL or $EDITOR before you are asked about it',
    },
    change: {
      group: 'Plan:',
      flag: '--change <text>',
      about: 'what to change in the plan of --from',
      kind: 'text',
    },
  }).action(
    async (goal: string | undefined, options: Omit<PlanCommandOptions, 'runFlags' | 'againFlags'>) => {
      const { planCommand } = await import('../command/plan/plan-command.ts')
      const runFlags = copyFlags(plan, argv, ownFlags)
      const againFlags = copyFlags(plan, argv, onceFlags)
      const { code, next } = await planCommand(terminal, goal, { ...options, runFlags, againFlags })
      finish(code, next)
    },
  )

  addFlags(
    program
      .command('edit')
      .description('edit the plan of a run in $VISUAL or $EDITOR, check it, and resume the run with it')
      .argument('[run]', 'run id, or a unique prefix of it (default: the newest unfinished run)'),
  ).action(async (run: string | undefined, options: EditRunOptions) => {
    const { editRunCommand } = await import('../command/plan/edit-run-command.ts')
    const { code, next } = await editRunCommand(terminal, run, options)
    finish(code, next)
  })
}
