/** Where a phase is. */
export type PhaseStatus =
  | 'pending'
  | 'ready'
  | 'running'
  /** An attempt has failed, and the next one has not begun. */
  | 'retrying'
  | 'verifying'
  | 'reviewing'
  | 'checkpoint'
  | 'integrating'
  | 'waiting'
  | 'completed'
  | 'external'
  | 'failed'
  | 'blocked'
  | 'skipped'
  | 'cancelled'
