import { homedir } from 'node:os'
import { join } from 'node:path'
import type { AgentParts } from '@amelia/agent-process'
import type { CodexOptions, CodexSandbox } from './codex-options.ts'

/** {@link CodexOptions} with defaults applied. */
export interface CodexSettings {
  model?: string
  effort?: string
  /** Empty if there is none. */
  apiKey: string
  keyVariable: string
  baseUrl: string
  provider: string
  sandbox: CodexSandbox
  readSandbox: 'read-only' | 'danger-full-access'
  network: boolean
  home: string
  passEnv: readonly string[]
  idleTimeoutMs: number
  config: Record<string, unknown>
}

const openAi = 'https://api.openai.com/v1'

/** Applies the defaults to the options. */
export const readSettings = (
  options: CodexOptions,
  environment: AgentParts['environment'],
): CodexSettings => {
  const { keyVariable = 'OPENAI_API_KEY', baseUrl = environment['OPENAI_BASE_URL'] || openAi } = options
  return {
    ...(options.model === undefined ? {} : { model: options.model }),
    ...(options.effort === undefined ? {} : { effort: options.effort }),
    apiKey: (options.apiKey ?? environment[keyVariable] ?? '').trim(),
    keyVariable,
    baseUrl,
    provider: options.provider ?? hostOf(baseUrl),
    sandbox: options.sandbox ?? 'workspace-write',
    readSandbox: options.readSandbox ?? 'read-only',
    network: options.network ?? false,
    home: options.home ?? join(stateFolder(environment), 'amelia', 'codex'),
    passEnv: options.passEnv ?? [],
    idleTimeoutMs: options.idleTimeoutMs ?? 30 * 60_000,
    config: options.config ?? {},
  }
}

/** {@link checkCodex} and the first session report an invalid URL. */
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url)

const stateFolder = ({ XDG_STATE_HOME, HOME }: AgentParts['environment']): string =>
  XDG_STATE_HOME || join(HOME || homedir(), '.local', 'state')
