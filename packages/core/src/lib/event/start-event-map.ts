import type { HostConfinement } from '../contract/host.ts'
import type { Meta } from '../plan/field/meta.ts'
import type { PublishMode } from './publish-mode.ts'

/** The events that begin the part of a process in a run, by name. */
export interface StartEventMap {
  /**
   * The run starts for the first time. With `message-only` as `publish`, the files go into the user's
   * checkout, and the target is not created.
   */
  run_started: {
    goal: string
    /** Ids of the phases of the plan, in its order, without those that the run leaves out. */
    phases: string[]
    base: string
    publish: PublishMode
    target: string
    concurrency: number
    /** Whether the run's processes are confined. Absent if its host does not report it. */
    confinement?: HostConfinement
    /** The data that the plan and the caller gave the run. */
    meta?: Meta
  }
  /** The run continues in this process after another one stopped. */
  run_resumed: {
    phases: string[]
    /** Where the journal ended: the number of its last record, and when that was written. */
    journal?: { records: number; at: string }
    /** Commits of phases, the report, and other references that git contains and the journal does not. */
    found?: {
      phases: { phaseId: string; commit: string }[]
      report?: string
      refs?: { ref: string; commit: string }[]
    }
  }
}
