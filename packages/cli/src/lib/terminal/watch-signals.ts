import type { Run } from '@amelia/core'

/** The effect of the last Ctrl-C. */
export type Interruption = 'draining' | 'cancelling'

/**
 * Drains the run at the first Ctrl-C, cancels it at the second and exits the process at the third. SIGTERM
 * and a closed terminal (SIGHUP) drain it.
 *
 * `interrupt` is for a Ctrl-C that arrives as a key press. While `isLent` returns true, another program has
 * the terminal, and a Ctrl-C is for that one.
 */
export const watchSignals = (
  run: Pick<Run, 'drain' | 'cancel'>,
  report: (interruption: Interruption) => void,
  {
    exit = () => process.exit(130),
    isLent = () => false,
  }: { exit?: () => void; isLent?: () => boolean } = {},
): { interrupt(): void; close(): void } => {
  let count = 0
  const interrupt = (): void => {
    count++
    if (count === 1) {
      run.drain()
      report('draining')
    } else if (count === 2) {
      run.cancel()
      report('cancelling')
    } else {
      exit()
    }
  }
  const terminate = (): void => {
    if (count === 0) interrupt()
  }
  const onSignal = (): void => {
    if (!isLent()) interrupt()
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', terminate)
  process.on('SIGHUP', terminate)
  return {
    interrupt,
    close() {
      process.off('SIGINT', onSignal)
      process.off('SIGTERM', terminate)
      process.off('SIGHUP', terminate)
    },
  }
}
