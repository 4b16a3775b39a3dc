import { type Command, Help, type HelpConfiguration } from 'commander'
import { flags } from '../setting/flag/flag-groups.ts'

/** The commands that people use, in short, by heading. */
const commands = {
  'Make a plan': {
    init: 'write a config file with the detected commands',
    check: 'check a plan and list its phases',
    plan: 'have an agent write a plan for a goal',
  },
  'Run it': {
    run: 'run a plan: one commit per phase on a new branch',
    resume: 'resume a run where it stopped',
    revert: 'undo a run: restore its target branch',
  },
  'Follow it': {
    status: 'show the phases and the open questions of a run',
    watch: 'watch a run, and answer, cancel and steer it',
    answer: 'answer a question of a run',
    ui: 'show the runs in a web page',
  },
  'Read the result': {
    show: 'show all that is known about a phase',
    logs: 'print the events, outputs and transcripts of a run',
    diff: 'show the changes of a run or of a phase',
    merge: 'merge the work of a run into its base branch',
  },
}

/** The flags of `amelia run` that people use. */
const brief = new Set(
  Object.values(flags).flatMap(({ flag, brief }) => (brief ? [flag.split(' ', 1)[0]] : [])),
)

/** Says how much help arguments ask for; undefined if they ask for none. `amelia run --help all`: all. */
export const readHelpWanted = (argv: readonly string[]): 'brief' | 'all' | undefined => {
  const end = argv.indexOf('--')
  const words = end < 0 ? argv : argv.slice(0, end)
  const asks = words.some((word) => word === '--help' || word === '-h') || words[0] === 'help'
  return asks ? (words.length > 1 && words.at(-1) === 'all' ? 'all' : 'brief') : undefined
}

/** Shows the commands and the flags of `amelia run` that people use, and how to list the others. */
export const briefHelp: HelpConfiguration = {
  visibleOptions(command) {
    const options = Help.prototype.visibleOptions.call(this, command)
    return command.name() === 'run'
      ? options.filter(({ long }) => long === '--help' || brief.has(long))
      : options
  },
  formatHelp: (command, helper) =>
    command.parent ? Help.prototype.formatHelp.call(helper, command, helper) : listCommands(command, helper),
}

/** Adds how to list the other flags to the brief help of `amelia run`. */
export const nameOthers = (command: Command): void => {
  if (command.name() === 'run') command.addHelpText('after', '\nAll flags: amelia run --help all')
}

const listCommands = (program: Command, helper: Help): string => {
  const termOf = (name: string): string => {
    const command = program.commands.find((each) => each.name() === name)
    return command ? helper.subcommandTerm(command) : name
  }
  const lines = Object.entries(commands).flatMap(([heading, list]) => [
    `${heading}:`,
    ...Object.entries(list).map(([name, about]) => `  ${termOf(name).padEnd(20)}${about}`),
  ])
  return `${[
    'Usage: amelia <command> [flags]',
    '',
    program.description(),
    '',
    ...lines,
    'Flags of a command: amelia COMMAND --help    All commands: amelia help all',
  ].join('\n')}\n`
}
