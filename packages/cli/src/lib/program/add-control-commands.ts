import { type Command, Option } from 'commander'
import type { AnswerOptions } from '../command/control/answer-command.ts'
import type { CancelOptions } from '../command/control/cancel-command.ts'
import type { CleanOptions } from '../command/control/clean-command.ts'
import type { RevertOptions } from '../command/control/revert-command.ts'
import type { RunsOptions } from '../command/inspect/runs-command.ts'
import type { StatusOptions } from '../command/inspect/status-command.ts'
import type { SteerOptions } from '../command/control/steer-command.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { readDuration } from '../setting/read-duration.ts'
import { sharedOptions } from './option/shared-options.ts'
import { choices } from './option/choices.ts'

const runId = 'run id, or a unique prefix of it'

/** Adds the commands for stored runs, from `amelia status` to `amelia clean`. */
export const addControlCommands = (
  program: Command,
  terminal: Terminal,
  finish: (code: number) => void,
): void => {
  program
    .command('status')
    .description('show the state of a run: its phases and its open questions')
    .argument('[run]', `${runId} (default: the newest run)`)
    .addOption(sharedOptions.repo())
    .addOption(sharedOptions.database())
    .option('--json', 'print one JSON object')
    .addOption(sharedOptions.githubFormat('report'))
    .option('--sessions', 'list every session with its cost and its transcript')
    .option('--exit-code', 'exit as the run did: 0 completed, 3 waiting, 130 cancelled, otherwise 1')
    .action(async (run: string | undefined, options: StatusOptions) => {
      const { statusCommand } = await import('../command/inspect/status-command.ts')
      finish(await statusCommand(terminal, run, options))
    })

  program
    .command('answer')
    .description('answer a question of a run that is running elsewhere or waits to be resumed')
    .argument(
      '[words...]',
      'RUN, QUESTION and ANSWER. QUESTION is the number or the id that amelia status shows. Default of RUN: the newest run that asks. Without words, the open questions are asked one after the other',
    )
    .addOption(sharedOptions.repo())
    .addOption(sharedOptions.database())
    .option(
      '--feedback <text>',
      'what to change (required by feedback and fix); with another answer your reason, which the run records',
    )
    .addOption(
      sharedOptions.amount('--tokens <n>', 'with approve, about a budget: how many more tokens to allow'),
    )
    .addOption(
      sharedOptions.amount('--usd <amount>', 'with approve, about a budget: how many more US dollars'),
    )
    .addOption(
      new Option('--scope <scope>', 'with abort-revert: what to revert (default: run)').choices([
        'run',
        'batch',
      ]),
    )
    .action(async (words: string[], options: AnswerOptions) => {
      const { answerCommand } = await import('../command/control/answer-command.ts')
      finish(await answerCommand(terminal, words, options))
    })

  program
    .command('cancel')
    .description('stop a run that is running elsewhere, one of its phases or one of its steps')
    .argument('<run>', runId)
    .argument('[phase]', 'phase id (default: stop the run, which can be resumed)')
    .option('--step <id>', 'stop only this step of the phase; the run then asks what to do with it')
    .addOption(sharedOptions.repo())
    .addOption(sharedOptions.database())
    .option('--drain', 'let running phases finish, and start nothing new')
    .action(async (run: string, phase: string | undefined, options: CancelOptions) => {
      const { cancelCommand } = await import('../command/control/cancel-command.ts')
      finish(await cancelCommand(terminal, run, phase, options))
    })

  program
    .command('steer')
    .description('send a text to the agent of a phase: now if it can take one, else at its next session')
    .argument('<run>', runId)
    .argument('<phase>', 'phase id')
    .argument('<text>', 'guidance for the agent, at most 10,000 characters')
    .addOption(sharedOptions.repo())
    .addOption(sharedOptions.database())
    .action(async (run: string, phase: string, text: string, options: SteerOptions) => {
      const { steerCommand } = await import('../command/control/steer-command.ts')
      finish(await steerCommand(terminal, { wanted: run, phase, text }, options))
    })

  program
    .command('runs')
    .description('list the runs of a repository, newest first')
    .addOption(sharedOptions.repo())
    .addOption(sharedOptions.database())
    .addOption(sharedOptions.label('only runs with this label'))
    .addOption(sharedOptions.oneOf('--status <name>', 'only runs with this status', choices.listedStatuses))
    .addOption(sharedOptions.count('--limit <n>', 'the most runs to list (default: all)'))
    .option('--json', 'print one JSON array')
    .action(async (options: RunsOptions) => {
      const { runsCommand } = await import('../command/inspect/runs-command.ts')
      finish(await runsCommand(terminal, options))
    })

  program
    .command('revert')
    .description('undo a run: restore its target branch; its commits stay available')
    .argument('<run>', runId)
    .addOption(sharedOptions.repo())
    .addOption(sharedOptions.database())
    .option('--remote <url>', 'repository that the machines of the run share')
    .addOption(
      new Option('--scope <what>', 'what to undo: the run, or only its last batch')
        .choices(['run', 'batch'])
        .default('run'),
    )
    .option('--yes', 'do not ask')
    .action(async (run: string, options: RevertOptions) => {
      const { revertCommand } = await import('../command/control/revert-command.ts')
      finish(await revertCommand(terminal, run, options))
    })

  program
    .command('clean')
    .description('delete the workspaces and temporary refs of a finished run')
    .argument('[run]', `${runId} (default: the newest run)`)
    .addOption(sharedOptions.repo())
    .addOption(sharedOptions.database())
    .option('--remote <url>', 'repository that the machines of the run share')
    .option('--attempts', 'also delete the refs of attempts, whose commits nothing else reaches')
    .option('--transcripts', 'also delete the transcripts of its sessions')
    .addOption(
      new Option(
        '--older-than <time>',
        'clean all finished runs whose last write is at least this long ago, such as 14d',
      ).argParser(readDuration),
    )
    .addOption(sharedOptions.label('with --older-than: only runs with this label'))
    .option('--yes', 'with --attempts: do not ask')
    .action(async (run: string | undefined, options: CleanOptions) => {
      const { cleanCommand } = await import('../command/control/clean-command.ts')
      finish(await cleanCommand(terminal, run, options))
    })
}
