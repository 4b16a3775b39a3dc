import { exitCode } from './exit-code.ts'
import type { Terminal } from './terminal.ts'

/**
 * Waits for a function that prints something until its signal aborts: at a Ctrl-C, or when the reader of
 * stdout has closed. Returns the exit code, which is 130 after a Ctrl-C.
 */
export const untilLeft = async (
  { gone }: Pick<Terminal, 'gone'>,
  print: (signal: AbortSignal) => Promise<void>,
): Promise<number> => {
  const interruption = new AbortController()
  const interrupt = (): void => interruption.abort()
  process.on('SIGINT', interrupt)
  try {
    await print(AbortSignal.any([gone, interruption.signal]))
  } finally {
    process.off('SIGINT', interrupt)
  }
  return interruption.signal.aborted ? exitCode.cancelled : exitCode.completed
}
