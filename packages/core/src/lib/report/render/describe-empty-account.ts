import type { FailureClass } from '../../contract/failure-class.ts'
import { decideFailure } from '../../policy/failure/decide-failure.ts'

/** Describes the response of a run to sessions that fail with these classes as their account is empty. */
export const describeEmptyAccount = (classes: readonly FailureClass[]): string =>
  classes.map((each) => `${each}: ${responseTo(each)}`).join('; ')

const responseTo = (failureClass: FailureClass): string => {
  const { action } = decideFailure({
    failure: { class: failureClass, message: '' },
    tries: 1,
    isAttended: true,
    retry: { maxAttempts: 1, onExhausted: 'ask' },
    mayWait: true,
    mayContinue: true,
    mayPassOn: true,
    shortened: false,
  })
  return responses[action]
}

const responses: Record<ReturnType<typeof decideFailure>['action'], string> = {
  retry: 'starts another attempt',
  round: 'starts another round',
  shorten: 'starts another attempt',
  wait: 'waits and tries again',
  pause: 'waits until the provider accepts sessions, or takes the next agent with another provider',
  continue: 'continues at once',
  'pass-on': 'takes the next agent with another provider',
  fail: 'fails the phase',
  block: 'asks you at once, and continues after your answer',
}
