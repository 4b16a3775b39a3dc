import type { JournalFiles } from '@amelia/node'
import type { Random } from './create-random.ts'
import {
  allFiles,
  allFolders,
  createFile,
  createFolder,
  type DiskFile,
  type DiskFolder,
  type DiskNode,
  drawFile,
  drawFolder,
} from './disk-node.ts'
import { type DiskHook, diskFiles } from './disk-files.ts'

/**
 * A disk in memory that keeps synced data and may lose the rest, as POSIX allows.
 *
 * On a power failure, each name that was added or removed without a sync of its folder, and each write
 * without a sync of its file, may be stored or lost, independent of the others. A write may also be cut off
 * at any byte, or contain zeros for some of its sectors. A failed sync of a file stores nothing, and the next
 * sync treats the lost data as stored. A process that dies alone loses nothing.
 */
export interface SimulatedDisk {
  /** The disk as a process sees it. */
  files(hook?: DiskHook): JournalFiles
  /** Simulates a power failure: a random possible state remains. */
  crash(random: Random): void
  /**
   * Returns each state that a power failure could leave now as a separate disk, without duplicates; if there
   * are more than `limit`, a random selection.
   */
  statesAfterCrash(random: Random, limit: number): SimulatedDisk[]
  copy(): SimulatedDisk
  /** All files and their contents as processes see them: equal for equal disks. */
  dump(): string
}

/** `folder`: an existing, safe folder. `now`: milliseconds since 1970, for the times of files. */
export const createSimulatedDisk = (folder = '/', now: () => number = () => 0): SimulatedDisk => {
  const root = createFolder(now())
  let last = root
  for (const name of folder.split('/').filter((part) => part !== '')) {
    const next = createFolder(now())
    last.entries.set(name, next)
    last.base = new Map(last.entries)
    last = next
  }
  return diskOf(root, now)
}

const diskOf = (start: DiskFolder, now: () => number): SimulatedDisk => {
  let root = start
  return {
    files: (hook = async () => undefined) => diskFiles(() => root, now, hook),
    crash(random) {
      root = settle(root, draw(random))
    },
    statesAfterCrash(random, limit) {
      const found = new Map<string, SimulatedDisk>()
      for (const choice of allChoices(root, limit) ?? someChoices(random, limit)) {
        const disk = diskOf(settle(root, choice), now)
        found.set(disk.dump(), disk)
      }
      return [...found.values()]
    },
    copy: () => diskOf(copyOf(root) as DiskFolder, now),
    dump: () => JSON.stringify(listing(root)),
  }
}

type Choice = (node: DiskNode) => Buffer | Map<string, DiskNode>

/** The tree of stored data, all of it safe. A file with two names stays one file. */
const settle = (root: DiskFolder, choose: Choice): DiskFolder => {
  const made = new Map<DiskNode, DiskNode>()
  const settleNode = (node: DiskNode): DiskNode => {
    const known = made.get(node)
    if (known) return known
    const chosen = choose(node)
    if (chosen instanceof Map) {
      const folder = createFolder(node.mtimeMs)
      made.set(node, folder)
      for (const [name, child] of chosen) folder.entries.set(name, settleNode(child))
      folder.base = new Map(folder.entries)
      return folder
    }
    const file: DiskFile = { ...createFile(node.mtimeMs), bytes: chosen, base: chosen }
    made.set(node, file)
    return file
  }
  return settleNode(root) as DiskFolder
}

const draw =
  (random: Random): Choice =>
  (node) =>
    node.kind === 'file' ? drawFile(node, random) : drawFolder(node, random)

const someChoices = (random: Random, limit: number): Choice[] =>
  Array.from({ length: limit }, () => draw(random))

/**
 * Combines each state of each file and folder with those of the others; null if there are more than the
 * limit.
 */
const allChoices = (root: DiskFolder, limit: number): Choice[] | null => {
  const ways = new Map<DiskNode, (Buffer | Map<string, DiskNode>)[]>()
  let all = 1
  for (const node of reachable(root)) {
    // At least two states each.
    const open = node.changes.filter(({ state }) => state !== 'safe').length
    if (all * 2 ** open > limit) return null
    const some = node.kind === 'file' ? allFiles(node) : allFolders(node)
    ways.set(node, some)
    all *= some.length
  }
  if (all > limit) return null
  return Array.from({ length: all }, (_, index): Choice => {
    let rest = index
    const chosen = new Map<DiskNode, Buffer | Map<string, DiskNode> | undefined>()
    for (const [node, some] of ways) {
      chosen.set(node, some[rest % some.length])
      rest = Math.floor(rest / some.length)
    }
    return (node) => chosen.get(node) as Buffer | Map<string, DiskNode>
  })
}

/** Returns the possible states after a power failure. */
const reachable = (node: DiskNode, found = new Set<DiskNode>()): Set<DiskNode> => {
  if (found.has(node)) return found
  found.add(node)
  if (node.kind === 'folder') {
    const named = [...node.base.values(), ...node.changes.flatMap(({ done }) => [...done.values()])]
    for (const child of named) if (child !== null) reachable(child, found)
  }
  return found
}

const copyOf = (node: DiskNode, made = new Map<DiskNode, DiskNode>()): DiskNode => {
  const known = made.get(node)
  if (known) return known
  if (node.kind === 'file') {
    const file = { ...node, changes: node.changes.map((change) => ({ ...change })) }
    made.set(node, file)
    return file
  }
  const folder = createFolder(node.mtimeMs)
  made.set(node, folder)
  for (const [name, child] of node.entries) folder.entries.set(name, copyOf(child, made))
  folder.base = new Map([...node.base].map(([name, child]) => [name, copyOf(child, made)]))
  folder.changes = node.changes.map(({ done, state }) => ({
    done: new Map([...done].map(([name, child]) => [name, child && copyOf(child, made)])),
    state,
  }))
  return folder
}

const listing = ({ entries }: DiskFolder): unknown =>
  [...entries]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, node]) => [name, node.kind === 'file' ? node.bytes.toString('latin1') : listing(node)])
