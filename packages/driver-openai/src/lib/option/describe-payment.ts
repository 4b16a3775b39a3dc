import { readFileSync } from 'node:fs'
import { readRecord } from '@amelia/agent-process'
import { type CodexSettings, openAi } from './codex-settings.ts'

/**
 * Names the account that pays for sessions, as far as variables and files tell. Never contains a secret.
 */
export const describePayment = ({
  apiKey,
  baseUrl,
  login,
}: Pick<CodexSettings, 'apiKey' | 'baseUrl' | 'login'>): string => {
  if (apiKey === '' && login === undefined) return 'unknown: nobody is logged in'
  if (!isVendor(baseUrl)) return `unknown: the server ${hostOf(baseUrl)} decides`
  if (apiKey !== '' || login === undefined) return "the API account of that key, at the API's prices"
  switch (loginKind(login)) {
    case 'chatgpt':
      return 'the ChatGPT plan of that login, with its limits for Codex'
    case 'apikey':
      return "the API account of the key in that login, at the API's prices"
    case 'unknown':
      return 'unknown: the file of that login does not tell'
  }
}

/** Reads the kind of a login from its file, of which nothing else is kept. */
const loginKind = (file: string): 'chatgpt' | 'apikey' | 'unknown' => {
  let content: Record<string, unknown>
  try {
    content = readRecord(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return 'unknown'
  }
  const { auth_mode: mode, OPENAI_API_KEY: key, tokens } = content
  if (mode === 'chatgpt' || mode === 'apikey') return mode
  if (mode !== undefined && mode !== null) return 'unknown'
  if (typeof key === 'string' && key !== '') return 'apikey'
  return typeof tokens === 'object' && tokens !== null ? 'chatgpt' : 'unknown'
}

const isVendor = (url: string): boolean => hostOf(url) === new URL(openAi).host

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : 'of `baseUrl`')
