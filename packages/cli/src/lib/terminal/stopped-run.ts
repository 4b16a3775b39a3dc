import type { Terminal } from './terminal.ts'

/** A run that an error stops, and the command that continues it. */
export interface StoppedRun {
  runId: string
  resume: string
}

const runs = new WeakMap<Pick<Terminal, 'error'>, StoppedRun>()

/** The run that a command line executes: errors that end the command end the run. */
export const stoppedRun = {
  /** Called when the run is stored. Without a run: it has ended. */
  set(terminal: Pick<Terminal, 'error'>, run?: StoppedRun): void {
    if (run) runs.set(terminal, run)
    else runs.delete(terminal)
  },
  of: (terminal: Pick<Terminal, 'error'>): StoppedRun | undefined => runs.get(terminal),
}

/** Tells how to continue a run. */
export const howToContinue = ({ runId, resume }: StoppedRun): string =>
  `Run ${runId} has stopped. To continue it: ${resume}\n`
