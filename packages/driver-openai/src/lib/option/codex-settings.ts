import { homedir } from 'node:os'
import { join } from 'node:path'
import type { AgentParts } from '@amelia/agent-process'
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

export const openAi = 'https://api.openai.com/v1'

/** Applies the defaults to the options. */
export const readSettings = (
  options: CodexOptions,
  environment: AgentParts['environment'],
): CodexSettings => {
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
    home: options.home ?? join(stateFolder(environment), 'amelia', 'codex'),
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
