import type { BlockerType } from './blocker-type.ts'

/** The state of a batch of the plan (seed: intelligent-execution, BatchResult). */
export interface BatchReport {
  /** Counts from 1. */
  batch: number
  /** Ids of its phases, in plan order. */
  phases: string[]
  /**
   * `blocked`: it waits for a person at a blocker, or cannot start. `partial`: parts were skipped or
   * cancelled, and nothing failed. `interrupted`: the process of the run ended before the batch.
   */
  status: 'pending' | 'running' | 'interrupted' | 'completed' | 'partial' | 'blocked' | 'failed'
  /** Ids of the completed steps, and of completed subtasks without steps. */
  completedSteps: string[]
  /**
   * Where the trust level asks a person before work is integrated: once about the batch, or about single
   * phases. Absent if it asks nowhere in the batch, and if the caller's own strategy decides.
   */
  checkpoint?: 'batch' | 'phase'
  /** The open gate at which it is blocked. */
  blocker?: { gateId: string; phaseId: string; type: BlockerType; message: string }
  /** When its first phase started: ISO 8601 in UTC. */
  startedAt?: string
  /** When its last phase ended: ISO 8601 in UTC. */
  completedAt?: string
}
