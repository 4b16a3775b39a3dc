import type { Change } from '../../../contract/git/change.ts'
import type { Workspace } from '../../../contract/workspace.ts'
import { type Finding, fingerprintOf } from './open-findings.ts'

/** Lists the changed files that git runs as programs, such as filters of the repository. */
export const findPrograms = async (
  { fs }: Pick<Workspace, 'fs'>,
  changes: readonly Change[],
): Promise<Finding[]> => {
  const found: Finding[] = []
  for (const { path, kind, program } of changes) {
    if (program === undefined) continue
    const content = kind === 'deleted' ? kind : await contentOf(fs, `/${path}`)
    const text = `${path}, which git runs (${program})`
    found.push({ path, fingerprint: fingerprintOf(path, content), text })
  }
  return found
}

const contentOf = async (fs: Workspace['fs'], path: string): Promise<string> => {
  const stat = await fs.lstat(path)
  if (stat.isSymbolicLink()) return `link ${await fs.readlink(path)}`
  return `${stat.mode & 0o111} ${stat.isFile() ? new TextDecoder('latin1').decode(await fs.readFile(path)) : ''}`
}
