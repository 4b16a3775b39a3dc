/**
 * How each kind of local call of git is repeated after its process was killed, by subcommand. A call whose
 * subcommand is not listed is never repeated, and neither are the user's hooks, which do not run through
 * `runGit`. A process that could not start is started again, whatever its call.
 */
const kinds = {
  /** Reads. Repeated as it is. */
  read: [
    'cat-file',
    'check-attr',
    'check-ignore',
    'config',
    'diff',
    'diff-files',
    'diff-index',
    'diff-tree',
    'for-each-ref',
    'ls-files',
    'ls-tree',
    'merge-base',
    'rev-list',
    'rev-parse',
    'symbolic-ref',
    'var',
    'version',
  ],
  /** Writes objects, which are equal the second time. Repeated as it is. */
  store: ['commit-tree', 'hash-object', 'index-pack', 'merge-tree', 'mktree', 'pack-objects'],
  /**
   * Writes an index, or the files of a workspace, from objects. Repeated as it is, without the lock of the
   * killed process. Never repeated on the user's checkout, unless it takes no lock.
   */
  index: ['checkout-index', 'clean', 'read-tree', 'status', 'update-index', 'write-tree'],
  /**
   * Moves refs. `moveRefs` repeats it: refs at their new value are done, those at their old one are moved
   * again, and any other value was written by someone else.
   */
  refs: ['fast-import', 'update-ref'],
} as const

type CallKind = keyof typeof kinds

const kindOf = new Map<string, CallKind>(
  Object.entries(kinds).flatMap(([kind, names]) => names.map((name) => [name, kind as CallKind])),
)

/** Returns the kind of a call; undefined for one that is never repeated. */
export const kindOfCall = (args: readonly string[]): CallKind | undefined => {
  let at = 0
  while (args[at] === '-c') at += 2
  return kindOf.get(args[at] ?? '')
}
