import { type FailureClass, failureClasses } from '../../../contract/failure-class.ts'
import type { ContractCase } from '../../contract-case.ts'
import type { DriverFaults } from '../driver-faults.ts'
import { type DriverCase, failureOf } from '../driver-sessions.ts'
import { ensure, ensureEqual } from '../../ensure.ts'

/**
 * The origin of each class: a session can fail with it, always or only with some drivers; it is the subject
 * of the cases about resumes; or only the engine finds it.
 */
const origins: Record<FailureClass, 'any driver' | 'some drivers' | 'resumes' | 'engine'> = {
  transient: 'any driver',
  rate_limited: 'any driver',
  auth: 'any driver',
  permission: 'any driver',
  context_overflow: 'any driver',
  agent_failed: 'some drivers',
  report_invalid: 'some drivers',
  environment: 'some drivers',
  hung: 'some drivers',
  budget_exceeded: 'some drivers',
  cancelled: 'some drivers',
  refused: 'some drivers',
  interrupted: 'resumes',
  session_lost: 'resumes',
  verification_failed: 'engine',
  review_rejected: 'engine',
  merge_conflict: 'engine',
}

const all = failureClasses.filter((each) => /drivers?$/.test(origins[each]))
const usual = failureClasses.filter((each) => origins[each] === 'any driver')

/** Cases about the failures of a session. */
export const driverFailureCases = (
  test: DriverCase,
  { fail, failures = usual }: DriverFaults,
): ContractCase[] => [
  ...all.map((failure) =>
    test(
      `a failure of the class ${failure} is reported as a driver error of that class`,
      async ({ subject, start }) => {
        await fail?.(subject, failure)
        ensureEqual((await failureOf(start())).class, failure, 'the class')
      },
      { fail, failures: failures.includes(failure) },
    ),
  ),
  test(
    'a session after a failed one succeeds',
    async ({ subject, start, run }) => {
      await fail?.(subject, failures[0] ?? 'transient')
      await failureOf(start())
      ensure(typeof (await run()).result.text === 'string', 'the text is a string')
    },
    { fail, failures: failures.length > 0 },
  ),
]
