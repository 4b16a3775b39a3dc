import { type BigIntStats, lstatSync } from 'node:fs'
import { readlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Repository } from '../repository/locate-repository.ts'
import { quotePath } from '../call/quote-path.ts'
import { runGit } from '../call/run-git.ts'

/** What is at a path, byte for byte: no filter of the user's takes part. */
export type PathState =
  | { kind: 'absent' }
  | { kind: 'file'; mode: number; id: string }
  /** `target` in base64: it need not be text. */
  | { kind: 'link'; target: string }
  /** A folder (a repository inside the repository), a pipe: nothing that could be kept, so it is left alone. */
  | { kind: 'other' }

/** A state, and what tells without reading whether it may have changed since. */
export interface SeenPath {
  state: PathState
  mark: string
}

/**
 * Looks at paths of a checkout. Those that look as they did before are not read again.
 *
 * @param store whether the bytes of files are put into the object store
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

/** Whether there is the same at a path. What cannot be kept is never another. */
export const isSameState = (one: PathState, other: PathState): boolean =>
  one.kind === 'other' || JSON.stringify(one) === JSON.stringify(other)

/** What is at a path; null for nothing. Never looks through a linked folder. */
export const statBelow = (top: string, path: string): BigIntStats | null => {
  const parts = path.split('/')
  for (let length = 1; length < parts.length; length += 1)
    if (!look(join(top, ...parts.slice(0, length)))?.isDirectory()) return null
  return look(join(top, path))
}

const look = (path: string): BigIntStats | null => {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false }) ?? null
  } catch {
    return null
  }
}

/** Nothing is marked so that it is always looked at again. */
const markOf = (stat: BigIntStats | null): string =>
  stat === null ? '' : `${stat.mode} ${stat.size} ${stat.mtimeNs} ${stat.ctimeNs} ${stat.ino}`
