import type { FailureClass } from '@amelia/core/plugin'

/** Facts about a failed request. */
export interface FailureFacts {
  /** HTTP status of the response; undefined without one. */
  status: number | undefined
  /** Name of the error. */
  name: string
  /** Whether the response states a wait. */
  waits: boolean
  /** The message of the provider or its server. */
  text: string
}

interface Row {
  class: FailureClass
  /** Which statuses match. */
  status?: (status: number) => boolean
  name?: RegExp
  text?: RegExp
  waits?: boolean
}

const is =
  (...statuses: number[]) =>
  (status: number): boolean =>
    statuses.includes(status)

const tooLong =
  /context[_ ](?:length|window|size)|maximum context|prompt is too long|too many (?:input )?tokens|exceeds? (?:the|its) (?:maximum|available|model's|limit) [^.]{0,30}(?:tokens|context|length)|input is too long|exceed context limit|reduce the length of/i

const refusal =
  /content[_ ]?filter|content[_ ]management policy|violat\w+ (?:our|the) (?:usage|content) polic/i

/**
 * Classes of failures, by the first row whose parts all match. A status is more reliable than a text, which
 * may quote anything. Where a status has several meanings, the providers' sentences distinguish them.
 */
const rows: readonly Row[] = [
  { class: 'context_overflow', status: is(413) },
  { class: 'context_overflow', status: is(400, 422, 500), text: tooLong },
  { class: 'refused', status: is(400, 403), text: refusal },
  // The account has no credit: waiting does not help.
  {
    class: 'permission',
    status: is(429),
    waits: false,
    text: /insufficient_quota|exceeded your current quota|credit balance/i,
  },
  { class: 'auth', status: is(401) },
  {
    class: 'auth',
    status: is(400, 403),
    text: /api[_ ]key (?:not valid|is invalid|expired)|invalid api[_ ]key/i,
  },
  { class: 'permission', status: is(400), text: /credit balance is too low/i },
  { class: 'permission', status: is(402, 403) },
  { class: 'environment', status: is(404) },
  { class: 'rate_limited', status: is(429, 529) },
  { class: 'rate_limited', status: is(503), text: /overloaded|at capacity|resource.?exhausted/i },
  { class: 'transient', status: (status) => status >= 500 || status === 408 || status === 425 },
  { class: 'agent_failed', status: (status) => status >= 400 },
]

/** Classes of failures without a response, or with an invalid one. */
const unanswered: readonly Row[] = [
  { class: 'auth', name: /LoadAPIKey/ },
  { class: 'environment', name: /LoadSetting|NoSuchModel|UnsupportedFunctionality|InvalidArgument/ },
  { class: 'context_overflow', text: tooLong },
  { class: 'rate_limited', text: /overloaded|rate.?limit|too many requests/i },
  {
    class: 'transient',
    name: /APICall|EmptyResponseBody|InvalidResponseData|JSONParse|TypeValidation|Timeout|Abort/,
  },
  {
    class: 'transient',
    text: /fetch failed|failed to fetch|load failed|network|socket|terminated|ECONN|ENOTFOUND|EAI_AGAIN|EPIPE|timed? ?out|cannot connect/i,
  },
]

/** Classifies a failure. */
export const classifyFailure = ({ status, name, waits, text }: FailureFacts): FailureClass => {
  const hasStatus = status !== undefined && status >= 400
  const row = (hasStatus ? rows : unanswered).find(
    (each) =>
      (each.status?.(status ?? 0) ?? true) &&
      (each.name?.test(name) ?? true) &&
      (each.waits ?? waits) === waits &&
      (each.text?.test(text) ?? true),
  )
  return row?.class ?? 'agent_failed'
}
