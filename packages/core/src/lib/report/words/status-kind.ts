import type { PartStatus } from '../../contract/step-report.ts'
import type { ReportedStatus } from '../../event/phase-status.ts'

/** The meaning of a status: it decides the shape and the colour of its mark. */
export type StatusKind =
  | 'open'
  | 'ready'
  | 'running'
  | 'retrying'
  | 'waiting'
  | 'done'
  | 'external'
  | 'failed'
  | 'blocked'
  | 'skipped'
  | 'cancelled'

/** The kinds of phases and their parts. Apart from those of runs, which few programs show. */
export const phaseKinds: Readonly<Record<ReportedStatus | PartStatus, StatusKind>> = {
  pending: 'open',
  ready: 'ready',
  running: 'running',
  retrying: 'retrying',
  verifying: 'running',
  reviewing: 'running',
  checkpoint: 'waiting',
  integrating: 'running',
  waiting: 'waiting',
  completed: 'done',
  external: 'external',
  failed: 'failed',
  blocked: 'blocked',
  skipped: 'skipped',
  cancelled: 'cancelled',
  interrupted: 'cancelled',
}
