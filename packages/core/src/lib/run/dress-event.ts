import type { RunEvent } from '../event/run-event.ts'
import type { RunState } from '../machine/run-state.ts'
import type { MachineEvent } from '../machine/turn.ts'
import { buildReport } from '../report/build-report.ts'

/**
 * The event as the world gets it: its time written out, and the report on the last one.
 *
 * The machine gives each event away, so it is finished in place: a copy costs as much as the decision did.
 */
export const dressEvent = (event: MachineEvent, state: RunState): RunEvent => {
  const report = event.type === 'run_ended' ? { report: buildReport(state, event.at) } : undefined
  const dressed: object = Object.assign(event, { at: new Date(event.at).toISOString() }, report)
  // A machine's event with its time written out and its report is an event of the world.
  return dressed as RunEvent
}
