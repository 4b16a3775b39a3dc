import { signalCopyMs } from '@amelia/agent-process'
import type { Run } from '@amelia/core'
import { type Clock, timerClock } from '@amelia/core/plugin'
import { front } from './front.ts'

/** The effect of the last Ctrl-C. */
export type Interruption = 'draining' | 'cancelling'

/** Parts that tests replace, and the state of the terminal. */
interface SignalOptions {
  /** Handles a closed terminal. Default: drains the run. */
  hangUp?: (() => void) | undefined
  /** Is called before that if the front has died: its shell has the terminal again. */
  frontLost?: (() => void) | undefined
  exit?: () => void
  isLent?: () => boolean
  clock?: Clock
}

/**
 * Drains the run at the first Ctrl-C, cancels it at the second and exits the process at the third. SIGTERM
 * and a closed terminal (SIGHUP, or the end of the front) drain it, unless `hangUp` handles the latter.
 *
 * Copies of a Ctrl-C are ignored, and the first one drains the run only when they have arrived: one that
 * follows the notice is another Ctrl-C. `interrupt` is for a Ctrl-C that arrives as a key press. While
 * `isLent` returns true, another program has the terminal, and a Ctrl-C is for that one.
 */
export const watchSignals = (
  run: Pick<Run, 'drain' | 'cancel'>,
  report: (interruption: Interruption) => void,
  {
    hangUp,
    frontLost,
    exit = () => process.exit(130),
    isLent = () => false,
    clock = timerClock({ keepAlive: false }),
  }: SignalOptions = {},
): { interrupt(): void; close(): void } => {
  let count = 0
  let mayCopy = false
  const over = new AbortController()
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
    if (mayCopy || isLent()) return
    mayCopy = true
    if (count > 0) interrupt()
    const arrived = (): void => {
      mayCopy = false
      terminate()
    }
    clock.wait(signalCopyMs, over.signal).then(arrived, () => {})
  }
  const onHangup = (): void => (hangUp ?? terminate)()
  const forget = front.onLost(() => {
    frontLost?.()
    onHangup()
  })
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', terminate)
  process.on('SIGHUP', onHangup)
  return {
    interrupt,
    close() {
      over.abort()
      process.off('SIGINT', onSignal)
      process.off('SIGTERM', terminate)
      process.off('SIGHUP', onHangup)
      forget()
    },
  }
}
