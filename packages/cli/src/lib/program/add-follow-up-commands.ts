import type { Command } from 'commander'
import type { FeedbackOptions } from '../command/feedback/feedback-command.ts'
import type { ForkOptions } from '../command/run/fork-command.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { addRunOptions } from './option/add-run-options.ts'
import { needsOneOf } from '../terminal/needs-one-of.ts'
import { groupOptions } from './group-options.ts'
import { sharedOptions } from './option/shared-options.ts'

type Add = (program: Command, terminal: Terminal, finish: (code: number) => void) => void

/** Adds `amelia fork` and `amelia feedback`, which start a run from another one. */
export const addFollowUpCommands: Add = (program, terminal, finish) => {
  addForkCommand(program, terminal, finish)
  addFeedbackCommand(program, terminal, finish)
}

/** Adds the flags of a run that follows another one. */
const addFollowUpOptions = (command: Command): Command =>
  addRunOptions(command)
    .addOption(sharedOptions.notify())
    .addOption(sharedOptions.repo())
    .addOption(sharedOptions.trust('how often to ask you (default: as the run did)'))
    .addOption(sharedOptions.budgetUsd('US dollars that the new run may spend'))
    .addOption(sharedOptions.budgetTokens('tokens that the new run may use'))
    .addOption(sharedOptions.label('label to store with the new run (default: the labels of the run)'))

const addForkCommand: Add = (program, terminal, finish) => {
  const fork = program
    .command('fork')
    .description('start a run that adopts the commits of another run before a phase')
    .argument('<run>', 'run id, or a unique prefix of it')
    .requiredOption('--from <phase>', 'phase before which the new run begins')
  addFollowUpOptions(fork)
    .option('--plan <file>', 'another plan (default: the plan of the run)')
    .option('--target <branch>', 'new branch that receives the commits (default: amelia/...)')
    .addOption(sharedOptions.preset('preset to start from (default: the rules of the run)'))
    .option('--yes', 'approve the plan and its commands without asking')
    .option('--accept-skipped', 'with --plan: run the plan without work that was not read')
    .addOption(sharedOptions.tag())
    .addOption(sharedOptions.grouping())
    .action(async (run: string, options: ForkOptions) => {
      const { forkCommand } = await import('../command/run/fork-command.ts')
      const { applyStored } = await import('../setting/config/apply-stored.ts')
      const complete: ForkOptions['complete'] = (stored) => applyStored(fork, stored)
      finish(await forkCommand(terminal, run, { ...options, complete }))
    })
  groupOptions(fork)
}

const addFeedbackCommand: Add = (program, terminal, finish) => {
  const feedback = program
    .command('feedback')
    .description('have the agent address the comments of a pull request, on the branch of the run')
    .argument('<run>', 'run id, or a unique prefix of it')
  addFollowUpOptions(needsOneOf(feedback, 'pr', 'comments'))
    .option(
      '--pr [number]',
      'number or address of the pull request (default: that of the branch); its comments are fetched with gh, and the new commits pushed',
    )
    .addOption(sharedOptions.remote())
    .option('--comments <file>', 'JSON of gh with the comments, instead of fetching them')
    .addOption(
      sharedOptions.list('--author <name>', 'also address the comments of this author without write access'),
    )
    .option('--yes', 'approve the comments and their phases without asking')
    .addOption(sharedOptions.githubFormat('report'))
    .action(async (run: string, options: FeedbackOptions) => {
      const { feedbackCommand } = await import('../command/feedback/feedback-command.ts')
      const { applyStored } = await import('../setting/config/apply-stored.ts')
      const complete: FeedbackOptions['complete'] = (stored) => applyStored(feedback, stored)
      finish(await feedbackCommand(terminal, run, { ...options, complete }))
    })
  groupOptions(feedback)
}
