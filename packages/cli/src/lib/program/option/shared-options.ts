import { InvalidArgumentError, Option } from 'commander'
import { groupings, planFormats } from '../../document/plan-formats.ts'
import { readDuration } from '../../setting/read-duration.ts'
import { readAmount } from '../../setting/read-amount.ts'
import { choices } from './choices.ts'

const { presetNames, settingValues } = choices

const formats = [...planFormats, 'single'].join(', ')

const collect = (value: string, before: string[] = []): string[] => [...before, value]

const list = (flags: string, description: string): Option =>
  new Option(flags, `${description} (repeatable)`).argParser(collect)

/** A repeatable flag with a closed set of values. */
const oneOf = (flags: string, description: string, values: readonly string[]): Option => {
  const option = list(flags, description).choices(values)
  const check = option.parseArg as (value: string, before: string) => string
  return option.argParser((value: string, before: string[] = []) => [...before, check(value, '')])
}

const collectNames = (value: string, before: string[] = []): string[] => [
  ...before,
  ...value.split(',').map((name) => name.trim()),
]

const names = (flags: string, description: string): Option =>
  new Option(flags, description).argParser(collectNames)

const readLabel = (text: string, before: Record<string, string> = {}): Record<string, string> => {
  const at = text.indexOf('=')
  if (at < 1) throw new InvalidArgumentError('Expected a name and a value, such as team=payments.')
  return { ...before, [text.slice(0, at)]: text.slice(at + 1) }
}

const readCount = (text: string): number => {
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= 1 && value <= 1_000) return value
  throw new InvalidArgumentError('Expected an integer from 1 to 1000.')
}

const readPort = (text: string): number => {
  if (/^\d{1,5}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Expected a port from 1024 to 65515.')
}

const count = (flags: string, description: string): Option =>
  new Option(flags, description).argParser(readCount)

const amount = (flags: string, description: string): Option =>
  new Option(flags, description).argParser(readAmount)

/** Creates `--name` and `--no-name`, which the help shows as one flag. The default is undefined. */
const toggle = (name: string, description: string): Option[] => {
  const on = new Option(`--${name}`, description)
  on.flags = `--[no-]${name}`
  return [on, new Option(`--no-${name}`).hideHelp()]
}

/** Options that several commands have, each worded once. */
export const sharedOptions = {
  count,
  amount,
  list,
  oneOf,
  names,
  toggle,
  preset: (description: string): Option => new Option('--preset <name>', description).choices(presetNames),
  trust: (description: string): Option =>
    new Option('--trust <level>', description).choices(settingValues.trust),
  budgetUsd: (description: string): Option => amount('--budget-usd <amount>', description),
  budgetTokens: (description: string): Option => amount('--budget-tokens <n>', description),
  phaseBudgetUsd: (): Option =>
    amount('--phase-budget-usd <amount>', 'US dollars that each phase may spend before it asks'),
  phaseBudgetTokens: (): Option =>
    amount('--phase-budget-tokens <n>', 'tokens that each phase may use before it asks'),
  label: (description: string): Option =>
    new Option('--label <name=value>', `${description} (repeatable)`).argParser(readLabel),
  config: (): Option =>
    new Option('--config <file>', 'config file to use (default: amelia.config.* of the repository)'),
  noConfig: (): Option => new Option('--no-config', 'do not read or execute a config file'),
  namedConfig: (): Option =>
    new Option('--config <file>', 'config file to use, which is executed unless it is JSON (default: none)'),
  profile: (): Option => new Option('--profile <name>', 'profile of the config file to use'),
  repo: (): Option => new Option('--repo <dir>', 'repository of the run').default('.'),
  database: (): Option =>
    new Option(
      '--database <url>',
      'PostgreSQL database with the journals of runs (default: files below .git)',
    ),
  noPager: (): Option =>
    new Option('--no-pager', 'print to the terminal, not through AMELIA_PAGER, PAGER or less'),
  planFormat: (): Option =>
    new Option('--plan-format <name>', `format of the plan: ${formats} (default: detected)`),
  pull: (): Option =>
    new Option('--pr', 'push the branch of the completed run, and open a pull request with gh'),
  remote: (): Option =>
    new Option(
      '--remote <name>',
      'remote to push to with --pr (default: the one that git would push to); with --engine dbos, the address of the repository that all machines share',
    ),
  engine: (): Option =>
    new Option(
      '--engine <name>',
      'dbos: workers on other machines perform the phases; needs --database and --remote',
    ).choices(['dbos']),
  deadAfter: (): Option =>
    new Option(
      '--dead-after <duration>',
      'silence after which a worker or a coordinator is replaced, equal for all of them (default: 30s)',
    ).argParser(readDuration),
  githubFormat: (what: string): Option =>
    new Option(
      '--format <output>',
      `github: also print annotations of GitHub Actions, and append the ${what} to its step summary`,
    )
      .choices(['github'])
      .conflicts('json'),
  select: (): Option =>
    new Option('--select <heading>', 'section of a file with several plans to read, such as "Issue #18"'),
  tag: (): Option => new Option('--tag <name>', 'tag whose tasks to read from a Task Master file'),
  grouping: (): Option =>
    new Option(
      '--grouping <how>',
      'phases of a subtask list: layers, the subtasks whose dependencies are in earlier layers; chains, paths of subtasks that depend only on each other (default: layers)',
    ).choices(groupings),
  setup: (): Option => list('--setup <cmd>', 'command that prepares each workspace, such as "npm ci"'),
  copy: (): Option => list('--copy <path>', 'file or folder to copy from your checkout into each workspace'),
  link: (): Option =>
    list(
      '--link <path>',
      'file or folder of your checkout to link into each workspace, for large data that is only read',
    ),
  portBase: (): Option =>
    new Option(
      '--port-base <port>',
      'lowest port of the ranges of 20 ports, one for each workspace: AMELIA_PORT (default: 20000)',
    ).argParser(readPort),
  sign: (): Option => new Option('--sign', 'sign commits with your git signing settings'),
  notify: (): Option =>
    list(
      '--notify <cmd|url>',
      'command to start when the run asks or ends, which reads JSON from stdin, or address that receives it as a signed request; AMELIA_NOTIFY_SECRET is the secret of an address',
    ),
  reviewer: (): Option =>
    list(
      '--reviewer <cmd>',
      'command that reviews each phase before it is integrated, by exit code or a JSON verdict',
    ),
  finalReviewer: (): Option =>
    list(
      '--final-reviewer <cmd>',
      'command that reviews the final result of all phases, by exit code or a JSON verdict',
    ),
}
