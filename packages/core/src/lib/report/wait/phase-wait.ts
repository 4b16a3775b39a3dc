import type { SpendKind } from '../../event/budget.ts'

/** The most phases that the reasons `place` and `batch` name. Many phases may wait for the same ones. */
export const mostNamed = 20

/** The reason why a phase is not running. Times are ISO 8601 in UTC. */
export type WaitReason =
  /** Dependencies that are neither completed nor external. */
  | { reason: 'dependencies'; phases: string[] }
  /** A phase that failed or was skipped keeps it from ever starting. */
  | { reason: 'blocked'; phases: string[] }
  /** Every place is taken by these phases. */
  | ({ reason: 'place' } & SomePhases)
  /** A running phase writes files that this one writes too, or without files, conflicts with it. */
  | { reason: 'files'; phases: string[]; files: string[] }
  /** Phases of its batch, or of earlier batches, that run first. */
  | ({ reason: 'batch' } & SomePhases)
  /** Another phase is being integrated. */
  | { reason: 'integration'; phases: string[] }
  /** In place, an interrupted phase continues first. */
  | { reason: 'interrupted'; phases: string[] }
  | { reason: 'provider'; provider: string; until: string }
  /** Its session waits for others: these limits, which runs share, are used up. Only its process knows it. */
  | { reason: 'limit'; limits: string[] }
  /** The next attempt after a failure that may pass. */
  | { reason: 'delay'; until: string }
  /** A person has to answer. */
  | { reason: 'gate'; gateId: string }
  /** The checkpoint strategy has not decided. */
  | { reason: 'strategy' }
  /** These limits of the run's budget are used up. */
  | { reason: 'budget'; limits: SpendKind[] }
  /** The run has not started, or starts nothing new. */
  | { reason: 'stopped' }
  /** Nothing: it starts as soon as a process continues the run. */
  | { reason: 'ready' }

/** At most 20 phases, and the number of the others. */
export interface SomePhases {
  /** Ids of the named phases. */
  phases: string[]
  /** The number of the others. Absent if `phases` contains all. */
  more?: number
}

/** Why a phase is not running. */
export type PhaseWait = WaitReason & {
  /** The reason as a sentence without the phase's id, such as `Waits for phase 1.` */
  sentence: string
}
