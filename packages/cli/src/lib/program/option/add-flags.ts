import { type Command, Option } from 'commander'
import type { CommandName, Flag, FlagForm } from '../../setting/flag/flag.ts'
import { type FlagGroup, flagGroups } from '../../setting/flag/flag-groups.ts'
import { kindReaders, readNames } from '../../setting/flag/kind-readers.ts'

/** The flags that only one command has, by the name of their value, with the heading of its help. */
type OwnFlags = Readonly<Record<string, FlagForm & { group?: FlagGroup }>>

/** A command with so many flags has them below headings. */
const manyFlags = 16

/** Adds the flags of a command, in the order of its help: its own first, and those of the table. */
export const addFlags = (command: Command, own: OwnFlags = {}): Command => {
  const name = command.name() as CommandName
  const ownOf = (heading?: string): FlagForm[] => Object.values(own).filter(({ group }) => group === heading)
  const groups = Object.entries(flagGroups).map(([heading, table]) => {
    const shared = Object.values<Flag>(table).filter(({ on }) => on.includes(name))
    const forms = [...shared.map((flag): FlagForm => ({ ...flag, ...flag.as?.[name] })), ...ownOf(heading)]
    return { heading, options: forms.flatMap(optionsOf) }
  })
  for (const option of ownOf().flatMap(optionsOf)) command.addOption(option)
  const hasHeadings = groups.flatMap(({ options }) => options).length >= manyFlags
  for (const { heading, options } of groups)
    for (const option of options) command.addOption(hasHeadings ? option.helpGroup(heading) : option)
  if (hasHeadings) command.addHelpOption(new Option('-h, --help', 'show help').helpGroup('Output:'))
  return command
}

const optionsOf = ({
  flag,
  about,
  kind,
  reads,
  choices,
  required,
  conflicts,
  ...form
}: FlagForm): Option[] => {
  if (flag.startsWith('--[no-]')) return toggle(flag.slice('--[no-]'.length), about)
  const read = reads ?? (kind && kindReaders[kind])
  const repeats = (kind === 'list' || kind === 'record') && read !== readNames
  const option = new Option(flag, repeats ? `${about} (repeatable)` : about)
  if (choices) option.choices(choices)
  if (read) option.argParser(choices ? readChoices(option, read) : (read as Parse))
  if (form.default !== undefined) option.default(form.default)
  if (conflicts !== undefined) option.conflicts(conflicts)
  return [required ? option.makeOptionMandatory() : option]
}

/** How commander reads a value. */
type Parse = (value: string, before: unknown) => unknown

/** Reads the values of a repeatable flag with a closed set of values. */
const readChoices = (option: Option, read: NonNullable<FlagForm['reads']>): Parse => {
  const check = option.parseArg as (value: string, before: string) => string
  return (value, before) => (read as Parse)(check(value, ''), before)
}

/** Creates `--name` and `--no-name`, which the help shows as one flag. The default is undefined. */
const toggle = (name: string, about: string): Option[] => {
  const on = new Option(`--${name}`, about)
  on.flags = `--[no-]${name}`
  return [on, new Option(`--no-${name}`).hideHelp()]
}
