import { expect, it } from 'vitest'
import { classifyFailure, type FailureFacts } from './classify-failure.ts'

const rows: [Partial<FailureFacts>, string][] = [
  [{ status: 401 }, 'auth'],
  [{ status: 402 }, 'permission'],
  [{ status: 403, error: 'authentication_failed' }, 'permission'],
  [{ status: 404, error: 'model_not_found' }, 'environment'],
  [{ status: 400, error: 'unknown', text: 'API Error: 400' }, 'agent_failed'],
  [{ status: 400, error: 'invalid_request', reason: 'prompt_too_long' }, 'context_overflow'],
  [{ status: 400, text: 'Prompt is too long' }, 'context_overflow'],
  [{ status: 400, text: 'Credit balance is too low' }, 'permission'],
  [{ reason: 'blocking_limit' }, 'context_overflow'],
  [{ status: 413 }, 'context_overflow'],
  [{ status: 429, error: 'rate_limit' }, 'rate_limited'],
  [{ status: 529, error: 'server_error' }, 'rate_limited'],
  [{ error: 'overloaded' }, 'rate_limited'],
  [{ status: 500, error: 'server_error' }, 'transient'],
  [{ status: 408 }, 'transient'],
  [{ error: 'server_error' }, 'transient'],
  [{ error: 'connection_failed' }, 'transient'],
  [{ error: 'billing_error' }, 'permission'],
  [{ error: 'account_on_hold' }, 'auth'],
  [{ text: 'Not logged in · Please run /login' }, 'auth'],
  [{ subtype: 'error_max_budget_usd', reason: 'budget_exhausted' }, 'budget_exceeded'],
  [{ subtype: 'error_max_structured_output_retries' }, 'report_invalid'],
  [{ subtype: 'error_max_turns', reason: 'max_turns' }, 'agent_failed'],
  [{ startup: 'sandbox_required_unavailable' }, 'environment'],
  [{ error: 'max_output_tokens' }, 'agent_failed'],
  [{}, 'agent_failed'],
]

it.each(rows)('%o is %s', (facts, expected) => {
  expect(classifyFailure({ text: '', ...facts })).toBe(expected)
})
