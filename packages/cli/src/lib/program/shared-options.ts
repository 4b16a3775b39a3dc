import { InvalidArgumentError, Option } from 'commander'
import { planParsers } from '../document/plan-parsers.ts'
import { driverNames } from '../setting/read-driver.ts'

const planFormats = [...planParsers().map(({ id }) => id), 'single'].join(', ')

export interface Format {
  /** `check` and `run` call the plan's format so; `graph` draws in formats of its own. */
  format?: string
  planFormat?: string
}

export const repo = (): Option => new Option('--repo <dir>', 'repository of the run').default('.')

export const planFormat = (flags: string): Option => new Option(flags, `format of the plan: ${planFormats}`)

export const tag = (): Option =>
  new Option('--tag <name>', 'tag whose tasks are meant, in a task-master file')

export const named = <Options extends Format>({ format, ...options }: Options) => ({
  ...options,
  ...(format !== undefined && { planFormat: format }),
})

export const whoWorks = `who does the work: ${driverNames.join(', ')}; steps: the steps of the plan, without an agent`

export const collect = (value: string, before: string[] = []): string[] => [...before, value]

export const baseUrl = (): Option =>
  new Option(
    '--base-url <url>',
    "address of the server of the agent's model, such as http://127.0.0.1:11434/v1",
  )

export const apiKeyEnv = (): Option =>
  new Option('--api-key-env <name>', 'variable that contains the key of this server')

/** The command of `--driver command`. */
export const agent = (): Option =>
  new Option(
    '--agent <cmd>',
    'command of --driver command; gets the prompt on its standard input, or as {prompt}',
  )

export const agentEnv = (): Option =>
  new Option(
    '--agent-env <name>',
    'variable that the command of --agent inherits (may be repeated)',
  ).argParser(collect)

export const atLeastOne = (text: string): number => {
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= 1 && value <= 1_000) return value
  throw new InvalidArgumentError('It is a whole number from 1 to 1000.')
}
