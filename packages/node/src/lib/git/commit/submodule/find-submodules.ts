import type { Repository } from '../../repository/locate-repository.ts'
import { readEntries } from '../read-entries.ts'

/** A submodule as a tree records it. */
export interface Submodule {
  name: string
  /** Its folder, relative to the root of the tree. */
  path: string
  commit: string
  /** The changes that the repository does not report, such as `untracked`. */
  ignore?: string
}

/**
 * Finds the submodules of a commit or tree: those that have an entry there, and a name that git accepts in
 * its `.gitmodules`. As in git, a `.gitmodules` that is a link or has errors names none.
 */
export const findSubmodules = async (repository: Repository, tree: string): Promise<Submodule[]> => {
  const listed = (await readEntries(repository, tree, ['.gitmodules'])).get('.gitmodules')
  if (!listed?.mode.startsWith('100')) return []
  const { exitCode, stdout } = await repository.git(
    ['config', '--blob', listed.id, '-z', '--get-regexp', String.raw`^submodule\..*\.(path|ignore)$`],
    { accept: [0, 1, 128] },
  )
  if (exitCode !== 0) return []
  const settings = new Map<string, { path?: string; ignore?: string }>()
  for (const line of stdout.toString().split('\0')) {
    const [, name = '', key, value] = /^submodule\.(.*)\.(path|ignore)\n(.*)$/s.exec(line) ?? []
    if (key !== undefined && isSafeName(name)) settings.set(name, { ...settings.get(name), [key]: value })
  }
  const byPath = new Map<string, Omit<Submodule, 'commit'>>()
  for (const [name, { path, ...rest }] of settings)
    if (path !== undefined) byPath.set(path, { name, path, ...rest })
  const entries = await readEntries(repository, tree, [...byPath.keys()])
  return [...byPath.values()].flatMap((one) => {
    const entry = entries.get(one.path)
    return entry?.mode === '160000' ? [{ ...one, commit: entry.id }] : []
  })
}

/** Whether git accepts the name of a submodule, which is a path below `.git/modules`. */
const isSafeName = (name: string): boolean => name !== '' && !name.split(/[/\\]/).includes('..')
