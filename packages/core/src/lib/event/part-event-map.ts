import type { Failure } from '../contract/failure.ts'
import type { Adaptation } from './adaptation.ts'

/** The events of a phase's subtasks and steps, by name. */
export interface PartEventMap {
  /**
   * The parts of a phase. Where the engine dispatches them one by one, it observes these events. In the
   * session of a phase they are `claimed`: they come from the agent's todo list and its report, at most one
   * start and one end in an attempt, and are never evidence. Parts that the agent did not name end with their
   * session.
   */
  subtask_started: { phaseId: string; subtaskId: string; title: string; claimed?: true }
  /**
   * A subtask is completed: now `done` of the phase's `of` subtasks are, or are claimed to be. A claim counts
   * as done once the phase is completed.
   */
  subtask_completed: { phaseId: string; subtaskId: string; done: number; of: number; claimed?: true }
  /** A person skipped it, or `skippedBy`, which it depends on or belongs to, was skipped. */
  subtask_skipped: { phaseId: string; subtaskId: string; reason: string; skippedBy?: string }
  /** The subtask's skip was undone, or that of the part that it was skipped with. */
  subtask_unskipped: { phaseId: string; subtaskId: string }
  /** A person skipped it, or `skippedBy`, which it depends on or belongs to, was skipped. */
  step_skipped: { phaseId: string; subtaskId: string; stepId: string; reason: string; skippedBy?: string }
  /** The step's skip was undone, or that of the part that it was skipped with. */
  step_unskipped: { phaseId: string; subtaskId: string; stepId: string }
  /** A claimed part fails by the agent's own report, or with the attempt in which it was under way. */
  subtask_failed: { phaseId: string; subtaskId: string; failure: Failure; claimed?: true }
  /** The engine begins to execute a structured step. `action`: the kind of step. */
  step_started: { phaseId: string; subtaskId: string; stepId: string; description: string; action: string }
  /** The step succeeded. `command` is the one that ran: the planned one or a fallback. */
  step_completed: {
    phaseId: string
    subtaskId: string
    stepId: string
    command?: string
    exitCode?: number | null
    output?: string
    /** The result of a function. */
    result?: unknown
    durationMs: number
    /** Whether an agent repaired the step before it succeeded. */
    adapted?: boolean
    /** The repair: its files, and the agent's last words. `command` ran after it. */
    adaptation?: Adaptation
  }
  /**
   * The step failed. `command` is the one that ran: the planned one, or the first fallback that could start
   * if that one could not. `failure` lists every try.
   */
  step_failed: {
    phaseId: string
    subtaskId: string
    stepId: string
    failure: Failure
    command?: string
    exitCode?: number | null
    output?: string
    durationMs: number
    adapted?: boolean
    adaptation?: Adaptation
  }
  /** A person stopped it, alone or with its phase. The gate that opens next asks how to continue. */
  step_cancelled: { phaseId: string; subtaskId: string; stepId: string }
}
