import type { Adaptation } from './adaptation.ts'

/** The observed result of a step. */
export interface StepObservation {
  /** The command that ran: the planned one or a fallback. */
  command?: string
  /** The exit code of the command. Null after a signal; absent for a step without a command. */
  exitCode?: number | null
  /** The output of the command, bounded. */
  output?: string
  /** The result of a function: JSON data. Absent for other steps, and without a result. */
  result?: unknown
  /** How long it took, in milliseconds. */
  durationMs: number
  /** Whether an agent repaired the step. */
  adapted?: boolean
  /** The repair. */
  adaptation?: Adaptation
}
