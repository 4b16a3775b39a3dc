import type { Run } from '@amelia/core'
import { inFlags } from '../../setting/flag/in-flags.ts'
import { printError } from '../../terminal/print-error.ts'
import { stoppedRun } from '../../terminal/stopped-run.ts'
import type { Terminal } from '../../terminal/terminal.ts'

interface FatalWatch {
  /** Called after the end of the run: later errors do not stop it. */
  ended(): void
  close(): void
}

/**
 * Makes every error that ends the command name the run, once it is stored, and the command that continues it.
 * An error that nobody catches is printed in the same way, and ends the process with 1.
 */
export const watchFatal = (
  terminal: Terminal,
  run: Pick<Run, 'id' | 'subscribe'>,
  { resume, isStored }: { resume: string; isStored: boolean },
): FatalWatch => {
  const stored = (): void => stoppedRun.set(terminal, { runId: run.id, resume })
  if (isStored) stored()
  else run.subscribe({}, stored)
  const uncaught = (error: unknown): never => process.exit(printError(terminal, error, { inFlags }))
  process.on('uncaughtException', uncaught)
  return {
    ended: () => stoppedRun.set(terminal),
    close: () => process.off('uncaughtException', uncaught),
  }
}
