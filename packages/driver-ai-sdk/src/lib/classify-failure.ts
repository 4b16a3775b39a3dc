import type { FailureClass } from '@amelia/core/plugin'

/** What is known of a request that failed. */
export interface FailureFacts {
  /** HTTP status of the answer, where there was one. */
  status: number | undefined
  /** The name of what was thrown. */
  name: string
  /** Whether a time to wait is named. */
  waits: boolean
  /** What was said, by the provider or its server. */
  text: string
}

interface Row {
  class: FailureClass
  /** Any of these statuses, where there is one. */
  status?: (status: number) => boolean
  name?: RegExp
  says?: RegExp
  waits?: boolean
}

const is =
  (...statuses: number[]) =>
  (status: number): boolean =>
    statuses.includes(status)

const tooLong =
  /context[_ ](?:length|window|size)|maximum context|prompt is too long|too many (?:input )?tokens|exceeds? (?:the|its) (?:maximum|available|model's|limit) [^.]{0,30}(?:tokens|context|length)|input is too long|exceed context limit|reduce the length of/i

/**
 * What a failed request is, by the first row of which all parts fit. A status says more than a text, which may quote anything; where a
 * status has several meanings, the sentences of the providers tell them apart.
 */
const rows: readonly Row[] = [
  { class: 'context_overflow', status: is(413) },
  { class: 'context_overflow', status: is(400, 422, 500), says: tooLong },
  // No money is left, and no time is named: waiting does not help.
  {
    class: 'permission',
    status: is(429),
    waits: false,
    says: /insufficient_quota|exceeded your current quota|credit balance/i,
  },
  { class: 'auth', status: is(401) },
  {
    class: 'auth',
    status: is(400, 403),
    says: /api[_ ]key (?:not valid|is invalid|expired)|invalid api[_ ]key/i,
  },
  { class: 'permission', status: is(400), says: /credit balance is too low/i },
  { class: 'permission', status: is(402, 403) },
  { class: 'environment', status: is(404) },
  { class: 'rate_limited', status: is(429, 529) },
  { class: 'rate_limited', status: is(503), says: /overloaded|at capacity|resource.?exhausted/i },
  { class: 'transient', status: (status) => status >= 500 || status === 408 || status === 425 },
  { class: 'agent_failed', status: (status) => status >= 400 },
]

/** Where no answer came, or one that is none. */
const unanswered: readonly Row[] = [
  { class: 'auth', name: /LoadAPIKey/ },
  { class: 'environment', name: /LoadSetting|NoSuchModel|UnsupportedFunctionality|InvalidArgument/ },
  { class: 'context_overflow', says: tooLong },
  { class: 'rate_limited', says: /overloaded|rate.?limit|too many requests/i },
  {
    class: 'transient',
    name: /APICall|EmptyResponseBody|InvalidResponseData|JSONParse|TypeValidation|Timeout|Abort/,
  },
  {
    class: 'transient',
    says: /fetch failed|failed to fetch|load failed|network|socket|terminated|ECONN|ENOTFOUND|EAI_AGAIN|EPIPE|timed? ?out|cannot connect/i,
  },
]

/** The class of a failure. */
export const classifyFailure = ({ status, name, waits, text }: FailureFacts): FailureClass => {
  const hasStatus = status !== undefined && status >= 400
  const row = (hasStatus ? rows : unanswered).find(
    (each) =>
      (each.status?.(status ?? 0) ?? true) &&
      (each.name?.test(name) ?? true) &&
      (each.waits ?? waits) === waits &&
      (each.says?.test(text) ?? true),
  )
  return row?.class ?? 'agent_failed'
}
