import { type BigIntStats, lstatSync } from 'node:fs'
import { readlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Repository } from '../repository/locate-repository.ts'
import { quotePath } from '../call/quote-path.ts'
import { runGit } from '../call/run-git.ts'

/** The state of a path, byte for byte: filters do not apply. */
export type PathState =
  | { kind: 'absent' }
  | { kind: 'file'; mode: number; id: string }
  /** `target` in base64, because it may not be text. */
  | { kind: 'link'; target: string }
  /** A folder (a nested repository) or a pipe: git cannot store it, so it stays as it is. */
  | { kind: 'other' }

/** A state, and metadata that shows without reading whether it may have changed. */
export interface SeenPath {
  state: PathState
  mark: string
}

/**
 * Reads the states of paths in a checkout. Paths whose metadata is unchanged are not read again.
 *
 * @param store whether to write the bytes of files to the object store
 */
export const seePaths = async (
  { top, gitDir }: Repository,
  paths: Iterable<string>,
  { store, before }: { store: boolean; before?: ReadonlyMap<string, SeenPath> },
): Promise<Map<string, SeenPath>> => {
  const seen = new Map<string, SeenPath>()
  const files: { path: string; mode: number; mark: string }[] = []
  for (const path of paths) {
    const stat = statBelow(top, path)
    const mark = markOf(stat)
    const known = before?.get(path)
    if (known !== undefined && known.mark === mark && mark !== '') seen.set(path, known)
    else if (stat === null) seen.set(path, { state: { kind: 'absent' }, mark })
    else if (stat.isFile()) files.push({ path, mode: Number(stat.mode) & 0o7777, mark })
    else if (stat.isSymbolicLink()) {
      const target = (await readlink(join(top, path), 'buffer')).toString('base64')
      seen.set(path, { state: { kind: 'link', target }, mark })
    } else seen.set(path, { state: { kind: 'other' }, mark })
  }
  if (files.length === 0) return seen
  const { text } = await runGit(['hash-object', ...(store ? ['-w'] : []), '--no-filters', '--stdin-paths'], {
    gitDir,
    workTree: top,
    input: files.map(({ path }) => `${quotePath(path)}\n`).join(''),
  })
  const ids = text.split('\n')
  for (const [index, { path, mode, mark }] of files.entries())
    seen.set(path, { state: { kind: 'file', mode, id: ids[index] ?? '' }, mark })
  return seen
}

/** Whether two states are equal. A state that git cannot store counts as unchanged. */
export const isSameState = (one: PathState, other: PathState): boolean =>
  one.kind === 'other' || JSON.stringify(one) === JSON.stringify(other)

/** Reads the metadata of a path; null if it does not exist. Never follows a symbolic link to a folder. */
export const statBelow = (top: string, path: string): BigIntStats | null => {
  const parts = path.split('/')
  for (let length = 1; length < parts.length; length += 1)
    if (!lstatOrNull(join(top, ...parts.slice(0, length)))?.isDirectory()) return null
  return lstatOrNull(join(top, path))
}

const lstatOrNull = (path: string): BigIntStats | null => {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false }) ?? null
  } catch {
    return null
  }
}

/** A missing path has an empty mark, so it is always read again. */
const markOf = (stat: BigIntStats | null): string =>
  stat === null ? '' : `${stat.mode} ${stat.size} ${stat.mtimeNs} ${stat.ctimeNs} ${stat.ino}`
