import type { Change } from '../../contract/git/change.ts'
import type { Workspace } from '../../contract/workspace.ts'
import type { Performer } from '../performer.ts'

/** Limits of size and number for changed files whose content is kept for comparison. */
const maxBytes = 65_536
const maxKept = 100

/** A changed path, with enough facts to detect a further change. */
interface Seen {
  change: Change
  bytes: Uint8Array | undefined
}

/**
 * Records the changed paths of a workspace, and returns a function that lists the paths changed since then,
 * sorted.
 *
 * A further change of a large changed file that keeps its size is not detected, and if git
 * cannot list changes the result is empty.
 */
export const watchChanges = async (
  performer: Performer,
  workspace: Workspace,
): Promise<() => Promise<string[]>> => {
  const before = await listChanges(performer, workspace)
  return async () => {
    const after = await listChanges(performer, workspace)
    const touched = [...after].filter(([path, seen]) => !isSame(before.get(path), seen)).map(([path]) => path)
    const undone = [...before.keys()].filter((path) => !after.has(path))
    return [...touched, ...undone].sort()
  }
}

const listChanges = async ({ host }: Performer, workspace: Workspace): Promise<Map<string, Seen>> => {
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
