import { Argument, Command, InvalidArgumentError, Option } from 'commander'
import { type GateChoice, presets } from '@amelia/core'
import manifest from '../../package.json' with { type: 'json' }
import { addPlanCommand } from './add-plan-command.ts'
import { answerCommand, type AnswerOptions, gateChoices } from './answer-command.ts'
import { cancelCommand, type CancelOptions } from './cancel-command.ts'
import { type CheckOptions, checkCommand } from './check-command.ts'
import { type CleanOptions, cleanCommand } from './clean-command.ts'
import { type ConvertOptions, convertCommand, writtenFormats } from './convert-command.ts'
import { type FixOptions, fixCommand } from './fix-command.ts'
import { type GraphOptions, graphCommand, graphFormats } from './graph-command.ts'
import { planParsers } from './plan-parsers.ts'
import { readAmount } from './read-amount.ts'
import { driverNames } from './read-driver.ts'
import { resumeCommand, type ResumeOptions } from './resume-command.ts'
import { type RevertOptions, revertCommand } from './revert-command.ts'
import { type RunCommandOptions, runCommand } from './run-command.ts'
import { type RunsOptions, runsCommand } from './runs-command.ts'
import { statusCommand, type StatusOptions } from './status-command.ts'
import type { Terminal } from './terminal.ts'

const presetNames = Object.keys(presets)

const planFormats = [...planParsers().map(({ id }) => id), 'single'].join(', ')

/** The commands and their flags. `finish` hears the exit code of the one that ran. */
export const createProgram = (
  terminal: Terminal,
  argv: readonly string[],
  finish: (code: number) => void,
): Command => {
  const program = new Command('amelia')
    .description(
      'Runs a development plan and leaves a clean git history behind: one verified commit per phase.',
    )
    .version(manifest.version)
    .exitOverride()
    .showSuggestionAfterError()
    .showHelpAfterError('See what is possible: amelia --help, amelia run --help.')
    .configureOutput({
      writeOut: terminal.out,
      writeErr: terminal.error,
      getOutHelpWidth: () => terminal.columns,
      getErrHelpWidth: () => terminal.columns,
      outputError: (text, write) => write(text.replace(/^error:/, terminal.paintError('error:', 'bad'))),
    })

  program
    .command('check')
    .description('say whether a plan can be run, and what it says')
    .argument('<plan>', 'file of the plan')
    .option('--json', 'print one JSON object')
    .addOption(planFormat('--format <name>'))
    .addOption(planFormat('--plan-format <name>').hideHelp())
    .addOption(tag())
    .action(async (plan: string, options: CheckOptions & Format) => {
      finish(await checkCommand(terminal, plan, named(options)))
    })

  program
    .command('graph')
    .description('draw the phases of a plan and what they wait for')
    .argument('<plan>', 'file of the plan')
    .addOption(new Option('--format <picture>', 'what to draw').choices(graphFormats).default('ascii'))
    .addOption(planFormat('--plan-format <name>'))
    .addOption(tag())
    .action(async (plan: string, options: GraphOptions) => {
      finish(await graphCommand(terminal, plan, options))
    })

  program
    .command('fix')
    .description('show what can be mended in a plan without touching its prose, as a diff')
    .argument('<plan>', 'file of the plan')
    .option('--write', 'write it')
    .addOption(planFormat('--format <name>'))
    .addOption(planFormat('--plan-format <name>').hideHelp())
    .addOption(tag())
    .action(async (plan: string, options: FixOptions & Format) => {
      finish(await fixCommand(terminal, plan, named(options)))
    })

  program
    .command('convert')
    .description('write a plan in another format, and say what that format cannot say')
    .argument('<plan>', 'file of the plan')
    .requiredOption('--to <name>', `format to write: ${writtenFormats().join(', ')}`)
    .option('--out <file>', 'file to write, which must not exist (default: stdout)')
    .addOption(planFormat('--format <name>'))
    .addOption(planFormat('--plan-format <name>').hideHelp())
    .addOption(tag())
    .action(async (plan: string, options: ConvertOptions & Format) => {
      finish(await convertCommand(terminal, plan, named(options)))
    })

  addPlanCommand(program, terminal, finish)

  program
    .command('run')
    .description('run a plan: one commit per phase, on a branch of its own; your checkout stays as it is')
    .argument('<plan>', 'file of the plan')
    .option('--driver <name>', whoWorks, 'steps')
    .option('--model <name>', "model of the agent (default: the agent's own)")
    .option('--repo <dir>', 'repository to work on', '.')
    .option('--target <branch>', 'branch that gets the commits (default: a new one, amelia/...)')
    .addOption(
      new Option('--preset <name>', 'set of rules to start from (default: phased)').choices(presetNames),
    )
    .option('--concurrency <n>', "phases that may run at once (default: the preset's, mostly 4)", atLeastOne)
    .addOption(
      new Option(
        '--on-failure <mode>',
        'after a failed phase: start nothing new, or go on with the others (default: halt)',
      ).choices(['halt', 'continue']),
    )
    .addOption(
      new Option(
        '--order <how>',
        'start a phase when its own dependencies are there, or when the whole batch before it has ended (default: dataflow)',
      ).choices(['dataflow', 'batches']),
    )
    .option('--max-attempts <n>', "attempts at a phase before it fails (default: the preset's)", atLeastOne)
    .option('--budget-usd <amount>', 'US dollars that the run may spend before it asks', readAmount)
    .option('--budget-tokens <n>', 'tokens that the run may spend before it asks', readAmount)
    .option('--one-session', 'run the whole plan as one phase')
    .addOption(
      new Option(
        '--trust <level>',
        'how much is done before you are asked (default: standard in a terminal)',
      ).choices(['paranoid', 'standard', 'autonomous']),
    )
    .option('--yes', "agree to the plan's commands")
    .option('--tracker-id <id>', 'id of the work in your issue tracker')
    .option('--test <cmd>', 'command that must succeed on every commit')
    .option('--lint <cmd>', 'another one')
    .option('--typecheck <cmd>', 'another one; with --tdd full left out for phases whose tests are to be red')
    .option('--build <cmd>', 'as --typecheck')
    .option(
      '--reviewer <cmd>',
      'command that judges each phase before it is taken in: by its exit code, or a verdict as JSON (may be repeated)',
      collect,
    )
    .option(
      '--final-reviewer <cmd>',
      'another one that judges the whole at the end (may be repeated)',
      collect,
    )
    .addOption(
      new Option(
        '--tdd <how>',
        'static: refuse a plan that implements before it tests; full: also show red and green for every phase (default: static for subtask lists)',
      ).choices(['off', 'static', 'full']),
    )
    .addOption(
      new Option(
        '--commit <mode>',
        'phase: the branch gets a commit a phase; single: one at the end; message-only: the files in your clean checkout, not committed',
      )
        .choices(['phase', 'auto', 'single', 'message-only'])
        .default('phase'),
    )
    .option('--no-artefacts', 'commit no plan, summaries and report below docs/amelia')
    .option(
      '--setup <cmd>',
      'command that a workspace needs before it is worked in, such as "npm ci" (may be repeated)',
      collect,
    )
    .option(
      '--copy <path>',
      'file or folder of your checkout that a workspace gets a copy of (may be repeated)',
      collect,
    )
    .option(
      '--link <path>',
      'the same, as a link: for large data that is only read (may be repeated)',
      collect,
    )
    .option(
      '--in-place',
      'do the phases in your own checkout, one at a time, on the branch that is checked out',
    )
    .option('--allow-dirty', 'with --in-place: also while you have changes there, which stay yours')
    .option('--dry-run', 'show what would be done, and do nothing')
    .option('--json', 'print one JSON event per line')
    .addOption(planFormat('--format <name>'))
    .addOption(planFormat('--plan-format <name>').hideHelp())
    .addOption(tag())
    .action(async (plan: string, options: RunCommandOptions & Format) => {
      finish(await runCommand(terminal, plan, { ...named(options), argv }))
    })

  program
    .command('resume')
    .description('go on with a run: where it stopped, and with the answers that it was given meanwhile')
    .argument('[run]', 'id of the run, or how it begins (default: the newest that is unfinished)')
    .addOption(repo())
    .option('--driver <name>', whoWorks, 'steps')
    .option('--model <name>', "model of the agent (default: the agent's own)")
    .option('--replan [file]', 'go by the edited plan: show what that changes, and ask')
    .option('--yes', 'with --replan: agree to that, and to its commands')
    .option('--repair', 'go on from what is whole of a damaged journal; the damaged file is kept')
    .addOption(tag())
    .option('--setup <cmd>', 'as for run: these three are not stored with the run', collect)
    .option('--copy <path>', 'as for run', collect)
    .option('--link <path>', 'as for run', collect)
    .option('--reviewer <cmd>', 'as for run: it is not stored either', collect)
    .option('--final-reviewer <cmd>', 'as for run', collect)
    .option('--json', 'print one JSON event per line')
    .action(async (run: string | undefined, options: ResumeOptions) => {
      finish(await resumeCommand(terminal, run, options))
    })

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

  return program
}

interface Format {
  /** `check` and `run` call the plan's format so; `graph` draws in formats of its own. */
  format?: string
  planFormat?: string
}

const repo = (): Option => new Option('--repo <dir>', 'repository of the run').default('.')

const planFormat = (flags: string): Option => new Option(flags, `format of the plan: ${planFormats}`)

const tag = (): Option => new Option('--tag <name>', 'tag whose tasks are meant, in a task-master file')

const named = <Options extends Format>({ format, ...options }: Options) => ({
  ...options,
  ...(format !== undefined && { planFormat: format }),
})

const whoWorks = `who does the work: ${driverNames.join(', ')}; steps: the steps of the plan, without an agent`

const collect = (value: string, before: string[] = []): string[] => [...before, value]

const atLeastOne = (text: string): number => {
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= 1 && value <= 1_000) return value
  throw new InvalidArgumentError('It is a whole number from 1 to 1000.')
}
