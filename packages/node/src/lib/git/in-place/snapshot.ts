import type { ProcessIdentity } from '@amelia/agent-process'
import { AmeliaError } from '@amelia/core/plugin'
import type { Repository } from '../repository/locate-repository.ts'
import type { PathState, SeenPath } from '../checkout/path-state.ts'

/** How the user's checkout was before a phase began in it. */
export interface Snapshot {
  /** The process that works in the checkout. */
  owner: ProcessIdentity
  /** The root of the checkout. */
  top: string
  /** Full name of its branch, and the commit of that. */
  branch: string
  head: string
  /** The attempt's own reference, and the one for what is thrown away beside it. */
  attempt: string | null
  left: string
  /** The user's own paths, as they were. */
  own: [path: string, state: PathState][]
  /** Folders that hold nothing tracked: the user's, though they may be empty. */
  folders: string[]
  /** What git ignored, folders as a whole: it stays out of everything, also when an agent changes what is ignored. */
  ignored: string[]
  /** The blob of the index, byte for byte. */
  index: string
}

/** Where a phase that is under way in a checkout has its snapshot. */
export const snapshotRef = (runId: string): string => `refs/amelia/${runId}/checkout`

const person = 'Amelia'
const identity = {
  GIT_AUTHOR_NAME: person,
  GIT_AUTHOR_EMAIL: 'amelia@localhost',
  GIT_COMMITTER_NAME: person,
  GIT_COMMITTER_EMAIL: 'amelia@localhost',
}

/** A commit of a tree, with nobody's name on it: what keeps a tree reachable, or stands for it. */
export const commitTree = async (
  { git }: Repository,
  tree: string,
  { parents = [], message }: { parents?: readonly string[]; message: string },
): Promise<string> => {
  const args = ['commit-tree', ...parents.flatMap((parent) => ['-p', parent]), tree]
  return (await git(args, { env: identity, input: `${message}\n` })).text
}

/**
 * Keeps a snapshot under a reference of its own, whole or not at all: objects first. In its tree: the bytes of the user's own files, the
 * index, what is staged, and `state.json`, which says of each what it is.
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
  const message = 'The checkout before a phase'
  const commit = await commitTree(repository, tree.text, { parents: [snapshot.head], message })
  await git(['update-ref', '--no-deref', snapshotRef(runId), commit])
  return commit
}

/** The commit of a snapshot; empty where there is none. */
export const readSnapshotId = async ({ git }: Repository, ref: string): Promise<string> =>
  (await git(['rev-parse', '--quiet', '--verify', `${ref}^{commit}`], { accept: [0, 1, 128] })).text

/** The snapshot of a phase that is under way in a checkout, or was when its process died, and its commit; null for none. */
export const loadSnapshot = async (
  repository: Repository,
  ref: string,
): Promise<{ snapshot: Snapshot; id: string } | null> => {
  const id = await readSnapshotId(repository, ref)
  if (id === '') return null
  const { text } = await repository.git(['cat-file', 'blob', `${id}:state.json`])
  return { snapshot: JSON.parse(text) as Snapshot, id }
}

export const dropSnapshot = async ({ git }: Repository, runId: string): Promise<void> => {
  await git(['update-ref', '--no-deref', '-d', snapshotRef(runId)])
}

/** Throws `REPOSITORY_NOT_READY` when another run was interrupted in the same checkout, or is at it now. */
export const checkNobodyElse = async (repository: Repository, runId?: string): Promise<void> => {
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
    const message = `Run ${other} has a phase under way in ${repository.top}, or was interrupted in one. Go on with it (amelia resume ${other}), or give it up (amelia revert ${other}), first.`
    throw new AmeliaError('REPOSITORY_NOT_READY', message, { reason: 'operation_in_progress' })
  }
}

/** Whether a path is the user's: one of their own, or at or below what git ignored. */
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

/** The user's own paths, as the snapshot has them. */
export const ownOf = ({ own }: Snapshot): Map<string, SeenPath> =>
  new Map(own.map(([path, state]) => [path, { state, mark: '' }]))
