import { type ClaudeSettings, vendorUrl } from './claude-settings.ts'
import type { ClaudeLogin } from './find-login.ts'

/**
 * Names the account that pays for sessions, as far as variables and files tell. Since June 2026, Anthropic
 * pays sessions of programs with a subscription from a credit that is separate from its usage limits. Never
 * contains a secret.
 */
export const describePayment = (login: ClaudeLogin, { baseUrl }: Pick<ClaudeSettings, 'baseUrl'>): string => {
  if (login.kind === 'none') return 'unknown: nobody is logged in'
  if (login.kind === 'cloud') return 'your account with that cloud'
  if (!isVendor(baseUrl)) return `unknown: the server ${hostOf(baseUrl)} decides`
  if (login.kind === 'key') return "the API account of that key, at the API's prices"
  if (login.kind === 'token')
    return login.name === 'CLAUDE_CODE_OAUTH_TOKEN'
      ? `${credit}, of the subscription that the token belongs to`
      : 'unknown: the token does not tell its account'
  switch (login.account.kind) {
    case 'subscription': {
      const { plan } = login.account
      return `${credit}, of the ${plan === undefined ? '' : `${plan} `}subscription of that login`
    }
    case 'unknown':
      return `unknown: an API account, or a subscription with ${credit}`
  }
}

const credit = 'the credit for sessions of programs (separate from the usage limits since June 2026)'

const isVendor = (url: string): boolean => hostOf(url) === new URL(vendorUrl).host

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : 'of `baseUrl`')
