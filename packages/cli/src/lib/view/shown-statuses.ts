/** The statuses of runs as `amelia runs` shows them. */
export const shownStatuses = [
  'running',
  'draining',
  'waiting',
  'completed',
  'partial',
  'failed',
  'cancelled',
  'aborted',
  'interrupted',
  'reverted',
  'not_started',
  'damaged',
  'unreadable',
] as const

/** The status of a run as `amelia runs` shows it. */
export type ShownStatus = (typeof shownStatuses)[number]
