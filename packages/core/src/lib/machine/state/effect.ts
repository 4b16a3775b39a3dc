import type { Address } from './address-of.ts'
import type { UnfinishedEnd } from './recording.ts'
import type { GitLock } from '../../error/git-lock.ts'
import type { Unit } from '../../contract/driver.ts'
import type { RefUpdate } from '../../contract/git-backend.ts'
import type { GateView } from '../../event/gate-view.ts'

/** An action for the loop, as data. The loop answers with inputs. */
export type Effect =
  /** `reconcile`: an earlier process may have moved some of the references already. */
  | { type: 'move_refs'; phaseId?: string; updates: RefUpdate[]; reconcile: boolean }
  /**
   * `from`: the commit that the attempt continues from. `slot`: the place of its tree. `rescue`: the tree in
   * that slot is committed first.
   */
  | ({ type: 'open_workspace'; base: string; from?: string; slot?: string; rescue?: true } & Address)
  | ({ type: 'run_unit'; unit: Unit } & Address)
  | ({ type: 'commit_attempt' } & Address)
  | ({ type: 'verify'; on: 'attempt' | 'merged'; commit: string } & Address)
  /** Review the attempt's commit. `round` counts from 1 since a person last started the phase. */
  | ({ type: 'review'; commit: string; round: number } & Address)
  /**
   * Ask the caller's own strategy whether the phase waits for a person. The phase is not active while it
   * waits for the verdict.
   */
  | { type: 'decide_checkpoint'; phaseId: string; attempt: number; requestId: string }
  | ({ type: 'run_hooks'; commit: string } & Address)
  | ({ type: 'merge'; head: string; commit: string } & Address)
  | ({ type: 'compose'; head: string; tree: string; text?: string } & Address)
  | ({ type: 'prepare_move'; commit: string; head: string; headRef: string } & Address)
  /** `keep`: the tree stays as it is, for a person. */
  | ({ type: 'close_workspace'; keep?: true } & Address)
  /** Make the run's first commit. */
  | { type: 'prepare_run'; base: string }
  /** Run every check on the final result. */
  | { type: 'verify_run'; commit: string }
  /** Review the final result. */
  | { type: 'review_run'; base: string; commit: string; round: number }
  /**
   * Make the run's last commits and name the references to move. `ending`: how an unfinished run ends; only
   * its report is committed.
   */
  | { type: 'close_run'; head: string; ending?: UnfinishedEnd }
  | { type: 'apply_to_checkout'; commit: string }
  /** Restore the target to its value before the run. */
  | { type: 'revert_run'; found: string | null; before: string | null }
  /**
   * Remove locks after a person approved it, or only check whether they are gone (`inspect`). Answered by
   * `locks_gone`, if they are.
   */
  | { type: 'clear_locks'; gateId: string; locks: GitLock[]; inspect: boolean }
  /**
   * Move the run's head back to the journal's commit, which a person has approved. Answered by `locks_gone`.
   */
  | { type: 'restore_head'; gateId: string; found: string | null; expected: string }
  | { type: 'ask'; gate: GateView }
  /** Send `woken` at this time, in milliseconds since 1970. */
  | { type: 'wake'; at: number }
  /** Give a person's text to the running session of a phase. Answered by `steer_answered`. */
  | { type: 'steer'; phaseId: string; steerId: string }
  /** Stop the effects of one phase. Each answers with its own input. */
  | { type: 'interrupt_phase'; phaseId: string }
  /** Stop the sessions of a phase, or those of the run itself, because the budget is used up. */
  | { type: 'interrupt_sessions'; phaseId?: string }
  /** Stop all running effects. Each answers with its own input. */
  | { type: 'interrupt' }
  /** The run, or this process's part of it, is over. */
  | { type: 'finish' }

/** Effects that may be performed twice. If a lock stops one, a person is asked, and then it is repeated. */
export type RepeatableEffect = Extract<
  Effect,
  {
    type:
      | 'move_refs'
      | 'prepare_run'
      | 'close_run'
      | 'merge'
      | 'compose'
      | 'prepare_move'
      | 'commit_attempt'
      | 'open_workspace'
      | 'apply_to_checkout'
      | 'verify'
      | 'restore_head'
  }
>
