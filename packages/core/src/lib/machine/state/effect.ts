import type { UnfinishedEnd } from './recording.ts'
import type { GitLock } from '../../error/git-lock.ts'
import type { Unit } from '../../contract/driver.ts'
import type { RefUpdate } from '../../contract/git-backend.ts'
import type { GateView } from '../../event/gate.ts'

interface OfAttempt {
  phaseId: string
  attempt: number
}

/** What the loop is asked to do, as data. It answers with inputs. */
export type Effect =
  /** `reconcile`: an earlier process may have moved some of them already. */
  | { type: 'move_refs'; phaseId?: string; updates: RefUpdate[]; reconcile: boolean }
  /** `from`: the commit of an attempt that goes on. */
  | ({ type: 'open_workspace'; base: string; from?: string } & OfAttempt)
  | ({ type: 'run_unit'; unit: Unit } & OfAttempt)
  | ({ type: 'commit_attempt' } & OfAttempt)
  | ({ type: 'verify'; on: 'attempt' | 'merged'; commit: string } & OfAttempt)
  /** Have the reviewers look at the attempt's commit. `round` counts from 1 since a person last started the phase. */
  | ({ type: 'review'; commit: string; round: number } & OfAttempt)
  /** Ask the caller's own strategy whether the phase waits for a person. The phase is not active while it waits for the verdict. */
  | ({ type: 'decide_checkpoint'; requestId: string } & OfAttempt)
  | ({ type: 'run_hooks'; commit: string } & OfAttempt)
  | ({ type: 'merge'; head: string; commit: string } & OfAttempt)
  | ({ type: 'compose'; head: string; tree: string; text?: string } & OfAttempt)
  | ({ type: 'prepare_move'; commit: string; head: string; headRef: string } & OfAttempt)
  | ({ type: 'close_workspace' } & OfAttempt)
  /** Make the run's first commit. */
  | { type: 'prepare_run'; base: string }
  /** Run every check on the whole. */
  | { type: 'verify_run'; commit: string }
  /** Have the reviewers look at the whole. */
  | { type: 'review_run'; base: string; commit: string; round: number }
  /** Make the run's last commits, and say which references are to move. `ending`: the run ends like that, and only its report is committed. */
  | { type: 'close_run'; head: string; ending?: UnfinishedEnd }
  | { type: 'apply_to_checkout'; commit: string }
  /** Put the target back to what it was before the run. */
  | { type: 'revert_run'; found: string | null; before: string | null }
  /** Remove locks, which a person has approved, or see whether they are gone (`look`). Answered by `locks_gone`; a look finds nothing to say otherwise. */
  | { type: 'clear_locks'; gateId: string; locks: GitLock[]; look: boolean }
  /** Move the run's head back to the journal's commit, which a person has approved. Answered by `locks_gone`. */
  | { type: 'restore_head'; gateId: string; found: string | null; expected: string }
  | { type: 'ask'; gate: GateView }
  /** Say `woken` at this time, in milliseconds since 1970. */
  | { type: 'wake'; at: number }
  /** Stop what runs for one phase. It is answered by the inputs of the effects that stop. */
  | { type: 'interrupt_phase'; phaseId: string }
  /** Stop the sessions of a phase, or those that work for the whole run: the budget is used up. */
  | { type: 'interrupt_sessions'; phaseId?: string }
  /** Stop what is running. What it was is answered by the inputs of the effects that stop. */
  | { type: 'interrupt' }
  /** The run, or this process's part of it, is over. */
  | { type: 'finish' }

/** The effects that do the same when they are performed again: a lock that stops one of them is asked about, and then it is repeated. */
export type RepeatableEffect = Extract<
  Effect,
  {
    type:
      | 'move_refs'
      | 'prepare_run'
      | 'close_run'
      | 'compose'
      | 'commit_attempt'
      | 'open_workspace'
      | 'apply_to_checkout'
      | 'verify'
      | 'restore_head'
  }
>
