import type { Review } from '../../contract/review.ts'
import type { RepositoryChange } from '../../event/change/repository-change.ts'
import { describeChange } from '../describe-change.ts'

/** Changes that are listed in a question, an event or a report. */
export const mostChanges = 50

/**
 * Describes a change to the repository's configuration to a person. `when` names the activity during which it
 * happened.
 */
export const tampering = (when: string, changes: readonly RepositoryChange[]) => ({
  blocker: 'repository_tampered' as const,
  message: `Configuration, hooks or the like of the repository changed while ${when}.`,
  details: [
    ...changes.slice(0, mostChanges).map(describeChange),
    ...(changes.length > mostChanges ? [`and ${changes.length - mostChanges} more`] : []),
  ],
})

/**
 * Returns the review of a final result during which configuration or hooks changed: it cannot be used, with
 * any verdict.
 */
export const tamperedReview = (
  when: string,
  review: Review,
  changes: readonly RepositoryChange[],
): Review => {
  const { message, details } = tampering(when, changes)
  const failure = { class: 'environment', message } as const
  return { ...review, approved: false, summary: [review.summary, ...details].join('\n'), failure }
}
