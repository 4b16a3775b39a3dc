import type { Change } from '../../../contract/git/change.ts'
import type { Workspace } from '../../../contract/workspace.ts'
import { foldName } from '../../../text/path/fold-name.ts'
import { type Finding, fingerprintOf } from './open-findings.ts'

/**
 * Lists added paths that conflict with an existing path on file systems that ignore case or Unicode
 * composition, each with the existing path.
 */
export const findTwins = async (
  { fs }: Pick<Workspace, 'fs'>,
  changes: readonly Change[],
): Promise<Finding[]> => {
  const names = new Map<string, Promise<string[]>>()
  const namesIn = (folder: string): Promise<string[]> => {
    const known = names.get(folder) ?? fs.readdir(`/${folder}`).catch(() => [])
    names.set(folder, known)
    return known
  }
  const twins = new Map<string, Finding>()
  for (const { path, kind } of changes) {
    if (kind !== 'added') continue
    const parts = path.split('/')
    for (const [index, name] of parts.entries()) {
      const folder = parts.slice(0, index).join('/')
      const twin = (await namesIn(folder)).find(
        (other) => other !== name && foldName(other) === foldName(name),
      )
      if (twin === undefined) continue
      const text = `${path}: ${[...parts.slice(0, index), twin].join('/')}`
      twins.set(text, { path, fingerprint: fingerprintOf(path, text), text })
    }
  }
  return [...twins.values()]
}
