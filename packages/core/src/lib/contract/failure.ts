import type { Step } from '../plan/model/step.ts'
import type { CommandTry } from './command-try.ts'
import type { FailureClass } from './failure-class.ts'

/** Why a step, a unit or an attempt failed, kept in full for the next attempt and for people. */
export interface Failure {
  /** The kind of failure, which decides how the engine responds. */
  class: FailureClass
  /** One sentence: what failed, where. */
  message: string
  /** The command that failed, as it was run. Of several tries: the first that could start. */
  command?: string
  /** The exit code of `command`; null if a signal ended it. Absent without a command. */
  exitCode?: number | null
  /** The telling lines of its output. */
  output?: string
  /** Where the full output is kept. */
  outputFile?: string
  /**
   * Every try, first try first, if a step's command and its fallbacks failed. `command`, `exitCode`, `output`
   * and `outputFile` are those of the first that could start, or else of the first.
   */
  tries?: CommandTry[]
  /** Possible actions of a person, from what the repository contains: suggestions, not facts. */
  suggestions?: string[]
  /** Its agent reports that it did only a part of the work. */
  partial?: true
  /** The step that failed, and what it was to do. */
  stepId?: string
  /** The action of the step that failed. */
  action?: Step['action']
  /**
   * Set if a person asked for another attempt with these words: an answer to a gate's question, or feedback
   * at a checkpoint, which has no question.
   */
  answer?: { text: string; question?: string; details?: string[] }
  /** Whose session failed: the key of rate limits. */
  provider?: string
  /** When the provider wants to be asked again, in milliseconds from then. */
  retryAfterMs?: number
}
