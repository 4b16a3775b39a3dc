import type { RepositoryChange } from '../../event/repository-change.ts'
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
