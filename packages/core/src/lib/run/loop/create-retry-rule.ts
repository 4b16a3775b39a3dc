import { findAttemptFailure } from '../../machine/whole/find-attempt-failure.ts'
import type { InputDraft } from '../../machine/state/input/input.ts'
import type { RunState } from '../../machine/state/run-state.ts'
import { isRetryable, retryDecisions, type RetryRule } from '../../policy/failure/retry-rule.ts'
import { describeValue } from '../../error/check/describe-value.ts'

interface RetryRuleOptions {
  state: RunState
  retryRule?: RetryRule | undefined
  onListenerError?: ((error: unknown, source?: string) => void) | undefined
}

/** A rule that never gives up would spend money all night: a person is asked at this failure of a phase. */
const mostFailures = 25

/**
 * Returns a function that adds the decision of the caller's rule to an input that reports a failed attempt.
 * So the decision is journalled, and a resume repeats it without the rule.
 */
export const createRetryRule = ({
  state,
  retryRule,
  onListenerError: report = () => {},
}: RetryRuleOptions): ((input: InputDraft) => InputDraft) => {
  const source = '`retryRule`'
  if (!retryRule && state.settings.retryRule)
    report(
      new Error('The run has a rule for retries that this process was not given: `retry` decides.'),
      source,
    )
  if (!retryRule) return (input) => input
  return (input) => {
    const found = findAttemptFailure(state, input)
    if (!found || !isRetryable(found.failure)) return input
    const { phase, failure } = found
    try {
      const given: unknown = retryRule(failure, {
        runId: state.runId,
        ...(state.settings.meta && { meta: state.settings.meta }),
        phase: phase.planned,
        attempt: phase.attempt.number,
        earlier: [...phase.failures],
        tries: phase.effort.tries,
      })
      const retry = retryDecisions.find((decision) => decision === given)
      if (retry === 'retry' && phase.failures.length + 1 >= mostFailures) return { ...input, retry: 'ask' }
      if (retry) return { ...input, retry }
      const expected = retryDecisions.map((decision) => `"${decision}"`).join(', ')
      throw new TypeError(
        `it must return one of ${expected}; got ${describeValue(given)}. \`retry\` decides.`,
      )
    } catch (error) {
      report(error, source)
      return input
    }
  }
}
