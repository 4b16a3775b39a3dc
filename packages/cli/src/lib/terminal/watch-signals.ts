import type { Run } from '@amelia/core'

/** What the last Ctrl-C did. */
export type Interruption = 'draining' | 'cancelling'

/**
 * Ctrl-C once lets what runs come to its end, twice stops it, a third time ends the process. SIGTERM is like the first, and so is a
 * terminal that is closed.
 *
 * `interrupt` is for a Ctrl-C that came as a key.
 */
export const watchSignals = (
  run: Pick<Run, 'drain' | 'cancel'>,
  tell: (interruption: Interruption) => void,
  exit: () => void = () => process.exit(130),
): { interrupt(): void; close(): void } => {
  let count = 0
  const interrupt = (): void => {
    count++
    if (count === 1) {
      run.drain()
      tell('draining')
    } else if (count === 2) {
      run.cancel()
      tell('cancelling')
    } else {
      exit()
    }
  }
  const terminate = (): void => {
    if (count === 0) interrupt()
  }
  process.on('SIGINT', interrupt)
  process.on('SIGTERM', terminate)
  process.on('SIGHUP', terminate)
  return {
    interrupt,
    close() {
      process.off('SIGINT', interrupt)
      process.off('SIGTERM', terminate)
      process.off('SIGHUP', terminate)
    },
  }
}
