import type { Workspace } from '../../contract/workspace.ts'
import type { MissingFiles } from '../../machine/state/attempt.ts'
import type { FrozenPhase } from '../../machine/state/frozen-run.ts'
import { checkPath } from '../../plan/validation/check-path.ts'
import { declaredPaths } from '../../policy/evidence/change/declared-paths.ts'
import { missingClaims } from '../../policy/evidence/missing-claims.ts'
import type { Performer } from '../performer.ts'

/** Most files that are inspected. */
const maxFiles = 1_000

/**
 * Inspects the files that a phase declares or its agent reports, and that `files` does not contain: whether
 * git ignores them, and whether they exist. Without a change, declared files must exist too.
 */
export const inspectMissing = async (
  performer: Pick<Performer, 'host'>,
  { planned, attempt }: Pick<FrozenPhase, 'planned' | 'attempt'>,
  workspace: Workspace,
  files: readonly string[],
): Promise<MissingFiles> => {
  const changed = new Set(files)
  const declared = declaredPaths(planned).expected.filter((path) => !changed.has(path))
  const claimed = missingClaims(attempt.claimed, files)
  const inspected = [...new Set([...declared, ...claimed])].filter(isInside).slice(0, maxFiles)
  const ignored = await findIgnored(performer, workspace, inspected)
  const known = new Set(ignored.map(({ path }) => path))
  const mustExist = new Set(files.length === 0 ? inspected : claimed)
  const absent: string[] = []
  for (const path of inspected)
    if (mustExist.has(path) && !known.has(path) && !(await exists(workspace, path))) absent.push(path)
  return { ...(absent.length > 0 && { absent }), ...(ignored.length > 0 && { ignored }) }
}

/** Lists files that git ignores in a workspace, each with its rule. */
export const findIgnored = async (
  { host: { git } }: Pick<Performer, 'host'>,
  workspace: Workspace,
  paths: readonly string[],
): Promise<{ path: string; rule: string }[]> => {
  const named = paths.filter((path) => isInside(path) && !path.includes('*')).slice(0, maxFiles)
  const found = named.length === 0 ? [] : ((await git.findIgnored?.(workspace, named)) ?? [])
  return found.map(({ path, source, line, pattern }) => ({ path, rule: `${source}:${line}: ${pattern}` }))
}

const isInside = (path: string): boolean => 'path' in checkPath(path)

/** Whether a file or folder exists. A pattern needs the folder that it begins with. */
const exists = async ({ fs }: Workspace, path: string): Promise<boolean> => {
  const star = path.indexOf('*')
  const plain = star < 0 ? path : path.slice(0, path.lastIndexOf('/', star) + 1)
  if (plain === '') return true
  try {
    await fs.lstat(`/${plain.replace(/\/$/, '')}`)
    return true
  } catch (error) {
    const code = (error as { code?: unknown } | undefined)?.code
    return code !== 'ENOENT' && code !== 'ENOTDIR'
  }
}
