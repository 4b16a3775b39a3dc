import { type GateChoice, gateChoices } from '@amelia/core'
import { Argument, type Command, Option } from 'commander'
import { answerCommand, type AnswerOptions } from '../command/answer-command.ts'
import { cancelCommand, type CancelOptions } from '../command/cancel-command.ts'
import { type CleanOptions, cleanCommand } from '../command/clean-command.ts'
import { type RevertOptions, revertCommand } from '../command/revert-command.ts'
import { type RunsOptions, runsCommand } from '../command/runs-command.ts'
import { repo } from './shared-options.ts'
import { statusCommand, type StatusOptions } from '../command/status-command.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** Adds what is asked and done about runs that are there: `amelia status`, `answer`, `cancel`, `runs`, `revert` and `clean`. */
export const addStoredCommands = (
  program: Command,
  terminal: Terminal,
  finish: (code: number) => void,
): void => {
  program
    .command('status')
    .description('show how a run stands: its phases, and what it asks')
    .argument('[run]', 'id of the run, or how it begins (default: the newest)')
    .addOption(repo())
    .option('--json', 'print one JSON object')
    .action(async (run: string | undefined, options: StatusOptions) => {
      finish(await statusCommand(terminal, run, options))
    })

  program
    .command('answer')
    .description('answer what a run asks, while it goes on in another terminal or before it is resumed')
    .argument('<run>', 'id of the run, or how it begins')
    .argument('<gate>', 'id of the question, as amelia status shows it')
    .addArgument(new Argument('<answer>', 'one of those that the question offers').choices(gateChoices))
    .addOption(repo())
    .option('--feedback <text>', 'what should be different, or why')
    .action(async (run: string, gate: string, choice: GateChoice, options: AnswerOptions) => {
      finish(await answerCommand(terminal, run, gate, choice, options))
    })

  program
    .command('cancel')
    .description('stop a run that goes on in another terminal, or one phase of it')
    .argument('<run>', 'id of the run, or how it begins')
    .argument('[phase]', 'id of the phase (default: the whole run, which can be resumed)')
    .addOption(repo())
    .option('--drain', 'let what runs come to its end, and start nothing new')
    .action(async (run: string, phase: string | undefined, options: CancelOptions) => {
      finish(await cancelCommand(terminal, run, phase, options))
    })

  program
    .command('runs')
    .description('list the runs of a repository, the newest first')
    .addOption(repo())
    .option('--json', 'print one JSON array')
    .action(async (options: RunsOptions) => {
      finish(await runsCommand(terminal, options))
    })

  program
    .command('revert')
    .description('take back what a run gave: its branch is what it was before, and nothing is lost')
    .argument('<run>', 'id of the run, or how it begins')
    .addOption(repo())
    .addOption(
      new Option('--scope <what>', 'the whole run, or the batch that came last')
        .choices(['run', 'batch'])
        .default('run'),
    )
    .action(async (run: string, options: RevertOptions) => {
      finish(await revertCommand(terminal, run, options))
    })

  program
    .command('clean')
    .description('remove what a run left behind that has ended, and that is held elsewhere')
    .argument('[run]', 'id of the run, or how it begins (default: the newest)')
    .addOption(repo())
    .option('--attempts', 'also what attempts have left, which nothing else holds')
    .action(async (run: string | undefined, options: CleanOptions) => {
      finish(await cleanCommand(terminal, run, options))
    })
}
