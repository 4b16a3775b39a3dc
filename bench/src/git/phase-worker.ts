/** Performs the git work of one phase after another. */
export interface PhaseWorker {
  subject: string
  /** Whether a phase lasts long enough to be a repeat. */
  isSlow?: true
  /** Performs one phase with five changed files, from its workspace to its commit on the run's branch. */
  phase(number: number): Promise<void>
  close(): Promise<void>
}

/** The files that a phase changes. */
export const changesPerPhase = 5

/** Returns the files that a phase changes, by number. No two phases in a row share one. */
export const changedFiles = (phase: number, files: number): number[] =>
  Array.from({ length: changesPerPhase }, (_, at) => (phase * changesPerPhase + at) % files)

/** Measures parts of a phase by name. */
export type Lap = <Value>(step: string, work: () => Promise<Value>) => Promise<Value>

export const unmeasured: Lap = (_, work) => work()
