import type { Unit } from '../contract/driver.ts'
import type { RefUpdate } from '../contract/git-backend.ts'
import type { CheckResult } from '../event/check-result.ts'
import type { BlockerType } from '../policy/blocker-type.ts'
import type { Failure } from '../policy/failure.ts'
import type { GateChoice } from './gate.ts'

/** A step that was carried out: what was seen, not what was hoped for. */
export interface StepObservation {
  /** The command that was really run. */
  command?: string
  exitCode?: number | null
  output?: string
  durationMs: number
}

/** How a unit ended. */
export type UnitOutcome =
  | { outcome: 'completed' }
  | { outcome: 'failed'; failure: Failure }
  /** It cannot go on without a person. `stepId` is where. */
  | { outcome: 'blocked'; blocker: BlockerType; stepId?: string; message: string; details: string[] }

/** What happened, by type. Every input is journalled before the machine sees it. */
export interface InputMap {
  run_started: { base: string; target: string }
  run_resumed: object
  /** The references of an intent hold their new values. Without a phase: the run's own head exists. */
  refs_moved: { phaseId?: string }
  /** A reference held another value than the intent expected. Nothing was moved. */
  refs_refused: { phaseId?: string; refs: string[] }
  workspace_opened: { phaseId: string; attempt: number }
  subtask_started: { phaseId: string; subtaskId: string }
  step_started: { phaseId: string; subtaskId: string; stepId: string }
  step_finished: {
    phaseId: string
    subtaskId: string
    stepId: string
    observation: StepObservation
    failure?: Failure
  }
  subtask_finished: { phaseId: string; subtaskId: string; failure?: Failure }
  unit_finished: { phaseId: string; attempt: number; unit: Unit; result: UnitOutcome }
  attempt_committed: { phaseId: string; attempt: number; commit: string; tree: string; files: string[] }
  /** The change holds what may not be committed. */
  attempt_refused: {
    phaseId: string
    attempt: number
    blocker: BlockerType
    message: string
    details: string[]
  }
  verified: { phaseId: string; attempt: number; on: 'attempt' | 'merged'; checks: CheckResult[] }
  hooks_finished: {
    phaseId: string
    attempt: number
    outcome: 'passed' | 'rewritten' | 'failed' | 'environment'
    /** The commit's message as the hooks left it. */
    text: string
    hook?: string
    output?: string
  }
  merged: { phaseId: string; attempt: number; tree: string }
  merge_conflicted: { phaseId: string; attempt: number; paths: string[] }
  composed: { phaseId: string; attempt: number; commit: string }
  /** The intent: the references exactly as they are going to be moved. `note` says why the target stays. */
  move_prepared: { phaseId: string; attempt: number; updates: RefUpdate[]; note?: string }
  /** Git, the disk or the engine itself failed while the phase was at this. */
  effect_failed: { phaseId: string; attempt: number; during: string; failure: Failure }
  repository_moved: { phaseId: string; planted: boolean }
  gate_answered: { gateId: string; choice: GateChoice; feedback?: string }
  drain_requested: object
  cancel_requested: object
  /** Nothing moves and nobody answers: this process ends. */
  parked: object
}

export type InputType = keyof InputMap

/** One input. `at` is the clock's time, in milliseconds since 1970. */
export type Input = { [Type in InputType]: { type: Type; at: number } & InputMap[Type] }[InputType]

export type InputOf<Type extends InputType> = Extract<Input, { type: Type }>

/** An input before the loop has put the time on it. */
export type InputDraft = { [Type in InputType]: { type: Type } & InputMap[Type] }[InputType]
