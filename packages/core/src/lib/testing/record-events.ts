import type { RunEvent } from '../event/run-event.ts'
import type { Run } from '../run/start/run.ts'

/** Keeps every event of a run, from its beginning, in a list that grows. */
export const recordEvents = (run: Run): RunEvent[] => {
  const events: RunEvent[] = []
  run.subscribe({ after: 0 }, (event) => events.push(event))
  return events
}
