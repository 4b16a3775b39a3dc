import type { Change } from '../../contract/git-backend.ts'
import type { Workspace } from '../../contract/workspace.ts'
import type { Performer } from '../performer.ts'

/** Files that were changed before are kept for a comparison up to this size and this number. */
const maxBytes = 65_536
const maxKept = 100

/** What is known of a changed path: enough to see whether it is changed once more. */
interface Seen {
  change: Change
  bytes: Uint8Array | undefined
}

/**
 * Looks at the changed paths of a workspace now, and gives a function that says which were changed since then, in order.
 *
 * It is for showing, not for deciding: of a file that was changed before and is large, a change that keeps its size is not seen;
 * and where git cannot say what is changed, nothing is.
 */
export const watchChanges = async (
  performer: Performer,
  workspace: Workspace,
): Promise<() => Promise<string[]>> => {
  const before = await look(performer, workspace)
  return async () => {
    const after = await look(performer, workspace)
    const touched = [...after].filter(([path, seen]) => !isSame(before.get(path), seen)).map(([path]) => path)
    const undone = [...before.keys()].filter((path) => !after.has(path))
    return [...touched, ...undone].sort()
  }
}

const look = async ({ host }: Performer, workspace: Workspace): Promise<Map<string, Seen>> => {
  const changes = await host.git.changedPaths(workspace).catch((): Change[] => [])
  const seen = new Map<string, Seen>()
  for (const change of changes) {
    const bytes =
      seen.size < maxKept && (change.size ?? 0) <= maxBytes
        ? await readBytes(workspace, change.path)
        : undefined
    seen.set(change.path, { change, bytes })
  }
  return seen
}

const readBytes = (workspace: Workspace, path: string): Promise<Uint8Array | undefined> =>
  workspace.fs.readFile(`/${path}`).catch(() => undefined)

const isSame = (before: Seen | undefined, { change, bytes }: Seen): boolean =>
  before !== undefined &&
  before.change.kind === change.kind &&
  before.change.size === change.size &&
  before.bytes?.length === bytes?.length &&
  (before.bytes === undefined || before.bytes.every((byte, index) => byte === bytes?.[index]))
