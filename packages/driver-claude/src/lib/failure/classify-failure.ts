import type { FailureClass } from '@amelia/core/plugin'

/** Facts about a failure of the agent. */
export interface FailureFacts {
  /** HTTP status of the server's last response. */
  status?: number | undefined
  /** The agent's or the server's name for the error. */
  error?: string | undefined
  /** The agent's classification of the session's end. */
  subtype?: string | undefined
  reason?: string | undefined
  /** The model's reason for ending its last response. */
  stop?: string | undefined
  /** The reason why the agent could not start. */
  startup?: string | undefined
  text: string
}

interface Row {
  class: FailureClass
  status?: readonly number[]
  error?: readonly string[]
  subtype?: readonly string[]
  reason?: readonly string[]
  stop?: readonly string[]
  text?: RegExp
}

/** Classes of failures, by the first row with a matching part. More reliable signals come first. */
const rows: readonly Row[] = [
  // The id of a session that was never stored, or that another session has.
  { class: 'session_lost', text: /no conversation found|session id \S+ is already in use/i },
  { class: 'refused', stop: ['refusal'] },
  { class: 'budget_exceeded', subtype: ['error_max_budget_usd'], reason: ['budget_exhausted'] },
  {
    class: 'report_invalid',
    subtype: ['error_max_structured_output_retries'],
    reason: ['structured_output_retry_exhausted'],
  },
  {
    class: 'context_overflow',
    status: [413],
    error: ['request_too_large'],
    reason: ['prompt_too_long', 'blocking_limit', 'rapid_refill_breaker'],
    text: /prompt is too long|exceeds? the context|context (?:window|limit) (?:exceeded|reached)/i,
  },
  // The account has no credit: waiting does not help.
  {
    class: 'permission',
    status: [402, 403],
    error: ['billing_error'],
    text: /credit balance is too low/i,
  },
  {
    class: 'auth',
    status: [401],
    error: [
      'authentication_failed',
      'authentication_error',
      'oauth_org_not_allowed',
      'account_on_hold',
      'verification_required',
      'cloud_credential_error',
    ],
    text: /^not logged in/i,
  },
  { class: 'environment', status: [404], error: ['model_not_found', 'not_found_error'] },
  {
    class: 'rate_limited',
    status: [429, 529],
    error: ['rate_limit', 'rate_limit_error', 'overloaded', 'overloaded_error'],
  },
  {
    class: 'transient',
    status: [408, 500, 502, 503, 504, 520, 521, 522, 523, 524],
    error: ['server_error', 'api_error', 'timeout_error', 'connection_failed'],
  },
]

/** Classifies a failure. */
export const classifyFailure = (facts: FailureFacts): FailureClass => {
  if (facts.startup !== undefined) return 'environment'
  const has = <Value>(values: readonly Value[] | undefined, value: Value | undefined): boolean =>
    value !== undefined && (values?.includes(value) ?? false)
  const row = rows.find(
    (each) =>
      has(each.status, facts.status) ||
      has(each.subtype, facts.subtype) ||
      has(each.reason, facts.reason) ||
      has(each.stop, facts.stop) ||
      // A status is more precise than a name: a 403 can also be named after the login.
      (facts.status === undefined && has(each.error, facts.error)) ||
      (each.text?.test(facts.text) ?? false),
  )
  return row?.class ?? 'agent_failed'
}
