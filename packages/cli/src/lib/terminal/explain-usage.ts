import type { Command, CommanderError, Option } from 'commander'
import { nearestName } from '@amelia/core/view'
import { listMissingGroups } from './needs-one-of.ts'
import { type UsageError, usageError } from './usage-error.ts'

/**
 * Words an error of the argument parser as every other error of the command line. An unknown flag is reported
 * alone; missing arguments and flags are reported together, and with a wrong value.
 */
export const explainUsage = (
  command: Command,
  { code, message }: CommanderError,
  argv: readonly string[] = [],
): UsageError => {
  const name = command.parent === null ? 'amelia' : `amelia ${command.name()}`
  const usage = `Usage: ${name} --help`
  const quoted = /'([^']*)'/.exec(message)?.[1] ?? ''
  const missing = code === 'commander.missingArgument' || code === 'commander.missingMandatoryOptionValue'
  const unknown =
    code === 'commander.unknownOption'
      ? quoted
      : code === 'commander.missingMandatoryOptionValue'
        ? command.args.find((word) => /^--?[a-z]/i.test(word))
        : undefined
  if (unknown !== undefined)
    return usageError(`Unknown flag ${unknown}.${suggest(unknown, flagsOf(command), '--')}`, usage)
  if (missing) return usageError(`${name} needs ${joinNames(listMissing(command)) || `<${quoted}>`}.`, usage)
  switch (code) {
    case 'commander.unknownCommand': {
      const names = command.commands.map((each) => each.name())
      return usageError(`Unknown command "${quoted}".${suggest(quoted, names)}`, usage)
    }
    case 'commander.excessArguments': {
      const { args, registeredArguments: known } = command
      const takes = known.length === 1 ? '1 argument' : `${known.length || 'no'} arguments`
      return usageError(`${name} takes ${takes}; got ${args.length}: ${args.join(' ')}`, usage)
    }
    case 'commander.optionMissingArgument':
      return usageError(`${longFlag(quoted)} needs a value: ${quoted}`, usage)
    default: {
      const left = code === 'commander.invalidArgument' ? missingIn(command, argv) : []
      const also = left.length === 0 ? '' : ` ${name} also needs ${joinNames(left)}.`
      return usageError(`${explainValue(message)}${also}`, usage)
    }
  }
}

/** Names the flag or argument and its value before what the parser expected. */
const explainValue = (message: string): string => {
  const text = message.replace(/^error: /, '')
  const [, flag, value, expected] = /^option '(.+?)' argument '(.*)' is invalid\. ?(.*)$/s.exec(text) ?? []
  if (flag !== undefined)
    return `${longFlag(flag)} cannot be "${value}".${suggestChoice(value, expected)} ${expected}`
  const [, given, name, choices] =
    /^command-argument value '(.*)' is invalid for argument '(.+?)'\. ?(.*)$/s.exec(text) ?? []
  return name === undefined
    ? text
    : `<${name}> cannot be "${given}".${suggestChoice(given, choices)} ${choices}`
}

/** Suggests the nearest of the choices that the parser lists. */
const suggestChoice = (given = '', expected = ''): string => {
  const listed = /^Allowed choices are (.*)\.$/s.exec(expected)?.[1]
  return listed === undefined ? '' : suggest(given, listed.split(', '))
}

const longFlag = (flags: string): string => /--[\w-]+/.exec(flags)?.[0] ?? flags

/** Lists what a command line lacks whose parsing ended at a wrong value. */
const missingIn = (command: Command, argv: readonly string[]): string[] => {
  let words = [...argv]
  for (const each of command.parent === null ? [] : [command.parent, command]) {
    // Only the arguments count, not the values of flags.
    for (const option of each.options as Option[]) delete option.parseArg
    const { operands, unknown } = each.parseOptions(words)
    words = each === command ? operands : [...operands.slice(1), ...unknown]
  }
  command.args = words
  return listMissing(command)
}

const listMissing = (command: Command): string[] => [
  ...command.registeredArguments
    .filter(
      (argument, index) =>
        (argument.required || command.usage().includes(`<${argument.name()}`)) &&
        command.args[index] === undefined,
    )
    .map((argument) => `<${argument.name()}>`),
  ...command.options
    .filter((option) => option.mandatory && command.getOptionValue(option.attributeName()) === undefined)
    .map(({ flags }) => flags),
  ...listMissingGroups(command),
]

/** The flags of a command and those of all commands. */
const flagsOf = (command: Command): string[] =>
  [command, ...(command.parent ? [command.parent] : [])]
    .flatMap(({ options }) => options)
    .flatMap(({ long, hidden }) => (long && !hidden ? [long] : []))

const suggest = (name: string, known: readonly string[], prefix = ''): string => {
  const bare = (text: string): string => text.replace(/^-+/, '')
  const near = nearestName(bare(name), known.map(bare))
  return near === undefined ? '' : ` Did you mean ${prefix}${near}?`
}

const joinNames = (names: readonly string[]): string =>
  names.length < 3 ? names.join(' and ') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
