import type { RunEvent } from '../event/run-event.ts'
import type { Run } from '../run/start/run.ts'

/** Returns a list of all events of a run, to which new events are added. */
export const recordEvents = (run: Run): RunEvent[] => {
  const events: RunEvent[] = []
  run.subscribe({ after: 0 }, (event) => events.push(event))
  return events
}
