import type { Unit } from '../contract/driver.ts'
import type { RefUpdate } from '../contract/git-backend.ts'
import type { GateView } from './gate.ts'

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
  | ({ type: 'run_hooks'; commit: string } & OfAttempt)
  | ({ type: 'merge'; head: string; commit: string } & OfAttempt)
  | ({ type: 'compose'; head: string; tree: string; text?: string } & OfAttempt)
  | ({ type: 'prepare_move'; commit: string; head: string; headRef: string } & OfAttempt)
  | ({ type: 'close_workspace' } & OfAttempt)
  /** Make the run's first commit. */
  | { type: 'prepare_run'; base: string }
  /** Run every check on the whole. */
  | { type: 'verify_run'; commit: string }
  /** Make the run's last commits, and say which references are to move. */
  | { type: 'close_run'; head: string }
  | { type: 'apply_to_checkout'; commit: string }
  | { type: 'ask'; gate: GateView }
  /** Say `woken` at this time, in milliseconds since 1970. */
  | { type: 'wake'; at: number }
  /** Stop what is running. What it was is answered by the inputs of the effects that stop. */
  | { type: 'interrupt' }
  /** The run, or this process's part of it, is over. */
  | { type: 'finish' }
