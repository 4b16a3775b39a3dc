import { resolve } from 'node:path'
import { type AgentParts, resolveProgram } from '@amelia/agent-process'
import { checkOptions, rules, type RulesOf } from '@amelia/core/plugin'
import type { ClaudeOptions } from './claude-options.ts'

/** The options with defaults applied. A missing key is an empty string. */
export interface ClaudeSettings
  extends Required<
    Pick<
      ClaudeOptions,
      | 'apiKey'
      | 'keyVariable'
      | 'baseUrl'
      | 'provider'
      | 'passEnv'
      | 'readable'
      | 'tools'
      | 'settingSources'
      | 'projectRules'
      | 'idleTimeoutMs'
      | 'waitLimitMs'
      | 'config'
    >
  > {
  /** Undefined: the agent's own default. */
  home: string | undefined
  model: string | undefined
  effort: string | undefined
  sandbox: Record<string, unknown> | undefined
  maxTurns: number
  program: string | undefined
}

const { optional } = rules

const claudeRules: RulesOf<ClaudeOptions> = {
  model: optional(rules.name),
  effort: optional(rules.name),
  apiKey: optional(rules.secret),
  keyVariable: optional(rules.name),
  // `checkClaude` reports an invalid address.
  baseUrl: optional(rules.text),
  provider: optional(rules.name),
  home: optional(rules.text),
  passEnv: optional(rules.texts),
  readable: optional(rules.texts),
  tools: optional(rules.texts),
  sandbox: optional({
    expected: 'true, false, or an object with settings',
    is: (value) => rules.flag.is(value) || rules.object.is(value),
  }),
  projectRules: optional(rules.oneOf('base', 'none')),
  settingSources: optional(rules.list(rules.oneOf('user', 'project', 'local'))),
  maxTurns: optional(rules.count),
  idleTimeoutMs: optional(rules.milliseconds),
  waitLimitMs: optional(rules.milliseconds),
  program: optional(rules.name),
  config: optional(rules.object),
}

/** Anthropic's own server. */
export const vendorUrl = 'https://api.anthropic.com'

/** Applies the defaults to the options. Relative paths are resolved here, because sessions run elsewhere. */
export const readSettings = (
  options: ClaudeOptions,
  environment: AgentParts['environment'],
): ClaudeSettings => {
  checkOptions('claude', options, claudeRules)
  const { keyVariable = 'ANTHROPIC_API_KEY' } = options
  const home = options.home ?? (environment.CLAUDE_CONFIG_DIR || undefined)
  const baseUrl = options.baseUrl ?? (environment.ANTHROPIC_BASE_URL?.trim() || vendorUrl)
  return {
    apiKey: (options.apiKey ?? environment[keyVariable] ?? '').trim(),
    keyVariable,
    baseUrl,
    provider: options.provider ?? (URL.canParse(baseUrl) ? new URL(baseUrl).host : 'anthropic'),
    home: home === undefined ? undefined : resolve(home),
    passEnv: options.passEnv ?? [],
    readable: options.readable ?? [],
    tools: options.tools ?? [],
    settingSources: options.settingSources ?? [],
    // Those of the workspace would be there twice.
    projectRules: options.projectRules ?? (options.settingSources?.includes('project') ? 'none' : 'base'),
    idleTimeoutMs: options.idleTimeoutMs ?? 30 * 60_000,
    waitLimitMs: options.waitLimitMs ?? 90_000,
    config: options.config ?? {},
    model: options.model,
    effort: options.effort,
    sandbox: readSandbox(options.sandbox),
    maxTurns: options.maxTurns ?? 500,
    program: options.program === undefined ? undefined : resolveProgram(options.program),
  }
}

/** A sandbox that cannot start fails the session, instead of running its commands without one. */
const readSandbox = (sandbox: ClaudeOptions['sandbox']): Record<string, unknown> | undefined => {
  if (sandbox === undefined || sandbox === false) return undefined
  return sandbox === true ? { enabled: true, allowUnsandboxedCommands: false } : sandbox
}
