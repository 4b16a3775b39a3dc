import type { CheckResult } from '../../contract/check-result.ts'

/** Describes the results of checks in a line. */
export const describeChecks = (checks: readonly CheckResult[]): string =>
  checks
    .map(
      ({ name, passed, note }) =>
        `${name} ${passed ? 'passed' : 'failed'}${note === undefined ? '' : ` (${note})`}`,
    )
    .join(', ')
