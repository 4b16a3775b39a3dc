import type { Command } from 'commander'
import type { FeedbackOptions } from '../command/feedback/feedback-command.ts'
import type { ForkOptions } from '../command/run/fork-command.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { addRunFlags } from './option/add-run-flags.ts'
import { needsOneOf } from '../terminal/needs-one-of.ts'

type Add = (
  program: Command,
  terminal: Terminal,
  finish: (code: number) => void,
  argv: readonly string[],
) => void

/** Adds `amelia fork` and `amelia feedback`, which start a run from another one. */
export const addFollowUpCommands: Add = (program, terminal, finish, argv) => {
  addForkCommand(program, terminal, finish, argv)
  addFeedbackCommand(program, terminal, finish, argv)
}

const addForkCommand: Add = (program, terminal, finish, argv) => {
  const fork = program
    .command('fork')
    .description('start a run that adopts the commits of another run before a phase')
    .argument('[run]', 'run id, or a unique prefix of it (default: the newest run)')
  addRunFlags(fork, {
    plan: {
      group: 'Plan:',
      flag: '--plan <file>',
      about: 'another plan (default: the plan of the run)',
      kind: 'text',
    },
  }).action(async (run: string | undefined, options: ForkOptions) => {
    const { startBehind } = await import('../command/detach/start-behind.ts')
    const code = await startBehind(terminal, options, argv)
    if (code !== undefined) return finish(code)
    const { forkCommand } = await import('../command/run/fork-command.ts')
    const { applyStored } = await import('../setting/config/apply-stored.ts')
    const complete: ForkOptions['complete'] = (stored) => applyStored(fork, stored)
    finish(await forkCommand(terminal, run, { ...options, complete, argv }))
  })
}

const addFeedbackCommand: Add = (program, terminal, finish, argv) => {
  const feedback = program
    .command('feedback')
    .description('have the agent address the comments of a pull request, on the branch of the run')
    .argument('[run]', 'run id, or a unique prefix of it (default: the newest run)')
  addRunFlags(needsOneOf(feedback, 'pr', 'comments', 'dropped'), {
    comments: {
      group: 'Repository:',
      flag: '--comments <file>',
      about: 'JSON of gh with the comments, instead of fetching them',
      kind: 'text',
    },
    dropped: {
      group: 'Repository:',
      flag: '--dropped',
      about: 'address your texts that no session of the run received',
    },
    author: {
      group: 'Repository:',
      flag: '--author <name>',
      about: 'also address the comments of this author without write access',
      kind: 'list',
    },
  }).action(async (run: string | undefined, options: FeedbackOptions) => {
    const { startBehind } = await import('../command/detach/start-behind.ts')
    const code = await startBehind(terminal, options, argv)
    if (code !== undefined) return finish(code)
    const { feedbackCommand } = await import('../command/feedback/feedback-command.ts')
    const { applyStored } = await import('../setting/config/apply-stored.ts')
    const complete: FeedbackOptions['complete'] = (stored) => applyStored(feedback, stored)
    finish(await feedbackCommand(terminal, run, { ...options, complete, argv }))
  })
}
