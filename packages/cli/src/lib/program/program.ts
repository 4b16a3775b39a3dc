import { Command, type CommanderError, Option } from 'commander'
import manifest from '../../../package.json' with { type: 'json' }
import type { Execute } from '../command/detach/check-run-flags.ts'
import { briefHelp, nameOthers, readHelpWanted } from './brief-help.ts'
import { addDocumentCommands } from './add-document-commands.ts'
import { addClusterCommands } from './add-cluster-commands.ts'
import { addControlCommands } from './add-control-commands.ts'
import { addPlanCommand } from './add-plan-command.ts'
import { addRunCommands } from './add-run-commands.ts'
import { addSetupCommands } from './add-setup-commands.ts'
import { addProveCommand } from './add-prove-command.ts'
import { addInspectCommands } from './add-inspect-commands.ts'
import { addServerCommands } from './add-server-commands.ts'
import { colorModes } from './option/color-modes.ts'
import { examples } from './examples.ts'
import type { Terminal } from '../terminal/terminal.ts'

type AddCommands = (
  program: Command,
  terminal: Terminal,
  finish: Finish,
  argv: readonly string[],
  execute: Execute,
) => void

/** Receives the exit code of the command that ran, or the arguments of the command to execute next. */
export type Finish = (code: number, next?: readonly string[]) => void

/** The commands, in the order of the help, with the functions that add them. */
const commandGroups: readonly (readonly [names: readonly string[], add: AddCommands])[] = [
  [['check', 'graph', 'fix', 'convert'], addDocumentCommands],
  [['init', 'doctor', 'completion'], addSetupCommands],
  [['plan', 'edit'], addPlanCommand],
  [['run', 'resume', 'fork', 'feedback'], addRunCommands],
  [['show', 'logs', 'watch', 'diff', 'report'], addInspectCommands],
  [['prove'], addProveCommand],
  [['status', 'answer', 'cancel', 'steer', 'runs', 'stats', 'merge', 'revert', 'clean'], addControlCommands],
  [['ui', 'mcp', 'acp'], addServerCommands],
  [['cluster'], addClusterCommands],
]

/** Returns whether a word is the name of a command. */
export const isCommand = (word: string | undefined): boolean =>
  commandGroups.some(([names]) => names.includes(word ?? ''))

/**
 * Creates the commands and their flags. `finish` receives the result of the command that ran.
 *
 * `ui`, `mcp` and `acp` check flags of `amelia run` with `execute`. A program that only describes its
 * commands needs none.
 */
export const createProgram = (
  terminal: Terminal,
  argv: readonly string[],
  finish: Finish,
  execute: Execute = refuse,
): Command => {
  const help = readHelpWanted(argv)
  const program = new Command('amelia')
    .description('Runs a development plan with coding agents: one verified commit per phase.')
    .version(manifest.version, '-V, --version', 'print the version')
    .option('-v, --verbose', 'also print the stack trace of an error')
    .option('-q, --quiet', 'print only results, questions and errors')
    .addOption(
      new Option('--color <when>', 'colour the output (default: auto, in a terminal)').choices(colorModes),
    )
    .helpOption('-h, --help', 'show help')
    .helpCommand('help [command]', 'show help for a command')
    // Without `[options]` the descriptions have enough room to wrap at 80 columns.
    .configureHelp({
      showGlobalOptions: true,
      subcommandTerm: (command) =>
        [
          command.name(),
          ...command.registeredArguments.map((argument) =>
            argument.required ? `<${argument.name()}>` : `[${argument.name()}]`,
          ),
        ].join(' '),
      ...(help === 'brief' && briefHelp),
    })
    .showSuggestionAfterError(false)
    .configureOutput({
      writeOut: terminal.out,
      writeErr: terminal.error,
      getOutHelpWidth: () => (terminal.stdout.isTTY ? terminal.columns : 80),
      getErrHelpWidth: () => (terminal.stdout.isTTY ? terminal.columns : 80),
      // `main` prints it, with the words of the command line.
      outputError() {},
    })

  throwFrom(program)
  program.hook('preAction', async (_, command) => {
    const { applySettings } = await import('../setting/config/apply-settings.ts')
    await applySettings(command, process.env)
  })
  // To create all commands takes as long as to start Node's modules: one that is named needs no others.
  const [named = ''] = argv
  const groups = commandGroups.filter(([names]) => names.includes(named))
  const isAlone = argv.length === 1
  const isVersion = isAlone && (named === '-V' || named === '--version')
  if (isAlone && ['-h', '--help', 'help'].includes(named)) leaveOutFlags(program)
  for (const [, add] of groups.length > 0 || isVersion ? groups : commandGroups)
    add(program, terminal, finish, argv, execute)
  for (const command of program.commands) {
    throwFrom(command)
    if (help === 'brief') nameOthers(command)
    const [first, second] = examples[command.name()] ?? []
    command.addHelpText('after', `\nExamples:\n  ${first}\n  ${second}`)
  }
  return program
}

const refuse: Execute = () => Promise.reject(new Error('This program was created without `execute`.'))

/** Creates the commands of a program without their flags, which the list of all commands does not show. */
const leaveOutFlags = (program: Command): void => {
  program.createCommand = (name) => {
    const command = new Command(name)
    return Object.assign(command, { option: () => command, addOption: () => command })
  }
}

/** An error of the argument parser, and the command whose arguments it is about. */
export interface ParseError extends CommanderError {
  command: Command
}

const throwFrom = (command: Command): Command =>
  command.exitOverride((error) => {
    throw Object.assign(error, { command }) satisfies ParseError
  })
