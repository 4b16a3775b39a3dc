import type { Command } from 'commander'
import type { AnswerOptions } from '../command/control/answer-command.ts'
import type { CancelOptions } from '../command/control/cancel-command.ts'
import type { CleanOptions } from '../command/clean/clean-command.ts'
import type { MergeOptions } from '../command/merge/merge-command.ts'
import type { RevertOptions } from '../command/control/revert-command.ts'
import type { RunsOptions } from '../command/inspect/runs-command.ts'
import type { StatsOptions } from '../command/inspect/stats-command.ts'
import type { StatusOptions } from '../command/inspect/status-command.ts'
import type { SteerOptions } from '../command/control/steer-command.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { choices } from '../setting/flag/choices.ts'
import { readAmount } from '../setting/read-amount.ts'
import { readAge } from '../setting/read-duration.ts'
import { readKeep } from '../setting/flag/kind-readers.ts'
import { addFlags } from './option/add-flags.ts'

const runId = 'run id, or a unique prefix of it'

/** Adds the commands for stored runs, from `amelia status` to `amelia clean`. */
export const addControlCommands = (
  program: Command,
  terminal: Terminal,
  finish: (code: number) => void,
): void => {
  addFlags(
    program
      .command('status')
      .description('show the state of a run: its phases and its open questions')
      .argument('[run]', `${runId} (default: the newest run)`),
    {
      cost: { flag: '--cost', about: 'show the cost of each phase and session as a table' },
      sessions: { flag: '--sessions', about: 'list every session with its cost and its transcript' },
      exitCode: {
        flag: '--exit-code',
        about: 'exit as the run did: 0 completed, 3 waiting, 130 cancelled, otherwise 1',
      },
    },
  ).action(async (run: string | undefined, options: StatusOptions) => {
    const { statusCommand } = await import('../command/inspect/status-command.ts')
    finish(await statusCommand(terminal, run, options))
  })

  addFlags(
    program
      .command('answer')
      .description('answer a question of a run that is running elsewhere or waits to be resumed')
      .argument(
        '[words...]',
        'RUN, QUESTION and ANSWER. QUESTION is the number or the id that amelia status shows. Default of RUN: the newest run that asks. Without words, the open questions are asked one after the other',
      ),
    {
      feedback: {
        flag: '--feedback <text>',
        about:
          'what to change (required by send-back, fix and answer); with another answer your reason, which the run records',
        kind: 'text',
      },
      tokens: {
        flag: '--tokens <n>',
        about: 'with approve, about a budget: how many more tokens to allow',
        kind: 'number',
        reads: readAmount,
      },
      usd: {
        flag: '--usd <amount>',
        about: 'with approve, about a budget: how many more US dollars',
        kind: 'number',
        reads: readAmount,
      },
      scope: {
        flag: '--scope <scope>',
        about: 'with abort-revert: what to revert (default: batch)',
        kind: 'text',
        choices: ['run', 'batch'],
      },
      phase: {
        flag: '--phase <id>',
        about: 'with approve and send-back, at a question about several phases: answer for this one only',
        kind: 'list',
      },
    },
  ).action(async (words: string[], options: AnswerOptions) => {
    const { answerCommand } = await import('../command/control/answer-command.ts')
    finish(await answerCommand(terminal, words, options))
  })

  addFlags(
    program
      .command('cancel')
      .description('stop a run that is running elsewhere, one of its phases or one of its steps')
      .argument('[run]', `${runId} (default: the newest run)`)
      .argument(
        '[phase]',
        'phase id; alone, of the newest run (default: stop the run, which can be resumed)',
      ),
    {
      step: {
        flag: '--step <id>',
        about: 'stop only this step of the phase; the run then asks what to do with it',
        kind: 'text',
      },
      drain: { flag: '--drain', about: 'let running phases finish, and start nothing new' },
    },
  ).action(async (run: string | undefined, phase: string | undefined, options: CancelOptions) => {
    const { cancelCommand } = await import('../command/control/cancel-command.ts')
    finish(await cancelCommand(terminal, [run, phase], options))
  })

  addFlags(
    program
      .command('steer')
      .description('send a text to the agent of a phase: now if it can take one, else at its next session')
      .argument('<run>', `${runId} (default: the newest run)`)
      .argument('<phase>', 'phase id')
      .argument('[text]', 'guidance for the agent, at most 10,000 characters')
      .usage('[options] [run] <phase> <text>'),
  ).action(async (first: string, second: string, third: string | undefined, options: SteerOptions) => {
    const [wanted, phase, text] = third === undefined ? [undefined, first, second] : [first, second, third]
    const { steerCommand } = await import('../command/control/steer-command.ts')
    finish(await steerCommand(terminal, { wanted, phase, text }, options))
  })

  addFlags(program.command('runs').description('list the runs of a repository, newest first'), {
    status: {
      flag: '--status <name>',
      about: 'only runs with this status',
      kind: 'list',
      choices: choices.listedStatuses,
    },
    limit: { flag: '--limit <n>', about: 'the most runs to list (default: all)', kind: 'number' },
  }).action(async (options: RunsOptions) => {
    const { runsCommand } = await import('../command/inspect/runs-command.ts')
    finish(await runsCommand(terminal, options))
  })

  addFlags(
    program
      .command('stats')
      .description('add up what the runs of a repository did: phases, failures, retries, costs and reviews'),
  ).action(async (options: StatsOptions) => {
    const { statsCommand } = await import('../command/inspect/stats-command.ts')
    finish(await statsCommand(terminal, options))
  })

  addFlags(
    program
      .command('merge')
      .description('merge the work of a run into its base branch, and delete what the run left')
      .argument('[run]', `${runId} (default: the newest run)`),
    {
      into: {
        flag: '--into <branch>',
        about: 'branch that receives the work (default: the branch that the run began on)',
        kind: 'text',
      },
    },
  ).action(async (run: string | undefined, options: MergeOptions) => {
    const { mergeCommand } = await import('../command/merge/merge-command.ts')
    finish(await mergeCommand(terminal, run, options))
  })

  addFlags(
    program
      .command('revert')
      .description('undo a run: restore its target branch; its commits stay available')
      .argument('[run]', `${runId} (default: the newest run, at a terminal)`),
    {
      scope: {
        flag: '--scope <what>',
        about: 'what to undo: the run, or only its last batch',
        kind: 'text',
        choices: ['run', 'batch'],
        default: 'run',
      },
    },
  ).action(async (run: string | undefined, options: RevertOptions) => {
    const { revertCommand } = await import('../command/control/revert-command.ts')
    finish(await revertCommand(terminal, run, options))
  })

  addFlags(
    program
      .command('clean')
      .description('list what runs keep, and remove old runs; with a run, only its workspaces and refs')
      .argument('[run]', `${runId} to clean; its journal stays (default: lists all runs)`),
    {
      keep: {
        flag: '--keep <n>',
        about: 'remove all but the newest n runs',
        reads: readKeep,
      },
      olderThan: {
        flag: '--older-than <time>',
        about: 'remove only runs whose last write is at least this long ago, such as 30d, or 0s',
        reads: readAge,
      },
      attempts: {
        flag: '--attempts',
        about: 'with a run: also delete the refs of attempts, whose commits nothing else reaches',
      },
      transcripts: {
        flag: '--transcripts',
        about: 'with a run: also delete the transcripts of its sessions',
      },
    },
  ).action(async (run: string | undefined, options: CleanOptions) => {
    const { cleanCommand } = await import('../command/clean/clean-command.ts')
    finish(await cleanCommand(terminal, run, options))
  })
}
