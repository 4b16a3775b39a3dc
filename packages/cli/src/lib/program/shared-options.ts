import { InvalidArgumentError, Option } from 'commander'
import { planParsers } from '../document/plan-parsers.ts'
import { readDuration } from '../setting/read-duration.ts'
import { readAmount } from '../setting/read-amount.ts'
import { driverNames } from '../setting/read-driver.ts'

export interface Format {
  /** The plan's format for all commands but `graph`, whose `--format` names the output. */
  format?: string
  planFormat?: string
}

const planFormats = [...planParsers().map(({ id }) => id), 'single'].join(', ')

const collect = (value: string, before: string[] = []): string[] => [...before, value]

const list = (flags: string, description: string): Option =>
  new Option(flags, `${description} (repeatable)`).argParser(collect)

const readCount = (text: string): number => {
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= 1 && value <= 1_000) return value
  throw new InvalidArgumentError('Expected an integer from 1 to 1000.')
}

const count = (flags: string, description: string): Option =>
  new Option(flags, description).argParser(readCount)

const amount = (flags: string, description: string): Option =>
  new Option(flags, description).argParser(readAmount)

/** Options that several commands have, each worded once. */
export const sharedOptions = {
  count,
  amount,
  repo: (): Option => new Option('--repo <dir>', 'repository of the run').default('.'),
  driver: (): Option =>
    new Option(
      '--driver <name>',
      `who does the work: ${driverNames.join(', ')}; steps runs the steps written in the plan, without an agent`,
    ).default('steps'),
  model: (): Option => new Option('--model <name>', "agent's model (default: chosen by the agent)"),
  baseUrl: (): Option =>
    new Option('--base-url <url>', "server of the agent's model, such as http://127.0.0.1:11434/v1"),
  apiKeyEnv: (): Option =>
    new Option('--api-key-env <name>', 'environment variable with the API key of that server'),
  agent: (): Option =>
    new Option(
      '--agent <cmd>',
      'command of the agent for --driver command; receives the prompt on stdin, or in place of {prompt}',
    ),
  agentEnv: (): Option => list('--agent-env <name>', 'environment variable passed to the --agent command'),
  maxTurns: (): Option => count('--max-turns <n>', 'maximum number of model responses in one session'),
  idleTimeout: (): Option =>
    new Option(
      '--idle-timeout <duration>',
      'stop a session that sends no message for this time: 90s, 10m, 2h (default: 30m)',
    ).argParser(readDuration),
  agentConfig: (): Option =>
    new Option('--agent-config <file>', 'JSON file with additional options of the driver'),
  planFormat: (flags: string): Option =>
    new Option(flags, `format of the plan: ${planFormats} (default: detected)`),
  tag: (): Option => new Option('--tag <name>', 'tag whose tasks to read from a Task Master file'),
  setup: (): Option => list('--setup <cmd>', 'command that prepares each workspace, such as "npm ci"'),
  copy: (): Option => list('--copy <path>', 'file or folder to copy from your checkout into each workspace'),
  link: (): Option =>
    list(
      '--link <path>',
      'file or folder of your checkout to link into each workspace, for large data that is only read',
    ),
  sign: (): Option => new Option('--sign', 'sign commits with your git signing settings'),
  reviewer: (): Option =>
    list(
      '--reviewer <cmd>',
      'command that reviews each phase before it is integrated, by exit code or a JSON verdict',
    ),
  reviewerDriver: (): Option =>
    new Option('--reviewer-driver <name>', 'agent that reviews each phase before it is integrated'),
  reviewerModel: (): Option =>
    new Option('--reviewer-model <name>', 'model of the reviewing agent (default: chosen by the agent)'),
  finalReviewer: (): Option =>
    list(
      '--final-reviewer <cmd>',
      'command that reviews the final result of all phases, by exit code or a JSON verdict',
    ),
}

/** Renames the flag `--format` of a command to the plan's format. */
export const withPlanFormat = <Options extends Format>({ format, ...options }: Options) => ({
  ...options,
  ...(format !== undefined && { planFormat: format }),
})
