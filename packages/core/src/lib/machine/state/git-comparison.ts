import type { RepositoryChange } from '../../event/change/repository-change.ts'
import type { NotedStatement } from '../../event/noted-statement.ts'

/** The end of a journal as a resume finds it. */
export interface JournalEnd {
  /** The number of records that can be read. */
  records: number
  /** ISO 8601, UTC. */
  at: string
}

/** Commits of the run that git contains and the journal does not, because the end of the journal was lost. */
export interface Integrated {
  /** The value of the run's head reference. */
  head: string
  /** Commits of phases that the journal does not list as completed, oldest first. */
  phases: { phaseId: string; commit: string; statement?: Omit<NotedStatement, 'commit'> }[]
  /** The last statement of the run's chain, if the journal does not contain it. */
  statement?: NotedStatement
  /** Whether `head` is the commit that contains the run's report. */
  report: boolean
  /** The target's commit, if the run made it: `head`, or the one commit that contains all work of the run. */
  published?: string
}

/**
 * A reference of the run that git contains and the journal does not. `attempt` is the number of the phase's
 * attempt, if it names one.
 */
export interface RefBeyond {
  /** The full name of the reference. */
  ref: string
  /** The commit that it names. */
  commit: string
  /** The phase that it belongs to. Absent for a reference of the run. */
  phaseId?: string
  /** The attempt of the phase, from 1. */
  attempt?: number
}

/**
 * A head that someone else deleted, moved back, or moved to a commit that does not follow from the journal.
 */
export interface DisplacedHead {
  /** Whether it was deleted, moved back, or moved to an unknown commit. */
  how: 'gone' | 'rewound' | 'foreign'
  /** Its commit. Null if it was deleted. */
  found: string | null
  /** The journal's head. */
  expected: string
  /** Whether that commit still exists. */
  exists: boolean
}

/**
 * Changes of the repository's configuration, hooks or the like since the workspace of an interrupted attempt
 * was opened.
 */
export interface PlantedSince {
  /** The phase of the attempt. Absent: the review of the final result was interrupted. */
  phaseId?: string
  /** The changes. */
  changes: RepositoryChange[]
  /** Number of further changes. */
  more?: number
}

/** The differences between the journal and git that a resume finds. */
export interface GitComparison {
  /** Work that git contains and the journal does not. */
  found?: Integrated
  /** References that git contains and the journal does not. */
  beyond?: RefBeyond[]
  /** The run's head, if it is not what the journal expects. */
  displaced?: DisplacedHead
  /** Changes of configuration, hooks or the like, for each attempt that was interrupted since. */
  planted?: PlantedSince[]
}
