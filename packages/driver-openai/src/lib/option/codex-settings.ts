import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import type { AgentParts } from '@amelia/agent-process'
import { checkOptions, rules, type RulesOf } from '@amelia/core/plugin'
import { findLogin } from './find-login.ts'
import type { CodexOptions, CodexSandbox } from './codex-options.ts'

/** {@link CodexOptions} with defaults applied. */
export interface CodexSettings {
  model?: string
  effort?: string
  /** Empty if there is none. */
  apiKey: string
  /** Whether the key comes from the option, and not from the variable. */
  hasKeyOption: boolean
  /** The file of Codex's own login, if sessions use that. */
  login?: string
  keyVariable: string
  baseUrl: string
  provider: string
  sandbox: CodexSandbox
  readSandbox: 'read-only' | 'danger-full-access'
  network: boolean
  home: string
  passEnv: readonly string[]
  idleTimeoutMs: number
  waitLimitMs: number
  config: Record<string, unknown>
}

const { optional } = rules

const codexRules: RulesOf<CodexOptions> = {
  model: optional(rules.name),
  effort: optional(rules.name),
  apiKey: optional(rules.secret),
  keyVariable: optional(rules.name),
  // `checkCodex` reports an invalid address.
  baseUrl: optional(rules.text),
  provider: optional(rules.name),
  sandbox: optional(rules.oneOf('read-only', 'workspace-write', 'danger-full-access')),
  readSandbox: optional(rules.oneOf('read-only', 'danger-full-access')),
  network: optional(rules.flag),
  home: optional(rules.text),
  passEnv: optional(rules.texts),
  idleTimeoutMs: optional(rules.milliseconds),
  waitLimitMs: optional(rules.milliseconds),
  config: optional(rules.object),
}

export const openAi = 'https://api.openai.com/v1'

/** Applies the defaults to the options. */
export const readSettings = (
  options: CodexOptions,
  environment: AgentParts['environment'],
): CodexSettings => {
  checkOptions('codex', options, codexRules)
  const { keyVariable = 'OPENAI_API_KEY', baseUrl = environment['OPENAI_BASE_URL'] || openAi } = options
  const apiKey = (options.apiKey ?? environment[keyVariable] ?? '').trim()
  // A login with OpenAI must not reach another server.
  const login = apiKey === '' && baseUrl === openAi ? findLogin(environment) : undefined
  return {
    ...(options.model === undefined ? {} : { model: options.model }),
    ...(options.effort === undefined ? {} : { effort: options.effort }),
    apiKey,
    hasKeyOption: options.apiKey !== undefined,
    ...(login === undefined ? {} : { login }),
    keyVariable,
    baseUrl,
    provider: options.provider ?? (login === undefined ? hostOf(baseUrl) : 'chatgpt.com'),
    sandbox: options.sandbox ?? 'workspace-write',
    readSandbox: options.readSandbox ?? 'read-only',
    network: options.network ?? false,
    // Sessions run in other folders.
    home: resolve(options.home ?? join(stateFolder(environment), 'amelia', 'codex')),
    passEnv: options.passEnv ?? [],
    idleTimeoutMs: options.idleTimeoutMs ?? 30 * 60_000,
    waitLimitMs: options.waitLimitMs ?? 90_000,
    config: options.config ?? {},
  }
}

/** {@link checkCodex} and the first session report an invalid URL. */
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url)

const stateFolder = ({ XDG_STATE_HOME, HOME }: AgentParts['environment']): string =>
  XDG_STATE_HOME || join(HOME || homedir(), '.local', 'state')
