/** The reasons why a gate of kind `blocker` opens. */
export const blockerTypes = [
  'command_failed',
  'validation_failed',
  'needs_judgment',
  'unexpected_state',
  'dependency_skipped',
  'user_cancelled',
  'secret_in_change',
  'path_refused',
  'user_changes',
  'repository_tampered',
  'repository_locked',
  'journal_short',
  'head_moved',
  'target_moved',
  'merge_conflict',
  'already_done',
  'evidence_changed',
  'red_unclear',
  'review_rejected',
  'review_unclear',
  'environment',
  'auth',
  'permission',
  'refused',
  'budget_exceeded',
  'context_overflow',
  'attempts_exhausted',
  'repeated_failure',
] as const

/** The reason why a gate of kind `blocker` opened. */
export type BlockerType = (typeof blockerTypes)[number]
