import type { PhaseStatus } from '../event/phase-status.ts'

/** A phase as the views draw it: the plan's facts, and its state when there is a run. */
export interface PhaseView {
  id: string
  title: string
  dependsOn: readonly string[]
  estimate?: number | undefined
  priority?: number | undefined
  /** Number of its subtasks. */
  tasks: number
  status?: PhaseStatus | undefined
  subtasks?: readonly {
    title: string
    status: 'pending' | 'running' | 'completed' | 'failed' | 'skipped' | 'cancelled'
  }[]
}
