import type { Clock } from '../../../contract/clock.ts'
import type { RunState } from '../../../machine/state/run-state.ts'
import type { RunChange } from '../../../report/view/run-change.ts'
import { trackView } from '../../../report/view/track-view.ts'
import type { EventHub, Unsubscribe } from '../../journal/event-hub.ts'
import { pauseMs } from './fold-batches.ts'

/** The lock of a run to the process that has it. */
const lock = { locked: true }

/**
 * Calls the listener with the changes of the view of a run of this process: with the complete one at once,
 * and then at most ten times per second. Nothing is stored or read.
 */
export const subscribeToViews = (
  { state, hub, clock }: { state: RunState; hub: EventHub; clock: Clock },
  listener: (change: RunChange) => void,
): Unsubscribe => {
  const tracker = trackView(state)
  const over = new AbortController()
  let isWaiting = false
  let earliest = -Infinity
  const show = (): void => {
    isWaiting = false
    if (over.signal.aborted) return
    earliest = clock.now() + pauseMs
    const change = tracker.change(clock.now(), lock)
    hub.notify(listener, { ...change, ...(change.plan && { lock }) })
  }
  const plan = (): void => {
    if (isWaiting) return
    isWaiting = true
    clock.wait(Math.max(0, earliest - clock.now()), over.signal, 'poll').then(show, () => {})
  }
  hub.subscribe(0, tracker.observe)()
  const stops = [
    hub.on('*', tracker.observe),
    hub.onProgress((event) => {
      tracker.observe(event)
      plan()
    }),
    hub.on('input', (input) => {
      tracker.note(input)
      plan()
    }),
  ]
  show()
  return () => {
    over.abort()
    for (const stop of stops) stop()
  }
}
