import type { FailureClass } from '@amelia/core/plugin'

interface Row {
  class: FailureClass
  /** Any of these statuses, where there is one. */
  status?: (status: number) => boolean
  says?: RegExp
}

const is =
  (...statuses: number[]) =>
  (status: number): boolean =>
    statuses.includes(status)

/**
 * What a failure of Codex is, by the first row that fits. A status says more than a text, which may quote anything; where a status
 * has several meanings, the vendor's own sentences tell them apart.
 */
const rows: readonly Row[] = [
  { class: 'context_overflow', status: is(200, 400, 413), says: /context_length_exceeded|context window/i },
  { class: 'context_overflow', status: is(413) },
  // No money is left, and no time is named: waiting does not help.
  { class: 'permission', status: is(200, 402, 403, 429), says: /insufficient_quota|quota exceeded|billing/i },
  { class: 'auth', status: is(401) },
  { class: 'permission', status: is(402, 403) },
  { class: 'environment', status: is(404) },
  { class: 'rate_limited', status: is(429, 529) },
  { class: 'rate_limited', status: is(503), says: /at capacity|overloaded/i },
  { class: 'transient', status: (status) => status >= 500 || status === 408 },
  { class: 'agent_failed', status: (status) => status >= 400 },
  { class: 'rate_limited', status: is(200), says: /rate limit|usage limit|at capacity|overloaded/i },
  { class: 'transient', status: is(200), says: /stream disconnected|high demand|idle timeout/i },
]

/** Where there was no answer at all. */
const unanswered: readonly Required<Omit<Row, 'status'>>[] = [
  {
    class: 'transient',
    says: /stream disconnected|error sending request|connection (?:refused|reset|failed)|dns error|timed? ?out/i,
  },
  {
    class: 'environment',
    says: /unable to locate codex|unsupported platform|ENOENT|EACCES|error loading config|missing environment variable/i,
  },
]

/** The class of a failure, from the last status that the server answered with and what Codex said. */
export const classifyFailure = (status: number | undefined, text: string): FailureClass => {
  const found = status === undefined ? unanswered.find(({ says }) => says.test(text)) : undefined
  // Without a log it cannot be told whether an answer began: then the sentences of those that did are all there is.
  const fits = (row: Row): boolean => (row.status?.(status ?? 200) ?? true) && (row.says?.test(text) ?? true)
  return (found ?? rows.find(fits))?.class ?? 'agent_failed'
}
