import type { Workspace } from '../../contract/workspace.ts'
import { ensure } from '../ensure.ts'
import { type GitCase, gitContractFiles } from './git-case.ts'

const hidden = 'ignored/cache.txt'

/** The ignored file stays where the backend knows ignored files; otherwise it is a change like any other. */
export const kept = ({ features }: Pick<GitCase, 'features'>): Record<string, string> =>
  features.ignore === true ? { [hidden]: 'cache\n' } : {}

export const slotOf = ({ slot }: Workspace): string => {
  ensure(slot !== undefined, 'the workspace names its slot')
  return slot
}

/** Opens a workspace of lease t1 in which an attempt has worked, with its work so far in a commit. */
export const gitSlotWork = async (subject: GitCase): Promise<{ workspace: Workspace; tree: string }> => {
  const { git, base, commit, features } = subject
  const workspace = await git.openWorkspace({ runId: 'r1', lease: 't1', base })
  await workspace.fs.writeFile('/src/a.txt', 'half\n')
  await workspace.fs.writeFile('/new/file.txt', 'new\n')
  await workspace.fs.rm('/src/b.txt')
  const tree = await commit(workspace)
  if (features.ignore === true) await workspace.fs.writeFile(`/${hidden}`, 'cache\n')
  return { workspace, tree }
}

const { 'src/b.txt': _removed, ...others } = gitContractFiles
/** The files of the contract that the work does not remove. */
export const rest = others
export const worked = { ...rest, 'src/a.txt': 'half\n', 'new/file.txt': 'new\n' }
export const changesOfWork = ['added new/file.txt', 'deleted src/b.txt', 'modified src/a.txt']

/** Changes that no commit contains. */
export const workOn = async ({ fs }: Workspace, removed = '/new/file.txt'): Promise<void> => {
  await fs.writeFile('/README.md', 'more\n')
  await fs.writeFile('/loose.txt', 'loose\n')
  await fs.rm(removed)
}

export const moreWorked = { ...rest, 'README.md': 'more\n', 'loose.txt': 'loose\n', 'src/a.txt': 'half\n' }
