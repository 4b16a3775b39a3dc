import type { Host } from '@amelia/core'
import { words } from '@amelia/core/view'
import { nodeHost, type NodeHostOptions } from '@amelia/node'
import { printNote } from '../terminal/print-note.ts'
import type { Terminal } from '../terminal/terminal.ts'
import type { RunPlace } from './run-place.ts'

/**
 * Creates the host of a repository. The journals are in the database if one is given, and otherwise below the
 * git folder of the repository. `terminal` shows when the database cannot be reached, or a call of git is
 * repeated.
 *
 * Throws `OPTION_INVALID` for an address that PostgreSQL's client cannot read.
 */
export const openHost = async (
  { repo, database, deadAfter, engine }: RunPlace & { engine?: 'dbos' },
  { terminal, ...options }: Omit<NodeHostOptions, 'repo'> & { terminal?: Terminal } = {},
): Promise<Host> => {
  const warn = (message: string): void => {
    if (terminal) printNote(terminal, `warning: ${words.plainLabel(message)}\n`)
  }
  const host = nodeHost({ repo, onGitWarning: warn, ...options })
  if (database === undefined) return host
  // Loaded late: most runs need no database.
  const { postgresStore } = await import('@amelia/store-postgres')
  const onUnreachable = (error: unknown): void => {
    const cause = words.plainLabel(error instanceof Error ? error.message : String(error))
    warn(`Cannot reach the database. Trying again: ${cause}`)
  }
  const store = postgresStore({ database, ...timesOf(deadAfter, engine), onUnreachable })
  // The machine is read when it is needed, so its getter has to stay one.
  return Object.defineProperties(
    {},
    {
      ...Object.getOwnPropertyDescriptors(host),
      store: { value: store, enumerable: true },
    },
  ) as Host
}

/**
 * A process with sessions gives up an unreachable database before another one may take its run. A coordinator
 * of workers has none, and waits: its run continues if nobody has taken it.
 */
const timesOf = (
  deadAfter: number | undefined,
  engine: 'dbos' | undefined,
): { leaseMs?: number; retryMs?: number } => {
  const lease = deadAfter === undefined ? {} : { leaseMs: deadAfter, retryMs: (deadAfter * 2) / 3 }
  return engine === undefined ? lease : { ...lease, retryMs: 600_000 }
}
