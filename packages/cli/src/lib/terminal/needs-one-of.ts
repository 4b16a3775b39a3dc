import type { Command } from 'commander'

const groups = new WeakMap<Command, (readonly string[])[]>()

/** Declares that a command needs one of its flags, each by its attribute. The command checks it. */
export const needsOneOf = (command: Command, ...attributes: readonly string[]): Command => {
  groups.set(command, [...(groups.get(command) ?? []), attributes])
  return command
}

/** Lists the groups of flags of which a command line has none, such as `--pr or --comments <file>`. */
export const listMissingGroups = (command: Command): string[] =>
  (groups.get(command) ?? [])
    .filter((attributes) => attributes.every((name) => command.getOptionValue(name) === undefined))
    .map((attributes) =>
      command.options
        .filter((option) => attributes.includes(option.attributeName()))
        .map(({ flags }) => flags.replace(/ \[.*\]$/, ''))
        .join(' or '),
    )
