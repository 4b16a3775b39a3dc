import type { DispatchedWork } from '@amelia/core/plugin'

/** The names by which DBOS knows the work of a cluster. */
export const dispatchWorkflow = {
  /** The application that owns our rows in DBOS's tables. */
  application: 'amelia',
  /** The workflow that performs one dispatch. */
  name: 'perform-dispatch',
  /** The queue of a phase that names none. */
  defaultQueue: 'default',
  /** The id of a dispatch's workflow: the same dispatch is never enqueued twice. */
  idOf: ({ runId, phaseId, attempt, dispatch }: DispatchedWork): string =>
    `${runId}/${encodeURIComponent(phaseId)}/${attempt}/${dispatch}`,
  /** The name of a queue in DBOS. */
  queueOf: (queue: string): string => `amelia-${queue}`,
  /**
   * Workers take only dispatches of runs whose journal they can read, so that several versions can share a
   * database.
   */
  versionOf: (journalVersion: number): string => `journal-${journalVersion}`,
}
