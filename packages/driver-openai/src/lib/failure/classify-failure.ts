import type { FailureClass } from '@amelia/core/plugin'

interface Row {
  class: FailureClass
  /** Which statuses match. */
  status?: (status: number) => boolean
  text?: RegExp
  /** Whether the row applies only if the server named no time to wait. */
  withoutWait?: boolean
}

const is =
  (...statuses: number[]) =>
  (status: number): boolean =>
    statuses.includes(status)

const refusal = /content_filter|cyber_policy|policy violation|violating our usage polic/i

/**
 * Classes of failures, by the first matching row. A status is more reliable than a text, which may quote
 * anything. Where a status has several meanings, the vendor's sentences distinguish them.
 */
const rows: readonly Row[] = [
  { class: 'context_overflow', status: is(200, 400, 413), text: /context_length_exceeded|context window/i },
  { class: 'context_overflow', status: is(413) },
  { class: 'refused', status: is(200, 400), text: refusal },
  // The account has no credit: waiting does not help. A short rate limit names a time to wait.
  {
    class: 'permission',
    status: is(200, 429),
    text: /insufficient_quota|quota exceeded|check your plan and billing/i,
    withoutWait: true,
  },
  { class: 'auth', status: is(401) },
  { class: 'permission', status: is(402, 403) },
  { class: 'environment', status: is(404) },
  { class: 'rate_limited', status: is(429, 529) },
  { class: 'rate_limited', status: is(503), text: /at capacity|overloaded/i },
  { class: 'transient', status: (status) => status >= 500 || status === 408 },
  { class: 'agent_failed', status: (status) => status >= 400 },
  { class: 'rate_limited', status: is(200), text: /rate limit|usage limit|at capacity|overloaded/i },
  { class: 'transient', status: is(200), text: /stream disconnected|high demand|idle timeout/i },
]

/** Classes of failures without any response. */
const unanswered: readonly Required<Pick<Row, 'class' | 'text'>>[] = [
  { class: 'session_lost', text: /no rollout found/i },
  { class: 'refused', text: refusal },
  // Another program still continues this session, and ends soon: the host ends it before a resume.
  { class: 'transient', text: /already has an active writer/i },
  {
    class: 'transient',
    text: /stream disconnected|error sending request|connection (?:refused|reset|failed)|dns error|timed? ?out/i,
  },
  {
    class: 'environment',
    text: /unable to locate codex|unsupported platform|ENOENT|EACCES|error loading config|missing environment variable/i,
  },
]

/**
 * Classifies a failure by the status of the server's last response and Codex's message.
 *
 * @param hasWait whether the server named a time to wait
 */
export const classifyFailure = (status: number | undefined, text: string, hasWait: boolean): FailureClass => {
  const found = status === undefined ? unanswered.find((row) => row.text.test(text)) : undefined
  // Without a log the status is unknown: then use the rows for responses that started.
  const fits = (row: Row): boolean =>
    (row.status?.(status ?? 200) ?? true) &&
    (row.text?.test(text) ?? true) &&
    !(hasWait && row.withoutWait === true)
  return (found ?? rows.find(fits))?.class ?? 'agent_failed'
}
