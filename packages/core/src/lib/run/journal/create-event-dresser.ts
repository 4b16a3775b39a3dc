import type { RunEvent } from '../../event/run-event.ts'
import type { RunState } from '../../machine/state/run-state.ts'
import type { MachineEvent } from '../../machine/state/turn.ts'
import { buildReport } from '../../report/build-report.ts'

/**
 * Gives what makes a machine's event one for the world: its time written out, and the report on the last one.
 *
 * The machine gives each event away, so it is finished in place. A time is written out once for all events of its
 * millisecond. Both a copy and a time cost more than the decision that the event tells of.
 */
export const createEventDresser = (state: RunState): ((event: MachineEvent) => RunEvent) => {
  let last = Number.NaN
  let time = ''
  return (event) => {
    if (event.at !== last) {
      last = event.at
      time = new Date(last).toISOString()
    }
    const report = event.type === 'run_ended' ? { report: buildReport(state, event.at) } : undefined
    const dressed: object = Object.assign(event, { at: time }, report)
    // A machine's event with its time written out and its report is an event of the world.
    return dressed as RunEvent
  }
}
