import type { Workspace } from '../../contract/workspace.ts'
import type { MissingFiles } from '../../machine/state/attempt.ts'
import type { FrozenPhase } from '../../machine/state/frozen-run.ts'
import { declaredPaths } from '../../policy/evidence/change/declared-paths.ts'
import { missingClaims } from '../../policy/evidence/missing-claims.ts'
import type { Performer } from '../performer.ts'
import { findIgnored, isInside, maxAsked, plainPart, type RuledPath, ruleOf } from './find-ignored.ts'

/** Most ignored paths that a work without a change lists. */
const maxWritten = 20

/**
 * Inspects the files that a phase declares or its agent reports, and that `files` does not contain: whether
 * git ignores them, and whether they exist. Without a change, declared files must exist too, and the ignored
 * files that exist are listed.
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
  const inspected = [...new Set([...declared, ...claimed])].filter(isInside).slice(0, maxAsked)
  const named = await findIgnored(performer.host.git, workspace, inspected)
  const ignored = files.length > 0 ? named : [...named, ...(await listWritten(performer, workspace, named))]
  const known = new Set(ignored.map(({ path }) => path))
  const mustExist = new Set(files.length === 0 ? inspected : claimed)
  const absent: string[] = []
  for (const path of inspected)
    if (mustExist.has(path) && !known.has(path) && !(await exists(workspace, path))) absent.push(path)
  return { ...(absent.length > 0 && { absent }), ...(ignored.length > 0 && { ignored }) }
}

/** Lists ignored files that exist, without those that are known or are in a known folder. */
const listWritten = async (
  { host: { git } }: Pick<Performer, 'host'>,
  workspace: Workspace,
  known: readonly RuledPath[],
): Promise<RuledPath[]> => {
  const found = (await git.listIgnored?.(workspace)) ?? []
  const isKnown = (path: string): boolean => known.some((one) => one.path.startsWith(path))
  return found
    .filter(({ path }) => !isKnown(path))
    .slice(0, maxWritten)
    .map((one) => ({ path: one.path, rule: ruleOf(one) }))
}

/** Whether a file or folder exists. A pattern needs the folder that it begins with. */
const exists = async ({ fs }: Workspace, path: string): Promise<boolean> => {
  const plain = plainPart(path)
  if (plain === '') return true
  try {
    await fs.lstat(`/${plain.replace(/\/$/, '')}`)
    return true
  } catch (error) {
    const code = (error as { code?: unknown } | undefined)?.code
    return code !== 'ENOENT' && code !== 'ENOTDIR'
  }
}
