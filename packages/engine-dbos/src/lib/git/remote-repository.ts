import { runRemoteGit } from './run-remote-git.ts'
import { type Outage, untilReachable } from './until-reachable.ts'

/** One ref of a push. `old` is its expected value; a push without it replaces any value. */
export interface PushedRef {
  ref: string
  /** The object to set it to; null deletes it. */
  new: string | null
  /** The value that it must have; null if it must not exist. */
  old?: string | null
}

/** The shared repository, as one clone reaches it. */
export interface RemoteRepository {
  /** Refs of the remote that match the patterns (a full name, or a prefix with `*`), with their objects. */
  list(patterns: readonly string[]): Promise<Map<string, string>>
  /** Fetches objects with all that they need. No ref of the clone moves. */
  fetch(objects: readonly string[]): Promise<void>
  /** Whether the clone has an object. */
  has(object: string): Promise<boolean>
  /** Pushes all refs or none. Throws `GIT_FAILED`, also where it is unknown whether they were moved. */
  push(refs: readonly PushedRef[]): Promise<void>
  /** Writes a blob to the clone and returns its id. */
  writeBlob(text: string): Promise<string>
  /** Reads a blob of the clone. */
  readBlob(id: string): Promise<string>
}

/** How calls of a remote fail. */
export interface RemoteOptions {
  /** The time limit of one call, in milliseconds. */
  limitMs?: number | undefined
  /** How calls are repeated while the remote cannot be reached. */
  outage?: Outage | undefined
  /** Awaited before each call that transfers data. It throws for a remote that must not be tried. */
  check?: (() => Promise<void>) | undefined
}

/** Creates the access of a clone (`repo`, a folder of it) to a remote: an address, a path or a name. */
export const remoteRepository = (
  repo: string,
  remote: string,
  { limitMs, outage, check }: RemoteOptions = {},
): RemoteRepository => {
  const git = (args: string[], input?: string): Promise<string> =>
    runRemoteGit(args, {
      repo,
      ...(input !== undefined && { input }),
      ...(limitMs !== undefined && { limitMs }),
    })
  const transfer = async (args: string[]): Promise<string> => {
    await check?.()
    return untilReachable(() => git(args), outage)
  }
  return {
    async list(patterns) {
      const text = await transfer(['ls-remote', '--refs', '--', remote, ...patterns])
      const lines = text.split('\n').filter((line) => line !== '')
      return new Map(lines.map((line) => line.split('\t').reverse() as [string, string]))
    },
    async fetch(objects) {
      const args = ['fetch', '--quiet', '--no-tags', '--no-write-fetch-head', '--no-auto-maintenance']
      await transfer([...args, '--', remote, ...objects])
    },
    has: (object) =>
      git(['cat-file', '-e', object]).then(
        () => true,
        () => false,
      ),
    async push(refs) {
      const leases = refs.flatMap(({ ref, old }) =>
        old === undefined ? [] : [`--force-with-lease=${ref}:${old ?? ''}`],
      )
      const specs = refs.map(({ ref, new: to, old }) => `${old === undefined ? '+' : ''}${to ?? ''}:${ref}`)
      await transfer(['push', '--quiet', '--atomic', '--no-verify', ...leases, '--', remote, ...specs])
    },
    writeBlob: (text) => git(['hash-object', '-w', '--stdin'], text),
    readBlob: (id) => git(['cat-file', 'blob', id]),
  }
}
