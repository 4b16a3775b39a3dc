import type { Random } from './create-random.ts'

/**
 * A change to a file or a folder, and whether it is on the medium: `lost` is data that a failed sync treats
 * as written.
 */
interface Change<Done> {
  done: Done
  state: 'pending' | 'lost' | 'safe'
}

type FileChange = { at: number; bytes: Buffer } | { length: number }

/** Names that one step added or removed: null for a removed name. */
type FolderChange = ReadonlyMap<string, DiskNode | null>

export interface DiskFile {
  kind: 'file'
  /** As processes see it. */
  bytes: Buffer
  /** The safe state of the medium; `changes` come on top. */
  base: Buffer
  changes: Change<FileChange>[]
  mtimeMs: number
}

export interface DiskFolder {
  kind: 'folder'
  entries: Map<string, DiskNode>
  base: ReadonlyMap<string, DiskNode>
  changes: Change<FolderChange>[]
  mtimeMs: number
}

export type DiskNode = DiskFile | DiskFolder

/** Unit in which a write is stored, in bytes from the start of the file. */
const sectorSize = 512

export const createFile = (mtimeMs: number): DiskFile => ({
  kind: 'file',
  bytes: Buffer.alloc(0),
  base: Buffer.alloc(0),
  changes: [],
  mtimeMs,
})

export const createFolder = (mtimeMs: number): DiskFolder => ({
  kind: 'folder',
  entries: new Map(),
  base: new Map(),
  changes: [],
  mtimeMs,
})

export const changeFile = (file: DiskFile, done: FileChange): void => {
  file.bytes = applyToFile(file.bytes, done)
  file.changes.push({ done, state: 'pending' })
}

export const changeFolder = (folder: DiskFolder, done: FolderChange): void => {
  applyToFolder(folder.entries, done)
  folder.changes.push({ done, state: 'pending' })
}

/** A successful sync. It does not write data that an earlier failed sync treated as written. */
export const keepChanges = (node: DiskNode): void => {
  for (const change of node.changes) if (change.state === 'pending') change.state = 'safe'
  if (node.changes.some(({ state }) => state === 'lost')) return
  node.changes = []
  if (node.kind === 'file') node.base = node.bytes
  else node.base = new Map(node.entries)
}

/**
 * A failed sync: any part may be stored, and the cache treats the content of a file as written. Names stay
 * pending: a file system that can no longer store names is read-only.
 */
export const loseChanges = (node: DiskNode): void => {
  if (node.kind === 'folder') return
  for (const change of node.changes) if (change.state === 'pending') change.state = 'lost'
}

const applyToFile = (bytes: Buffer, done: FileChange): Buffer => {
  if ('length' in done)
    return Buffer.concat([bytes.subarray(0, done.length), zeros(done.length - bytes.length)])
  return Buffer.concat([
    bytes.subarray(0, done.at),
    zeros(done.at - bytes.length),
    done.bytes,
    bytes.subarray(done.at + done.bytes.length),
  ])
}

const zeros = (length: number): Buffer => Buffer.alloc(Math.max(0, length))

const applyToFolder = (entries: Map<string, DiskNode>, done: FolderChange): void => {
  for (const [name, node] of done) {
    if (node === null) entries.delete(name)
    else entries.set(name, node)
  }
}

/** Ways in which one change may be stored: null means not at all. */
type Ways<Done> = (change: Done, random?: Random) => (Done | null)[]

/** Returns one random combination of stored changes. */
const drawWay = <Done>(changes: readonly Change<Done>[], random: Random, ways: Ways<Done>): Done[] =>
  changes.flatMap(({ done, state }) => {
    if (state === 'safe') return [done]
    const way = random.chance(0.3) ? done : random.chance(0.3) ? null : pick(ways(done, random), random)
    return way === null ? [] : [way]
  })

const pick = <Item>(items: readonly Item[], random: Random): Item => items[random.below(items.length)] as Item

/** Returns all combinations of stored changes. */
const allWays = <Done>(changes: readonly Change<Done>[], ways: Ways<Done>): Done[][] =>
  changes.reduce<Done[][]>(
    (before, { done, state }) =>
      (state === 'safe' ? [done] : ways(done)).flatMap((way) =>
        before.map((some) => (way === null ? some : [...some, way])),
      ),
    [[]],
  )

const folderWays: Ways<FolderChange> = (change) => [null, change]

/**
 * A write may be stored completely, not at all, up to a byte, or without some of its sectors. Random: up to
 * any byte, or with any holes.
 */
const fileWays: Ways<FileChange> = (change, random) => {
  if ('length' in change) return [null, change]
  const { at, bytes } = change
  const cutAt = (cut: number): FileChange => ({ at, bytes: bytes.subarray(0, cut) })
  const holed = withHoles(at, bytes)
  if (random) return random.chance(0.5) && holed.length > 0 ? holed : [cutAt(random.below(bytes.length))]
  const cuts = [...tellingBytes(bytes)].filter((cut) => cut > 0 && cut < bytes.length)
  return [null, change, ...cuts.map(cutAt), ...holed]
}

/** A write without some of its sectors, after the previous end of the file: these contain zeros. */
const withHoles = (at: number, bytes: Buffer): FileChange[] => {
  const first = Math.floor(at / sectorSize)
  const count = Math.floor((at + bytes.length - 1) / sectorSize) - first + 1
  if (count > 6 || bytes.length === 0) return []
  return Array.from({ length: 2 ** count - 1 }, (_, kept) => {
    const holed = Buffer.from(bytes)
    for (let sector = 0; sector < count; sector++) {
      if ((kept & (1 << sector)) !== 0) continue
      const begin = Math.max(0, (first + sector) * sectorSize - at)
      holed.fill(0, begin, Math.min(bytes.length, (first + sector + 1) * sectorSize - at))
    }
    return { at, bytes: holed }
  })
}

/** Positions around each line end and some others; for few bytes, all positions. */
const tellingBytes = (bytes: Buffer): Set<number> => {
  const cuts = new Set([1, bytes.length >> 1, bytes.length - 1])
  for (let end = bytes.indexOf(0x0a); end !== -1; end = bytes.indexOf(0x0a, end + 1)) {
    for (const cut of [end - 1, end, end + 1, end + 30]) cuts.add(cut)
  }
  return cuts
}

/** Returns a random content that the medium may have for a file. */
export const drawFile = ({ base, changes }: DiskFile, random: Random): Buffer =>
  drawWay(changes, random, fileWays).reduce(applyToFile, base)

export const drawFolder = ({ base, changes }: DiskFolder, random: Random): Map<string, DiskNode> =>
  makeEntries(base, drawWay(changes, random, folderWays))

/** Returns all distinguishable contents that the medium may have for a file. */
export const allFiles = ({ base, changes }: DiskFile): Buffer[] =>
  allWays(changes, fileWays).map((done) => done.reduce(applyToFile, base))

export const allFolders = ({ base, changes }: DiskFolder): Map<string, DiskNode>[] =>
  allWays(changes, folderWays).map((done) => makeEntries(base, done))

const makeEntries = (base: ReadonlyMap<string, DiskNode>, changes: readonly FolderChange[]) => {
  const entries = new Map(base)
  for (const change of changes) applyToFolder(entries, change)
  return entries
}
