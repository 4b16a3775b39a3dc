import type { Failure } from '../../contract/failure.ts'
import type { RunEventType } from '../../event/run-event-type.ts'
import type { RunEventOf } from '../../event/run-event.ts'

/** The meaning of an event, as a colour. */
export type EventTone = 'good' | 'bad' | 'warn' | 'active' | 'dim'

/** `line`: shown wherever a run is watched. `detail`: only where all events are shown. */
export type EventLevel = 'line' | 'detail'

/** The subject of an event, by which people select events. */
export type EventGroup = 'run' | 'phase' | 'part' | 'check' | 'review' | 'question' | 'session'

/** The words for the events of one type. */
export interface WordsOf<Type extends RunEventType> {
  /** Its subject. */
  group: EventGroup
  /** The event in a line of text, without its time and phase, and without its failure. */
  text(event: RunEventOf<Type>): string
  /** Its meaning. */
  tone: EventTone | ((event: RunEventOf<Type>) => EventTone)
  /** Its weight. Default: `line`. */
  level?: EventLevel | ((event: RunEventOf<Type>) => EventLevel)
  /** The failure that ends the line. */
  failure?(event: RunEventOf<Type>): Failure
}

/** The words for the events of some types. */
export type EventWords<Types extends RunEventType> = { readonly [Type in Types]: WordsOf<Type> }

/** Returns the tone of an event that passed or did not. */
export const passTone = ({ passed }: { passed: boolean }): EventTone => (passed ? 'good' : 'bad')

/** Returns the tone of a verdict. */
export const verdictTone = ({ approved }: { approved: boolean }): EventTone => (approved ? 'good' : 'warn')

/** Describes a verdict with its summary. */
export const verdict = ({ approved, summary }: { approved: boolean; summary: string }): string =>
  `${approved ? 'approved' : 'requested changes'}: ${summary}`

/** Shortens the name of a commit. */
export const short = (commit: string): string => commit.slice(0, 7)

/** Returns `: ` and the reason, or nothing without one. */
export const because = (reason: string | undefined): string => (reason === undefined ? '' : `: ${reason}`)
