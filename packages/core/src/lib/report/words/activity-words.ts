import type { RunEventType } from '../../event/run-event-type.ts'
import type { RunEventOf } from '../../event/run-event.ts'
import { describeDelay } from '../describe-delay.ts'

type ActivityWords = {
  readonly [Type in RunEventType]?: ((event: RunEventOf<Type>) => string) | null
}

const none = (): string => ''

const waitsFor = {
  checkpoint: 'waiting at its checkpoint',
  strategy: 'waiting for the checkpoint strategy',
  blocker: 'waiting for an answer',
} as const

/**
 * The words for what a phase does after an event about it; null if it has ended. An event that is absent
 * changes no words.
 */
export const activityWords: ActivityWords = {
  phase_started: none,
  phase_continued: none,
  phase_unskipped: none,
  commit_integrated: none,
  subtask_started: ({ title }) => title,
  step_started: ({ description, action }) => description.trim() || action,
  verification_started: ({ checks }) => `verifying: ${checks.join(', ')}`,
  review_started: ({ round }) => (round > 1 ? `in review, round ${round}` : 'in review'),
  phase_locked: ({ waitsFor: other, files }) =>
    `waiting for ${other}, which ${files.length === 0 ? 'conflicts with it' : 'writes the same files'}`,
  phase_retry: ({ failure }) => `retrying: ${failure.message}`,
  phase_returned: () => 'returning to its session',
  phase_delayed: (event) => `${describeDelay(event)}: ${event.failure.message}`,
  phase_paused: ({ provider }) => `waiting for ${provider}, which accepts no sessions now`,
  phase_waiting: (event) => waitsFor[event.for],
  phase_failed: null,
  phase_blocked: null,
  phase_skipped: null,
  phase_completed: null,
  phase_cancelled: null,
}
