import type { Change } from '../../contract/git/change.ts'
import { hasConflict } from '../../contract/name/conflict-labels.ts'
import type { Workspace } from '../../contract/workspace.ts'

/** Larger files are not searched. */
const maxSearched = 10_000_000

/** Returns the changed files in which an agent has left markers of a conflict with the run's head. */
export const findUnresolved = async (
  { fs }: Pick<Workspace, 'fs'>,
  changes: readonly Change[],
): Promise<string[]> => {
  const unresolved: string[] = []
  for (const { path, kind, outside, size = 0 } of changes) {
    if (kind === 'deleted' || outside !== undefined || size > maxSearched) continue
    if (!(await fs.lstat(`/${path}`)).isFile()) continue
    if (hasConflict(new TextDecoder().decode(await fs.readFile(`/${path}`)))) unresolved.push(path)
  }
  return unresolved
}
