import type { FailureClass } from '@amelia/core/plugin'
import type { ErrorRow } from '../known/agent-profile.ts'

/** Facts about an error of an agent. */
export interface ErrorFacts {
  /** The code of the protocol's error. Absent: another error. */
  code?: number
  /** Everything that the agent said about it. */
  text: string
  /** Whether it answers a request to resume a session. */
  isResuming?: boolean
}

/** A class by HTTP status, where a text names one. */
const statuses: readonly (readonly [FailureClass, RegExp])[] = [
  ['rate_limited', /\b(?:429|529)\b/],
  ['auth', /\b401\b/],
  ['permission', /\b40[23]\b/],
  ['context_overflow', /\b413\b/],
  ['transient', /\b(?:408|50[0234]|52[0-4])\b/],
]

/** Classes of errors that agents share, by the first row that matches. */
const shared: readonly ErrorRow[] = [
  { class: 'session_lost', resuming: true, code: -32002 },
  {
    class: 'session_lost',
    resuming: true,
    text: /(?:session|conversation|thread)\b.*(?:not found|unknown|invalid)|no (?:previous )?(?:session|conversation)/i,
  },
  { class: 'auth', code: -32000 },
  {
    class: 'context_overflow',
    text: /prompt is too long|(?:exceeds?|maximum|over) (?:the )?(?:model'?s? )?(?:context|input token)|context[_ ](?:length|window|limit)|ContextOverflow/i,
  },
  {
    class: 'permission',
    text: /credit balance is too low|insufficient (?:credit|balance|funds|quota)|billing|permission[_ ]denied/i,
  },
  {
    class: 'auth',
    text: /unauthori[sz]ed|invalid (?:api|authentication) key|invalid[_ ]api[_ ]key|api key (?:not valid|not found|is missing)|not logged in|log ?in (?:first|required)|authentication (?:failed|required)|ProviderAuthError/i,
  },
  {
    class: 'rate_limited',
    text: /rate[_ -]?limit|too many requests|quota|resource[_ ]exhausted|overloaded/i,
  },
  {
    class: 'transient',
    text: /internal server error|bad gateway|service unavailable|gateway timeout|ECONNRE(?:SET|FUSED)|ETIMEDOUT|EAI_AGAIN|ENOTFOUND|socket hang up|fetch failed|unable to connect|network error/i,
  },
  { class: 'environment', text: /model .*not found|unknown model|no such model/i },
]

/** Classifies an error, by the rows of its agent first. */
export const classifyError = (
  { code, text, isResuming = false }: ErrorFacts,
  rows: readonly ErrorRow[],
): FailureClass => {
  const matches = (row: ErrorRow): boolean =>
    (row.resuming !== true || isResuming) &&
    (row.code === undefined || row.code === code) &&
    (row.text?.test(text) ?? true)
  return (
    [...rows, ...shared].find(matches)?.class ??
    statuses.find(([, status]) => status.test(text))?.[0] ??
    'agent_failed'
  )
}
