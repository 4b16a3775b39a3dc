import type { Agent } from './agent.ts'

/** What is kept of the work beside the repository and the journal. The key is not among it. */
export interface KeptWork {
  readonly database: string
  readonly text: string
  /** The agent that it was begun with, and whether that had a key. */
  readonly agent: (Omit<Agent, 'key'> & { readonly hasKey: boolean }) | null
}

const place = 'amelia-work'
const thrownAway = 'amelia-thrown-away'

/** The work that the page began before it was loaded anew: in every tab, until it is forgotten. */
export const keptWork = {
  read: (): KeptWork | null => JSON.parse(localStorage.getItem(place) ?? 'null') as KeptWork | null,
  write: (work: KeptWork): void => localStorage.setItem(place, JSON.stringify(work)),
  forget(): void {
    const { database } = keptWork.read() ?? {}
    localStorage.removeItem(place)
    if (database !== undefined) keptWork.throwAway(database)
  },
  /** The database goes when the page is loaded the next time: now something may hold it open. */
  throwAway: (database: string): void => localStorage.setItem(thrownAway, database),
  clearUp(): void {
    const database = localStorage.getItem(thrownAway)
    if (database !== null) indexedDB.deleteDatabase(database)
    localStorage.removeItem(thrownAway)
  },
}
