import { access, constants, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, isAbsolute, join } from 'node:path'
import type { Repository } from './locate-repository.ts'

/** Why no run can start in a repository, and what to do; undefined where one can. Nothing is written. */
export const findObstacle = async (
  repository: Repository,
  slots: string | undefined,
): Promise<string | undefined> => {
  const { commonDir } = repository
  for (const folder of [commonDir, join(commonDir, 'objects'), join(commonDir, 'refs')])
    if (!(await isUsable(folder)))
      return `${folder} cannot be written. A run stores its commits and its journal there: make it writable, or run in a clone.`
  const temporary = tmpdir()
  if (slots === undefined && !(await isUsable(temporary)))
    return `The temporary folder ${temporary} is missing or cannot be written. Workspaces are made there: create it, or set TMPDIR to another folder.`
  return findMissingFilter(repository)
}

const isUsable = async (folder: string): Promise<boolean> => {
  try {
    await access(folder, constants.W_OK | constants.X_OK)
    return (await stat(folder)).isDirectory()
  } catch {
    return false
  }
}

/** A filter that git requires for files of HEAD and whose program is not installed: git would refuse each checkout of them. */
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
      // A command with quotes or a shell's signs is left to the shell.
      if (!/^[\w./+-]+$/.test(program) || (await isInstalled(program)) || !(await uses(repository, name)))
        continue
      return `Files here need the git filter "${name}", and its program ${program} is not installed. Install it (Git LFS: git-lfs), or remove the filter from the configuration.`
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

/** Whether the attributes of HEAD's commit name the filter for some file. */
const uses = async ({ git }: Repository, filter: string): Promise<boolean> => {
  const listed = await git(['ls-tree', '-r', '-z', 'HEAD'], { accept: [0, 128] })
  for (const line of listed.stdout.toString().split('\0')) {
    const [, id] = /^100\d+ blob ([0-9a-f]+)\t(?:.*\/)?\.gitattributes$/s.exec(line) ?? []
    if (id === undefined) continue
    if ((await git(['cat-file', 'blob', id])).text.split(/\s+/).includes(`filter=${filter}`)) return true
  }
  return false
}
