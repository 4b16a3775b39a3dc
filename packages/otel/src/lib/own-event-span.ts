import type { PluginEvent, RunEventOf } from '@amelia/core'
import type { SpanDraft } from './create-span-writer.ts'

/** An event of a plugin. Only the process that received it knows one without `seq`. */
export type OwnEvent = RunEventOf<'plugin_event'> | PluginEvent

/** The most characters of an event's data in a span. */
const mostData = 4_096

/**
 * Returns the span of an event of a plugin, which has no duration. `keyOf` numbers events without `seq`,
 * which no other process knows.
 */
export const ownEventSpan = (event: OwnEvent, parent: string, keyOf: (kind: string) => string): SpanDraft => {
  const { phaseId, who, name, data } = event
  const at = Date.parse(event.at)
  return {
    key: 'seq' in event ? `event/${event.seq}` : keyOf(`live-event/${event.afterSeq}`),
    ...{ parent, name: `event ${name}`, start: at, end: at },
    attributes: {
      ...(phaseId !== undefined && { 'amelia.phase.id': phaseId }),
      'amelia.event.name': name,
      'amelia.event.who': who,
      ...(data !== undefined && { 'amelia.event.data': JSON.stringify(data).slice(0, mostData) }),
    },
  }
}
