import { type BigIntStats, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'

/** What tells a file from what it was before, without reading it. */
export interface Mark {
  /** Type and mode; of what is no folder also size, time of the content, and inode. */
  known: string
  /** When anything about it changed: nobody can put that back. Null for a folder, where it says too little. */
  changed: bigint | null
  /** A file of several names changes with each name that is made elsewhere: only its content tells. */
  shared: boolean
}

/** Entries that are looked at before others get their turn. */
const stretch = 500

/**
 * Marks of everything at and below a path of a folder, by path relative to the folder. No link is followed, also not
 * on the way to the path: what is behind one is not there.
 *
 * Its calls wait for the disk: for tens of thousands of files that is several times faster, and it pauses between.
 */
export const readMarks = async (root: string, path: string): Promise<Map<string, Mark>> => {
  const marks = new Map<string, Mark>()
  const parts = path.split('/')
  for (let length = 1; length < parts.length; length += 1) {
    if (!lookAt(join(root, ...parts.slice(0, length)))?.isDirectory()) return marks
  }
  const open = [path]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const stat = lookAt(`${root}/${at}`)
    if (stat === null) continue
    marks.set(at, markOf(stat))
    if (marks.size % stretch === 0) await setImmediate()
    if (stat.isDirectory()) for (const name of namesIn(`${root}/${at}`)) open.push(`${at}/${name}`)
  }
  return marks
}

const markOf = (stat: BigIntStats): Mark => {
  if (stat.isDirectory()) return { known: String(stat.mode), changed: null, shared: false }
  return {
    known: `${stat.mode} ${stat.size} ${stat.mtimeNs} ${stat.ino}`,
    changed: stat.ctimeNs,
    shared: stat.nlink > 1n,
  }
}

const lookAt = (path: string): BigIntStats | null => {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false }) ?? null
  } catch {
    return null
  }
}

/** What cannot be listed holds nothing that could be told apart. */
const namesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
