import type { Argument, Command, Option } from 'commander'
import { agentNames, driverNames } from '../../setting/agent-names.ts'
import type { Completion, IdKind, IdQuestion } from './list-ids.ts'

type Completions = Completion[] | 'files'

/** Lists the ids of a kind, or none if they cannot be read. */
type ListIds = (kind: IdKind, question: IdQuestion) => Promise<readonly Completion[]>

/** The last word is the incomplete one. */
export const completeWords = async (
  program: Command,
  words: readonly string[],
  listIds: ListIds,
): Promise<Completions> => {
  const current = words.at(-1) ?? ''
  const { command, positional, open } = readWords(program, words.slice(0, -1))
  const offer = (found: Completions): Completions =>
    found === 'files' ? found : found.filter(({ value }) => value.startsWith(current))
  const question = { repo: repoOf(words), run: positional[0], plan: positional[0] }
  if (open) return offer(await valuesOf(open, command, (kind) => listIds(kind, question)))
  const [flag, value] = /^(--[^=]+)=(.*)$/.exec(current)?.slice(1) ?? []
  if (flag !== undefined && value !== undefined) {
    const option = optionsOf(program, command).find(({ long }) => long === flag)
    const found = option ? await valuesOf(option, command, (kind) => listIds(kind, question)) : []
    return found === 'files'
      ? found
      : offer(found.map((each) => ({ ...each, value: `${flag}=${each.value}` })))
  }
  if (current.startsWith('-')) return offer(flagsOf(program, command, words.slice(0, -1)))
  if (command === program) return offer(commandsOf(program))
  const argument = argumentAt(command, positional.length)
  return argument
    ? offer(
        await argumentValues(argument, { command, index: positional.length }, (kind) =>
          listIds(kind, question),
        ),
      )
    : []
}

/** Reads the complete words: the command, its arguments, and the flag whose value is missing. */
const readWords = (
  program: Command,
  words: readonly string[],
): { command: Command; positional: string[]; open?: Option } => {
  let command = program
  let open: Option | undefined
  const positional: string[] = []
  for (const word of words) {
    if (open) {
      open = undefined
      continue
    }
    if (word.startsWith('-')) {
      const option = optionsOf(program, command).find(({ long, short }) => long === word || short === word)
      open = option?.required ? option : undefined
      continue
    }
    const found = command === program ? program.commands.find((each) => each.name() === word) : undefined
    if (found) command = found
    else positional.push(word)
  }
  return { command, positional, ...(open && { open }) }
}

const optionsOf = (program: Command, command: Command): Option[] => [
  ...(command === program ? [] : program.options),
  ...command.options,
]

const flagsOf = (program: Command, command: Command, used: readonly string[]): Completion[] =>
  [...optionsOf(program, command), { long: '--help', hidden: false, description: 'show help' }].flatMap(
    ({ long, hidden, description, ...option }) => {
      if (!long) return []
      const repeatable = 'parseArg' in option && description.includes('(repeatable)')
      const shown = !hidden || ('negate' in option && option.negate)
      return shown && (repeatable || !used.includes(long)) ? [{ value: long, about: description }] : []
    },
  )

const commandsOf = (program: Command): Completion[] => [
  ...program.commands.map((command) => ({ value: command.name(), about: command.description() })),
  { value: 'help', about: 'show help for a command' },
]

const argumentAt = (command: Command, index: number): Argument | undefined => {
  const { registeredArguments: all } = command
  const last = all.at(-1)
  return all[index] ?? (last?.variadic ? last : undefined)
}

type List = (kind: IdKind) => Promise<readonly Completion[]>

/** The run, the question and the answer. */
const answerWords = async (index: number, list: List): Promise<Completion[]> => {
  if (index < 2) return [...(await list(index === 0 ? 'run' : 'gate'))]
  const { gateChoices } = await import('@amelia/core')
  return index === 2 ? plain(gateChoices) : []
}

const argumentValues = async (
  argument: Argument,
  { command, index }: { command: Command; index: number },
  list: List,
): Promise<Completions> => {
  if (argument.argChoices) return plain(argument.argChoices)
  if (command.name() === 'answer') return answerWords(index, list)
  switch (argument.name()) {
    case 'run':
      return [...(await list('run'))]
    case 'phase':
      return [...(await list('phase'))]
    case 'plan':
      return 'files'
    case 'command':
      return plain(command.parent?.commands.map((each) => each.name()) ?? [])
    default:
      return []
  }
}

const files = ['plan', 'out', 'config', 'repo', 'agentConfig', 'copy', 'link', 'replan', 'issue']

const valuesOf = async (option: Option, command: Command, list: List): Promise<Completions> => {
  if (option.argChoices) return plain(option.argChoices)
  const name = option.attributeName()
  if (name === 'driver') return plain(command.name() === 'run' ? driverNames : agentNames)
  if (name === 'reviewerDriver') return plain(agentNames)
  if (name === 'evaluator') return plain(['none', ...agentNames])
  if (name === 'from' && command.name() === 'fork') return [...(await list('phase'))]
  if (['only', 'from'].includes(name) && command.name() === 'run') return [...(await list('planned phase'))]
  return files.includes(name) || (name === 'from' && command.name() === 'plan') ? 'files' : []
}

const plain = (values: readonly string[]): Completion[] => values.map((value) => ({ value, about: '' }))

const repoOf = (words: readonly string[]): string => {
  const at = words.lastIndexOf('--repo', -2)
  const inline = words.find((word) => word.startsWith('--repo='))
  return inline?.slice('--repo='.length) ?? (at < 0 ? undefined : words[at + 1]) ?? '.'
}
