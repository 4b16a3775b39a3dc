import type { RetryDecision } from '../../policy/failure/retry-rule.ts'
import type { RunEventMap } from '../../event/run-event.ts'
import type { RunEventType } from '../../event/run-event-type.ts'
import type { Effect } from './effect.ts'
import type { RunState } from './run-state.ts'

/** The fields of a machine's event: those of a run's event, without the report that the loop adds. */
export type MachineEventBody<Type extends RunEventType> = Type extends 'run_ended'
  ? Omit<RunEventMap[Type], 'report'>
  : RunEventMap[Type]

/** An event as the machine gives it: the loop writes the time out and puts the report on the last one. */
export type MachineEvent = {
  [Type in RunEventType]: { type: Type; seq: number; at: number; runId: string } & MachineEventBody<Type>
}[RunEventType]

/** One call of `transition`: the state that it changes and what it has decided so far. */
export interface Turn {
  readonly state: RunState
  readonly at: number
  /** The decision of the caller's rule about the attempt that the input ends. */
  readonly retry?: RetryDecision
  readonly events: MachineEvent[]
  readonly effects: Effect[]
}

/** Says something. Numbers have no gaps. */
export const emit = <Type extends RunEventType>(
  turn: Turn,
  type: Type,
  body: MachineEventBody<Type>,
): void => {
  const event = { type, seq: ++turn.state.seq, at: turn.at, runId: turn.state.runId, ...body }
  // The compiler cannot see that a type and its own body make a member of the union.
  turn.events.push(event as MachineEvent)
}
