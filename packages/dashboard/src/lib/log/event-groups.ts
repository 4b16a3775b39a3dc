import type { RunEvent } from '@amelia/core'
import { describeEvent, type EventGroup } from '@amelia/core/view'

/** The groups of events that a person can choose, with their names. `problems` crosses the others. */
export const eventGroups: Readonly<Record<EventGroup | 'problems', string>> = {
  problems: 'Problems',
  run: 'Run and batches',
  phase: 'Phases',
  part: 'Subtasks and steps',
  check: 'Checks and commits',
  review: 'Reviews',
  question: 'Questions and answers',
  session: 'Sessions and cost',
}

/** Whether an event reports a failure, a retry, or work that cannot continue. */
export const isProblem = (event: RunEvent): boolean =>
  describeEvent(event).tone === 'bad' || event.type === 'phase_retry' || event.type === 'phase_delayed'
