import { randomUUID } from 'node:crypto'
import type { ProcessIdentity } from '@amelia/agent-process'
import { AmeliaError } from '@amelia/core/plugin'
import type { Repository } from '../repository/locate-repository.ts'
import { setRef } from '../refs/set-ref.ts'
import type { PathState, SeenPath } from '../checkout/path-state.ts'

/** The state of the user's checkout before a phase started in it. */
export interface Snapshot {
  /** The process that works in the checkout. */
  owner: ProcessIdentity
  /** The root of the checkout. */
  top: string
  /** Full name of its branch, and the branch's commit. */
  branch: string
  head: string
  /** The attempt's ref, and the ref for other discarded work. */
  attempt: string | null
  left: string
  /** The user's own paths and their states. */
  own: [path: string, state: PathState][]
  /** Folders without tracked files: they are the user's, even if they are empty. */
  folders: string[]
  /**
   * Ignored paths; a completely ignored folder is one path. They stay untouched, also if an agent changes the
   * ignore rules.
   */
  ignored: string[]
  /** The blob of the index, byte for byte. */
  index: string
}

/** Returns the ref of the snapshot of a running phase. */
export const snapshotRef = (runId: string): string => `refs/amelia/${runId}/checkout`

const person = 'Amelia'
const identity = {
  GIT_AUTHOR_NAME: person,
  GIT_AUTHOR_EMAIL: 'amelia@localhost',
  GIT_COMMITTER_NAME: person,
  GIT_COMMITTER_EMAIL: 'amelia@localhost',
}

/** Commits a tree with Amelia as its author, to keep the tree reachable or to name it. */
export const commitTree = async (
  { git }: Repository,
  tree: string,
  { parents = [], message }: { parents?: readonly string[]; message: string },
): Promise<string> => {
  const args = ['commit-tree', ...parents.flatMap((parent) => ['-p', parent]), tree]
  return (await git(args, { env: identity, input: `${message}\n` })).text
}

/**
 * Stores a snapshot under its ref, atomically: objects first. Its tree contains the bytes of the user's own
 * files, the index, the staged tree, and `state.json`, which describes them.
 */
export const saveSnapshot = async (
  repository: Repository,
  runId: string,
  snapshot: Snapshot,
  staged: string,
): Promise<string> => {
  const { git } = repository
  const state = await git(['hash-object', '-w', '--stdin'], { input: JSON.stringify(snapshot) })
  const files = new Set(snapshot.own.flatMap(([, found]) => (found.kind === 'file' ? [found.id] : [])))
  const own = await git(['mktree', '-z'], {
    input: [...files]
      .sort()
      .map((id) => `100644 blob ${id}\t${id}\0`)
      .join(''),
  })
  const tree = await git(['mktree', '-z'], {
    input: [
      `100644 blob ${snapshot.index}\tindex`,
      `040000 tree ${own.text}\town`,
      `040000 tree ${staged}\tstaged`,
      `100644 blob ${state.text}\tstate.json`,
    ]
      .map((line) => `${line}\0`)
      .join(''),
  })
  // Two snapshots of one process in one second have different ids, by which each is known as its own.
  const message = `The checkout before a phase\n\n${randomUUID()}`
  const commit = await commitTree(repository, tree.text, { parents: [snapshot.head], message })
  await setRef(repository, snapshotRef(runId), commit)
  return commit
}

/** Reads the commit of a snapshot; empty if the ref does not exist. */
export const readSnapshotId = async ({ git }: Repository, ref: string): Promise<string> =>
  (await git(['rev-parse', '--quiet', '--verify', `${ref}^{commit}`], { accept: [0, 1, 128] })).text

/**
 * Loads the snapshot of a phase that runs in a checkout, or was interrupted there, with its commit; null for
 * none.
 */
export const loadSnapshot = async (
  repository: Repository,
  ref: string,
): Promise<{ snapshot: Snapshot; id: string } | null> => {
  const id = await readSnapshotId(repository, ref)
  if (id === '') return null
  const { text } = await repository.git(['cat-file', 'blob', `${id}:state.json`])
  return { snapshot: JSON.parse(text) as Snapshot, id }
}

export const dropSnapshot = (repository: Repository, runId: string): Promise<void> =>
  setRef(repository, snapshotRef(runId), null)

/** Throws `REPOSITORY_NOT_READY` if another run works in the same checkout, or was interrupted there. */
export const checkNoOtherRun = async (repository: Repository, runId?: string): Promise<void> => {
  const { text } = await repository.git(['for-each-ref', '--format=%(refname)', 'refs/amelia/*/checkout'])
  for (const ref of text.split('\n')) {
    // The reservation of a branch or folder named `checkout` is not a snapshot.
    if (
      ref === '' ||
      /^refs\/amelia\/(?:target|folder)\//.test(ref) ||
      (runId !== undefined && ref === snapshotRef(runId))
    )
      continue
    if ((await loadSnapshot(repository, ref))?.snapshot.top !== repository.top) continue
    const other = ref.split('/')[2] ?? ''
    const message = `Run ${other} works in ${repository.top}, or was interrupted there. First resume it (amelia resume ${other}) or revert it (amelia revert ${other}).`
    throw new AmeliaError('REPOSITORY_NOT_READY', message, { reason: 'operation_in_progress' })
  }
}

/** Returns a test for paths of the user: their own ones, and ignored ones with everything below. */
export const usersPath = ({ own, ignored }: Snapshot): ((path: string) => boolean) => {
  const paths = new Set(own.map(([path]) => path))
  const above = new Set(ignored)
  return (path) => {
    if (paths.has(path)) return true
    for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1))
      if (above.has(path.slice(0, end))) return true
    return false
  }
}

/** Returns the user's own paths as the snapshot recorded them. */
export const ownOf = ({ own }: Snapshot): Map<string, SeenPath> =>
  new Map(own.map(([path, state]) => [path, { state, mark: '' }]))
