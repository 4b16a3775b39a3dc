import type { RunEvent } from '@amelia/core'

const returns = {
  nothing_changed: 'it changes nothing',
  files_missing: 'its agent reports files that it did not change',
  evidence_changed: 'it changes what its checks depend on',
  not_red: 'its new tests do not fail as they should',
  unresolved: 'it leaves conflict markers',
} as const

/** A round is not a failure, so it is not counted as an attempt. */
const rounds = {
  review: 'changes requested',
  feedback: 'as a person says',
  partial: 'a part is left',
  report: 'its report cannot be read',
  conflict: 'it does not fit what was integrated since it began',
} as const

/** Describes why an attempt goes on in another session. */
export const describeReturn = ({
  reason,
  round,
  count,
  rounds: most,
}: Extract<RunEvent, { type: 'phase_returned' }>): string =>
  reason in rounds
    ? `round ${count ?? round}${most === undefined ? '' : ` of at most ${most}`}: ${rounds[reason as keyof typeof rounds]}`
    : `returns to its session: ${returns[reason as keyof typeof returns]}`
