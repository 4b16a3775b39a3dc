import type { Agent } from './agent.ts'

/** The data stored in addition to the repository and the journal. The key is not part of it. */
export interface KeptWork {
  readonly database: string
  readonly text: string
  /** The agent of the run, and whether it had a key. */
  readonly agent: (Omit<Agent, 'key'> & { readonly hasKey: boolean }) | null
}

const place = 'amelia-work'
const thrownAway = 'amelia-thrown-away'

/** Returns the work that the page started before a reload: in every tab, until it is deleted. */
export const keptWork = {
  read: (): KeptWork | null => JSON.parse(localStorage.getItem(place) ?? 'null') as KeptWork | null,
  write: (work: KeptWork): void => localStorage.setItem(place, JSON.stringify(work)),
  forget(): void {
    const { database } = keptWork.read() ?? {}
    localStorage.removeItem(place)
    if (database !== undefined) keptWork.throwAway(database)
  },
  /** Deletes the database at the next load, because it may be open now. */
  throwAway: (database: string): void => localStorage.setItem(thrownAway, database),
  clearUp(): void {
    const database = localStorage.getItem(thrownAway)
    if (database !== null) indexedDB.deleteDatabase(database)
    localStorage.removeItem(thrownAway)
  },
}
