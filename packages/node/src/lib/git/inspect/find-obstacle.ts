import { access, constants, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, isAbsolute, join } from 'node:path'
import { whyNotPrivate } from '../../file/make-private-folder.ts'
import { userFolderIn } from '../../range/shared-folder.ts'
import type { Repository } from '../repository/locate-repository.ts'

/** Explains why a run cannot start in a repository, and what to do; undefined if it can. Writes nothing. */
export const findObstacle = async (
  repository: Repository,
  slots: string | undefined,
): Promise<string | undefined> => {
  const { commonDir } = repository
  for (const folder of [commonDir, join(commonDir, 'objects'), join(commonDir, 'refs')])
    if (!(await isUsable(folder)))
      return `${folder} is not writable, but a run stores its commits and its journal there. Make it writable, or run in a clone.`
  const temporary = tmpdir()
  if (slots === undefined && !(await isUsable(temporary)))
    return `The temporary folder ${temporary} is missing or not writable, but workspaces are created there. Create it, or set TMPDIR to another folder.`
  const problem = slots === undefined ? whyNotPrivate(userFolderIn(temporary)) : undefined
  return problem ?? findMissingFilter(repository)
}

const isUsable = async (folder: string): Promise<boolean> => {
  try {
    await access(folder, constants.W_OK | constants.X_OK)
    return (await stat(folder)).isDirectory()
  } catch {
    return false
  }
}

/**
 * Finds a filter that files of HEAD require and whose program is not installed: git would fail to check them
 * out.
 */
const findMissingFilter = async (repository: Repository): Promise<string | undefined> => {
  const args = ['config', '-z', '--get-regexp', '^filter\\..*\\.(required|clean|smudge|process)$']
  const filters = new Map<string, Map<string, string>>()
  for (const entry of (await repository.git(args, { accept: [0, 1] })).text.split('\0')) {
    const [, name, key, value] = /^filter\.(.*)\.([a-z]+)\n(.*)$/s.exec(entry) ?? []
    if (name === undefined || key === undefined || value === undefined) continue
    filters.set(name, (filters.get(name) ?? new Map<string, string>()).set(key, value))
  }
  for (const [name, settings] of filters) {
    if (!/^(?:true|yes|on|1)$/i.test(settings.get('required') ?? '')) continue
    for (const key of ['process', 'clean', 'smudge']) {
      const command = settings.get(key) ?? ''
      const [program = ''] = command.trim().split(/\s+/)
      // Commands with quotes or shell syntax are not checked.
      if (!/^[\w./+-]+$/.test(program) || (await isInstalled(program)) || !(await uses(repository, name)))
        continue
      return `Files in this repository need the git filter "${name}", but its program ${program} is not installed. Install it (Git LFS: git-lfs), or remove the filter from the configuration.`
    }
  }
  return undefined
}

const isInstalled = async (program: string): Promise<boolean> => {
  const folders = isAbsolute(program) ? [''] : (process.env['PATH'] ?? '').split(delimiter)
  for (const folder of folders)
    if (
      await access(join(folder, program), constants.X_OK).then(
        () => true,
        () => false,
      )
    )
      return true
  return false
}

/** Whether the attributes in HEAD use the filter. */
const uses = async ({ git }: Repository, filter: string): Promise<boolean> => {
  const listed = await git(['ls-tree', '-r', '-z', 'HEAD'], { accept: [0, 128] })
  for (const line of listed.stdout.toString().split('\0')) {
    const [, id] = /^100\d+ blob ([0-9a-f]+)\t(?:.*\/)?\.gitattributes$/s.exec(line) ?? []
    if (id === undefined) continue
    if ((await git(['cat-file', 'blob', id])).text.split(/\s+/).includes(`filter=${filter}`)) return true
  }
  return false
}
