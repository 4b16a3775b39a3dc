import type { Host, RunAdapters } from '@amelia/core'
import { words } from '@amelia/core/view'
import type { RunPlace } from '../../stored/run-place.ts'
import { printNote } from '../../terminal/print-note.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { usageError } from '../../terminal/usage-error.ts'
import { loadEngine } from './load-engine.ts'

/** The flags that make a run use workers. */
export interface ClusterFlags {
  /** `dbos`: workers perform the phases. */
  engine?: 'dbos'
  /** The repository that all machines share; without `engine`, the remote to push to. */
  remote?: string
}

/** The adapters of a run that differ in a cluster. */
export interface OpenedCluster {
  adapters: Pick<RunAdapters, 'host' | 'dispatcher'>
  close(): Promise<void>
}

/**
 * Opens the adapters of a run: with `--engine dbos`, workers perform its phases, and its commits are on the
 * shared remote. A queue that no worker serves is a warning.
 *
 * Throws a usage error for missing flags.
 */
export const openCluster = async (
  terminal: Terminal,
  host: Host,
  { engine, remote, repo, database, deadAfter }: RunPlace & ClusterFlags,
): Promise<OpenedCluster> => {
  if (engine === undefined) return { adapters: { host }, close: () => Promise.resolve() }
  const { shared, address } = needBoth('--engine dbos', { remote, database })
  const { clusterHost, dbosDispatcher } = await loadEngine()
  const warn = (text: string): void => printNote(terminal, `warning: ${text}\n`)
  const cluster = clusterHost({
    ...{ host, repo, remote: shared },
    onUnreachable: (output) =>
      warn(`Cannot reach the shared repository. Trying again for 10 minutes: ${words.plainLabel(output)}`),
  })
  const dispatcher = dbosDispatcher({
    ...{ database: address, store: host.store },
    ...(deadAfter !== undefined && { deadMs: deadAfter }),
    onUnserved: (queue) =>
      warn(
        `No worker serves the queue ${queue}, so its phases wait. Start one with the flags of this command: amelia cluster work --queue ${queue}`,
      ),
  })
  return { adapters: { host: cluster, dispatcher }, close: () => dispatcher.close() }
}

/** Throws a usage error for a run of several machines that would continue in this clone only. */
export const checkEngine = (
  { isShared, runId }: { isShared: boolean; runId: string },
  { engine }: ClusterFlags,
): void => {
  if (!isShared || engine !== undefined) return
  throw usageError(
    `Several machines share the repository of run ${runId}.`,
    'Add --engine dbos and --remote URL, such as ssh://git@host/project.git.',
  )
}

/**
 * Opens the host for a change of a run: with `remote`, the shared repository has its refs.
 *
 * Throws a usage error for a run of several machines without it: the change would be one of this clone only.
 */
export const openShared = async (
  host: Host,
  { isShared, repo, remote }: { isShared: boolean; repo: string; remote?: string | undefined },
): Promise<Host> => {
  if (remote !== undefined) return (await loadEngine()).clusterHost({ host, repo, remote })
  if (!isShared) return host
  throw usageError(
    'Several machines share the repository of this run.',
    'Add --remote URL, such as ssh://git@host/project.git.',
  )
}

/** Throws a usage error unless the shared repository and the shared database are given. */
export const needBoth = (
  what: string,
  { remote, database }: { remote?: string | undefined; database?: string | undefined },
): { shared: string; address: string } => {
  if (database === undefined)
    throw usageError(
      `${what} needs a database that all machines reach.`,
      'Add --database URL, or set AMELIA_DATABASE.',
    )
  if (remote === undefined)
    throw usageError(
      `${what} needs a repository that all machines reach.`,
      'Add --remote URL, such as ssh://git@host/project.git.',
    )
  return { shared: remote, address: database }
}
