import { basename } from 'node:path'
import { resolveProgram } from '@amelia/agent-process'
import { AmeliaError, checkOptions, rules, type RulesOf, splitCommand } from '@amelia/core/plugin'
import { type AgentProfile, unknownAgent } from '../known/agent-profile.ts'
import { findKnownAgent, type KnownAgent, knownAgents } from '../known/known-agents.ts'
import type { AcpAgentOptions } from './acp-agent-options.ts'

/** Checked options with their defaults. */
export interface AcpSettings
  extends Required<
    Pick<
      AcpAgentOptions,
      'name' | 'provider' | 'passEnv' | 'tools' | 'mcpServers' | 'projectSettings' | 'idleTimeoutMs'
    >
  > {
  /** The command that serves the protocol. A relative path of its program is resolved. */
  argv: readonly string[]
  /** The command that prints a session, with `{session}`; empty if there is none. */
  exportArgv: readonly string[]
  profile: AgentProfile
  model: string | undefined
  /** The agent's modes, by the access of a session. */
  modes: AgentProfile['modes']
  waitLimitMs: number
  graceMs: number
}

const { optional } = rules

const acpRules: RulesOf<AcpAgentOptions> = {
  agent: optional(rules.oneOf(...(Object.keys(knownAgents) as KnownAgent[]))),
  command: optional({
    expected: 'a command: one text, or its words',
    is: (value) => rules.text.is(value) || (Array.isArray(value) && value.every(rules.text.is)),
  }),
  profile: optional(rules.object),
  model: optional(rules.name),
  mode: optional(rules.name),
  name: optional(rules.name),
  provider: optional(rules.name),
  passEnv: optional(rules.texts),
  tools: optional(rules.list(rules.oneOf('fetch', 'other'))),
  mcpServers: optional(rules.list(rules.object)),
  projectSettings: optional(rules.oneOf('refuse', 'allow')),
  idleTimeoutMs: optional(rules.milliseconds),
  waitLimitMs: optional(rules.milliseconds),
  graceMs: optional(rules.milliseconds),
}

/** Checks the options of a driver, and resolves its program once. Throws `OPTION_INVALID`. */
export const readSettings = (options: AcpAgentOptions): AcpSettings => {
  checkOptions('acpAgent', options, acpRules)
  const { command, model, mode, idleTimeoutMs = 30 * 60_000, waitLimitMs = 90_000, graceMs = 5_000 } = options
  const given = command === undefined ? commandOf(options.agent) : readArgv(command)
  const [program = '', ...words] = given
  const agent = options.agent ?? findKnownAgent(programName(program))
  const profile = { ...(agent === undefined ? unknownAgent : knownAgents[agent]), ...options.profile }
  const argv = [resolveProgram(program), ...words]
  const name = options.name ?? agent ?? programName(program)
  return {
    argv,
    exportArgv: profile.usage === 'export' ? [...withoutArgs(argv, profile.args), ...profile.exportArgs] : [],
    profile: profile.title === '' ? { ...profile, title: name } : profile,
    model,
    modes: mode === undefined ? profile.modes : { ...profile.modes, write: mode },
    name,
    provider: options.provider ?? name,
    passEnv: options.passEnv ?? [],
    tools: options.tools ?? [],
    mcpServers: options.mcpServers ?? [],
    projectSettings: options.projectSettings ?? 'refuse',
    ...{ idleTimeoutMs, waitLimitMs, graceMs },
  }
}

const programName = (program: string): string => basename(program).replace(/\.(?:exe|cmd)$/, '')

const commandOf = (agent: KnownAgent | undefined): readonly string[] => {
  if (agent === undefined) throw invalid('`command` is missing. Give the command of the agent, or `agent`.')
  return [knownAgents[agent].program, ...knownAgents[agent].args]
}

/** The words of a command before the arguments with which it serves the protocol. */
const withoutArgs = (argv: readonly string[], [first]: readonly string[]): readonly string[] => {
  const end = first === undefined ? -1 : argv.indexOf(first, 1)
  return end === -1 ? argv : argv.slice(0, end)
}

const readArgv = (command: string | readonly string[]): readonly string[] => {
  const { argv, shellSyntax, unclosed } =
    typeof command === 'string' ? splitCommand(command) : { argv: command }
  if (unclosed !== undefined) throw invalid(`The command of the agent ends inside ${unclosed}.`)
  if (shellSyntax !== undefined)
    throw invalid(
      `The command of the agent contains shell syntax (${shellSyntax}), and no shell runs it. Put it into a script.`,
    )
  if (argv.length > 0 && argv[0] !== '') return argv
  throw invalid('The command of the agent is empty. Give a program and its arguments.')
}

const invalid = (message: string): AmeliaError =>
  new AmeliaError('OPTION_INVALID', message, { option: 'command' })
