import { posix } from 'node:path'
import { type CommitTree, isFolder } from './commit-tree.ts'

/** Files of a commit that a command runs or reads, by path. */
export interface NamedFiles {
  /** The mode and the id of each file. */
  files: Map<string, { mode: string; id: string }>
  /** Paths that the command names and the commit lacks. */
  missing: Set<string>
}

/** Most files that are followed from one command. */
const mostFiles = 500
/** Words of many commands, which name no folder. */
const directions = new Set(['clean', 'smudge', 'process', 'filter-process'])
/** Larger files are not searched for names of further files. */
const mostBytes = 200_000

/**
 * Finds the files of a commit that a shell command names, and those that these files name in turn.
 *
 * Any word may be a path, relative to the root, to `top`, to a folder that the command names or to one in
 * `PATH`. `tools.clean` is also `tools/clean.py`. If a command names only a folder, all files in it count.
 */
export const findNamed = async (
  tree: CommitTree,
  command: string,
  { top, path: searched }: { top: string; path: string },
): Promise<NamedFiles> => {
  const files: NamedFiles['files'] = new Map()
  const missing: NamedFiles['missing'] = new Set()
  const words = wordsOf(relativeTo(command, top))
  const named: string[] = []
  for (const word of words)
    if (!directions.has(word) && isFolder(await findIn(tree, '', word))) named.push(plain(word))
  const inPath = relativeTo(searched, top)
    .split(':')
    .filter((folder) => folder !== '' && !folder.startsWith('/'))
  const folders = new Set(['', ...named, ...inPath.map(plain)])
  const add = async (path: string): Promise<boolean> => {
    const entry = await tree.find(path)
    if (!entry || !/^1[02]0/.test(entry.mode) || files.has(path) || files.size >= mostFiles) return false
    files.set(path, entry)
    return true
  }
  for (const word of words) {
    const found: string[] = []
    for (const folder of folders) found.push(...(await matches(tree, folder, word)))
    for (const path of found) await add(path)
    if (found.length === 0 && isRelativePath(word) && !folders.has(plain(word))) missing.add(plain(word))
  }
  if (files.size === 0)
    for (const folder of named) for await (const path of below(tree, folder)) await add(path)
  // The map grows while it is read.
  for (const [path, { mode, id }] of files) {
    const content = await tree.read(id)
    const folder = posix.dirname(path)
    if (mode === '120000') await add(plain(posix.join(folder, content.toString())))
    else if (content.length <= mostBytes && !content.includes(0))
      for (const word of wordsOf(relativeTo(content.toString(), top)))
        for (const one of await namedBy(tree, path, word)) await add(one)
  }
  return { files, missing }
}

/** Makes absolute paths below the root relative. */
const relativeTo = (text: string, top: string): string => text.replaceAll(`${top}/`, './')

/** Splits a command or a program into words, without quotes, operators and variables. */
const wordsOf = (text: string): Set<string> =>
  new Set(
    (text.match(/[^\s'"`;&|()<>{}[\],=:\\]+/g) ?? [])
      // After a variable or `$(...)`, the path is relative to a folder that only the program knows.
      .map((word) => word.replace(/^\$\w*\/|^\/+/, ''))
      .filter((word) => word !== '' && !/^[-$%]/.test(word)),
  )

/** Returns the normal form of a path, without `./` and a final slash; `''` for the root. */
const plain = (path: string): string => posix.normalize(path).replace(/\/$/, '').replace(/^\.$/, '')

/** Whether a word can be a file of the repository that the commit lacks. */
const isRelativePath = (word: string): boolean => /^[\w.@+-]+(?:\/[\w.@+-]+)+$/.test(word) && !isAbove(word)

const isAbove = (path: string): boolean => /^\.\.(?:\/|$)/.test(plain(path))

const findIn = async (tree: CommitTree, folder: string, word: string): ReturnType<CommitTree['find']> => {
  const path = plain(posix.join(folder, word))
  return path === '' || isAbove(path) ? undefined : tree.find(path)
}

/** Returns the files that a word of a command may mean in a folder. */
const matches = async (tree: CommitTree, folder: string, word: string): Promise<string[]> => {
  const path = plain(posix.join(folder, word))
  if (path === '' || isAbove(path)) return []
  const entry = await tree.find(path)
  if (entry) return isFolder(entry) ? [] : [path]
  if (!/[./]/.test(word)) return []
  const modules = plain(posix.join(folder, word.replace(/^\.+\/?/, '').replaceAll('.', '/')))
  return [
    ...(await withExtension(tree, path)),
    ...(modules === path ? [] : await withExtension(tree, modules)),
  ]
}

/** Returns the files that are named like a path, with any extension. */
const withExtension = async (tree: CommitTree, path: string): Promise<string[]> => {
  if (path === '' || isAbove(path)) return []
  const folder = plain(posix.dirname(path))
  const start = `${posix.basename(path)}.`
  const names = [...(await tree.list(folder))].filter(
    ([name, entry]) => name.startsWith(start) && !isFolder(entry),
  )
  return names.map(([name]) => posix.join(folder, name))
}

/** Returns the files that a word of a program may mean: beside the program, or from the root. */
const namedBy = async (tree: CommitTree, program: string, word: string): Promise<string[]> => {
  const folder = plain(posix.dirname(program))
  if (/[./]/.test(word)) return [...(await matches(tree, folder, word)), ...(await matches(tree, '', word))]
  const beside = posix.join(folder, word)
  // Words of a program at the root would match unrelated files there.
  return [...(folder === '' ? [] : [beside]), `${beside}${posix.extname(program)}`]
}

/** Lists all files of a commit. */
export const listFiles = async (tree: CommitTree): Promise<NamedFiles['files']> => {
  const files: NamedFiles['files'] = new Map()
  for await (const path of below(tree, '')) {
    const entry = await tree.find(path)
    if (entry && /^1[02]0/.test(entry.mode)) files.set(path, entry)
  }
  return files
}

async function* below(tree: CommitTree, folder: string): AsyncGenerator<string> {
  for (const [name, entry] of await tree.list(folder)) {
    const path = posix.join(folder, name)
    if (isFolder(entry)) yield* below(tree, path)
    else yield path
  }
}
