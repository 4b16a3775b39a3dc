import { resolveProgram } from '@amelia/agent-process'
import {
  AmeliaError,
  checkOptions,
  type FailureClass,
  failureClasses,
  rules,
  type RulesOf,
  splitCommand,
} from '@amelia/core/plugin'
import { nearestName } from '@amelia/core/view'
import { placeholders } from './fill-command.ts'
import type { CommandAgentOptions } from './command-agent-options.ts'
import { nameCommand } from './name-command.ts'

/** Checked options with their defaults. */
export interface CommandAgentSettings {
  /** The command with its placeholders. A relative path of its program is resolved. */
  argv: readonly string[]
  model: string | undefined
  name: string
  provider: string
  passEnv: readonly string[]
  exitCodes: Readonly<Record<number, FailureClass>>
  limitPatterns: readonly RegExp[]
  idleTimeoutMs: number
  graceMs: number
}

/**
 * Exit codes of BSD: `EX_TEMPFAIL`, `EX_NOPERM`; and those of a shell whose program was ended by HUP, INT,
 * KILL or TERM.
 */
const usualExitCodes = {
  75: 'transient',
  77: 'permission',
  129: 'interrupted',
  130: 'interrupted',
  137: 'interrupted',
  143: 'interrupted',
} as const

const usualLimits = [
  String.raw`hit your (?:\w+ )*limit`,
  '(?:usage|rate|session|weekly) limit (?:reached|exceeded)',
] as const

const { optional } = rules

const commandAgentRules: RulesOf<CommandAgentOptions> = {
  command: {
    expected: 'a command: one text, or its words',
    is: (value) => rules.text.is(value) || (Array.isArray(value) && value.every(rules.text.is)),
  },
  model: optional(rules.text),
  name: optional(rules.name),
  provider: optional(rules.name),
  passEnv: optional(rules.texts),
  exitCodes: optional({
    ...rules.object,
    expected: 'an object of failure classes by exit code',
    each: rules.oneOf(...failureClasses),
  }),
  limitPatterns: optional(rules.texts),
  idleTimeoutMs: optional(rules.anything),
  graceMs: optional(rules.anything),
}

/** Checks the options of a driver, and resolves its program once. Throws `OPTION_INVALID`. */
export const readSettings = (options: CommandAgentOptions): CommandAgentSettings => {
  checkOptions('commandAgent', options, commandAgentRules)
  const { model, passEnv = [], exitCodes = {}, idleTimeoutMs = 30 * 60_000, graceMs = 5_000 } = options
  const argv = readArgv(options.command)
  checkPlaceholders(argv)
  for (const code of Object.keys(exitCodes))
    if (!/^\d+$/.test(code) || Number(code) > 255)
      throw invalid('exitCodes', `\`exitCodes\` must have exit codes from 0 to 255; got "${code}".`)
  if (model !== undefined && !argv.some((word) => word.includes('{model}')))
    throw invalid(
      'model',
      '`model` has no effect: the command does not contain "{model}". Add it to the command.',
    )
  if (model === undefined && argv.some((word) => word.includes('{model}')))
    throw invalid('model', 'The command contains "{model}", but no `model` was given.')
  for (const [option, value] of Object.entries({ idleTimeoutMs, graceMs }))
    if (!Number.isFinite(value) || value < 0)
      throw invalid(option, `\`${option}\` must be a number of milliseconds from 0; got ${value}.`)
  const name = options.name ?? nameCommand(argv)
  const [program = '', ...words] = argv
  return {
    argv: [resolveProgram(program), ...words],
    model,
    name,
    provider: options.provider ?? name,
    passEnv,
    exitCodes: { ...usualExitCodes, ...exitCodes },
    limitPatterns: (options.limitPatterns ?? usualLimits).map(readPattern),
    idleTimeoutMs,
    graceMs,
  }
}

const readPattern = (source: string): RegExp => {
  try {
    return new RegExp(source, 'i')
  } catch {
    throw invalid('limitPatterns', `\`limitPatterns\` contains an invalid pattern: ${source}.`)
  }
}

/** Refuses a misspelt placeholder. Other words in braces belong to the agent. */
const checkPlaceholders = (argv: readonly string[]): void => {
  for (const [given, word = ''] of argv.flatMap((each) => [...each.matchAll(/\{([a-z]+)\}/gi)])) {
    const near = placeholders.some((known) => known === word) ? undefined : nearestName(word, placeholders)
    if (near !== undefined)
      throw invalid('command', `The command contains "${given}". Did you mean "{${near}}"?`)
  }
}

const readArgv = (command: string | readonly string[]): readonly string[] => {
  if (typeof command !== 'string') {
    if (command.length > 0 && command[0] !== '') return command
    throw invalid('command', 'The command of the agent is empty. Give a program and its arguments.')
  }
  // Braces of a placeholder have no meaning for the splitter.
  const { argv, shellSyntax, unclosed } = splitCommand(command)
  if (unclosed !== undefined)
    throw invalid('command', `The command of the agent ends inside ${unclosed}: ${command}`)
  if (shellSyntax !== undefined)
    throw invalid(
      'command',
      `The command of the agent contains shell syntax (${shellSyntax}), and no shell runs it: ${command}. Put it into a script, or start a shell: sh -c '...'.`,
    )
  if (argv.length === 0)
    throw invalid('command', 'The command of the agent is empty. Give a program and its arguments.')
  return argv
}

const invalid = (option: string, message: string): AmeliaError =>
  new AmeliaError('OPTION_INVALID', message, { option })
