import type { Clock } from '../../contract/clock.ts'
import { mostOwnEvents, type OwnEvent, readOwnEvent } from '../../contract/tool/own-event.ts'
import { invalidOption } from '../../error/check/check-options.ts'
import type { FrozenRun } from '../../machine/state/frozen-run.ts'
import type { InputDraft } from '../../machine/state/input/input.ts'
import type { Performer } from '../../perform/performer.ts'
import { redactValue } from '../../text/secret/redact-value.ts'
import type { EventHub } from './event-hub.ts'

interface OwnEventsOptions {
  state: Pick<FrozenRun, 'seq' | 'runId' | 'ownEvents'>
  hub: Pick<EventHub, 'progress'>
  clock: Clock
  secrets: readonly string[]
  feed(input: InputDraft): void
  onError(error: unknown): void
}

/**
 * Returns the function that checks an event of a plugin and streams it: through the journal if the event asks
 * for it and the journal has room, else as progress. An invalid event is only an error that is reported.
 */
export const createOwnEvents = (options: OwnEventsOptions): Performer['ownEvent'] => {
  const { state, hub, clock, secrets, feed, onError } = options
  let kept = 0
  let isFull = false
  const hasRoom = (): boolean => {
    // An event that was fed may not be in the state yet.
    kept = Math.max(kept, state.ownEvents ?? 0)
    if (kept < mostOwnEvents) return true
    if (!isFull)
      onError(
        invalidOption(
          'journal',
          `The journal of this run keeps ${mostOwnEvents} events of plugins and is full. Later events are streamed only: emit them without \`journal\`.`,
        ),
      )
    isFull = true
    return false
  }
  return (who, phaseId, given) => {
    let event: OwnEvent
    try {
      event = readOwnEvent(who, given)
    } catch (error) {
      return onError(error)
    }
    const { name, data } = event
    const fields = {
      ...({ type: 'plugin_event', who, name } as const),
      ...(phaseId !== undefined && { phaseId }),
      ...(data !== undefined && { data: redactValue(data, secrets) }),
    }
    if (event.journal && hasRoom()) {
      kept++
      return feed(fields)
    }
    const at = new Date(clock.now()).toISOString()
    hub.progress({ ...fields, afterSeq: state.seq, at, runId: state.runId })
  }
}
