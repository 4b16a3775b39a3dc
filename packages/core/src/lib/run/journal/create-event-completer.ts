import type { RunEvent } from '../../event/run-event.ts'
import type { RunState } from '../../machine/state/run-state.ts'
import type { MachineEvent } from '../../machine/state/turn.ts'
import { buildReport } from '../../report/build-report.ts'

/**
 * Returns a function that completes machine events for subscribers: it formats the time, and adds the report
 * to `run_ended`.
 *
 * The machine hands over each event, so the event is changed in place. The time is formatted once for all
 * events of a millisecond. Copying an event, or formatting a time, costs more than the transition that
 * emitted it.
 */
export const createEventCompleter = (state: RunState): ((event: MachineEvent) => RunEvent) => {
  let last = Number.NaN
  let time = ''
  return (event) => {
    if (event.at !== last) {
      last = event.at
      time = new Date(last).toISOString()
    }
    const report = event.type === 'run_ended' ? { report: buildReport(state, event.at) } : undefined
    const completed: object = Object.assign(event, { at: time }, report)
    // A machine event with a formatted time and its report is a run event.
    return completed as RunEvent
  }
}
