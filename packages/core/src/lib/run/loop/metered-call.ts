import type { Clock } from '../../contract/clock.ts'
import type { DriverV1, SessionProgress } from '../../contract/driver.ts'
import type { Host } from '../../contract/host.ts'
import type { RunLease } from '../../contract/run-store.ts'
import type { InputDraft } from '../../machine/state/input/input.ts'
import type { RunState } from '../../machine/state/run-state.ts'
import type { GuardCall } from '../../perform/guard/guard-call.ts'
import type { SessionDraft } from '../../perform/performer.ts'
import type { EventHub } from '../journal/event-hub.ts'

export interface MeterOptions {
  state: RunState
  hub: EventHub
  lease: Pick<RunLease, 'keep'>
  host: Pick<Host, 'uniqueId' | 'commands'> & { clock: Clock }
  secrets?: readonly string[] | undefined
  onListenerError?: ((error: unknown) => void) | undefined
  feed(input: InputDraft): void
  /** Resolves once the machine has applied the input. */
  feedAndWait(input: InputDraft): Promise<void>
}

export interface MeteredCall {
  agent: DriverV1
  request: SessionDraft
  /** The session's phase. */
  phaseId: string | undefined
  /** Stops the session. Aborted also when the budget is used up, or the driver's progress is invalid. */
  stop: AbortController
  /** `session`: the unique name that the session is charged under. */
  emit(progress: SessionProgress, session: string): void
  /** Abandons a session that ignores its signal. */
  guard: GuardCall
}
