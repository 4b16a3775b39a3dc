import type { Failure } from '../../contract/failure.ts'
import type { RunEventType } from '../../event/run-event-type.ts'
import type { RunEvent } from '../../event/run-event.ts'
import type { EventGroup, EventLevel, EventTone, EventWords, WordsOf } from './event-words.ts'
import { phaseEventWords } from './phase-event-words.ts'
import { runEventWords } from './run-event-words.ts'

/** An event in words, for any display. */
export interface DescribedEvent {
  /**
   * The event in a line, which begins in lower case: without its time, its phase and its failure. It may
   * contain control characters of plans, agents and commands.
   */
  text: string
  /** Its subject. */
  group: EventGroup
  /** Its meaning. */
  tone: EventTone
  /** Its weight. */
  level: EventLevel
  /** The failure to put behind the text, where it was not shown before. Absent if it reports none. */
  failure?: Failure
}

const words: EventWords<RunEventType> = { ...runEventWords, ...phaseEventWords }

/** Describes an event. All displays of events show these words. */
export const describeEvent = (event: RunEvent): DescribedEvent => {
  const { text, group, tone, level = 'line', failure } = words[event.type] as WordsOf<RunEventType>
  return {
    text: text(event),
    group,
    tone: typeof tone === 'function' ? tone(event) : tone,
    level: typeof level === 'function' ? level(event) : level,
    ...(failure && { failure: failure(event) }),
  }
}
