import type { GitFiles } from '../file/git-files.ts'
import type { OwnFile } from '../overlay/overlay-workspace.ts'

/** A slot's files as they are stored below the git dir: its changes from a tree, in order. */
export interface SlotRecord {
  /** Stores the tree, and all changes from it. */
  begin(tree: string, own: readonly OwnFile[]): Promise<void>
  /** Stores one more change. */
  add(file: OwnFile): Promise<void>
  /** Stores that the slot is kept for a person. */
  keep(): Promise<void>
  /** `movedTo`: the slot that has the files now. */
  remove(movedTo?: string): Promise<void>
}

/** A slot that another process stored. */
export interface StoredSlot {
  use: 'open' | 'kept'
  tree: string
  own: OwnFile[]
}

/** One change in a manifest: bytes in a file of that number, an object, or nothing for a removed path. */
interface Entry {
  path: string
  mode?: string
  file?: number
  id?: string
}

interface Manifest {
  use: 'open' | 'kept'
  tree: string
  entries: Entry[]
}

/** Creates the record of a slot in a folder of the git dir. Writes happen in order. */
export const createSlotRecord = (files: GitFiles, folder: string): SlotRecord => {
  let manifest: Manifest = { use: 'open', tree: '', entries: [] }
  let written = 0
  let queue: Promise<void> = Promise.resolve()
  const inTurn = (task: () => Promise<void>): Promise<void> => {
    const result = queue.then(task)
    queue = result.catch(() => {})
    return result
  }
  const save = (): Promise<void> => files.write(`${folder}/slot.json`, JSON.stringify(manifest))
  const entryOf = async ({ path, node }: OwnFile): Promise<Entry> => {
    if (node === null) return { path }
    if (node.type === 'kept') return { path, mode: node.entry.mode, id: node.entry.id }
    const file = ++written
    await files.write(`${folder}/${file}`, node.bytes)
    return { path, mode: node.mode, file }
  }
  /** Drops what a change replaces. A removed path stays, because the tree may have it. */
  const isReplaced = (entry: Entry, by: Entry): boolean =>
    entry.path === by.path ||
    (by.mode === undefined && (by.path === '' || entry.path.startsWith(`${by.path}/`)))
  return {
    begin: (tree, own) =>
      inTurn(async () => {
        const before = manifest.entries
        const entries: Entry[] = []
        for (const file of own) entries.push(await entryOf(file))
        manifest = { use: 'open', tree, entries }
        await save()
        await removeFiles(files, folder, before)
      }),
    add: (file) =>
      inTurn(async () => {
        const entry = await entryOf(file)
        const old = manifest.entries.filter((one) => isReplaced(one, entry))
        manifest.entries = manifest.entries.filter((one) => !isReplaced(one, entry))
        // Removing comes first: a folder may stand where a file was.
        if (entry.mode !== undefined && old.some(({ mode }) => mode === undefined))
          manifest.entries.push({ path: entry.path })
        manifest.entries.push(entry)
        await save()
        await removeFiles(files, folder, old)
      }),
    keep: () =>
      inTurn(async () => {
        manifest.use = 'kept'
        await save()
      }),
    remove: (movedTo) => inTurn(() => removeStored(files, folder, movedTo)),
  }
}

const removeFiles = async (files: GitFiles, folder: string, entries: readonly Entry[]): Promise<void> => {
  for (const { file } of entries) if (file !== undefined) await files.remove(`${folder}/${file}`)
}

/** Reads a stored slot; undefined if there is none, or not a whole one. */
export const readStored = async (files: GitFiles, folder: string): Promise<StoredSlot | undefined> => {
  const text = await files.readText(`${folder}/slot.json`)
  if (text === null) return undefined
  try {
    const { use, tree, entries } = JSON.parse(text) as Manifest
    const own: OwnFile[] = []
    for (const { path, mode, file, id } of entries) {
      if (mode === undefined) own.push({ path, node: null })
      else if (id !== undefined) own.push({ path, node: { type: 'kept', entry: { mode, id } } })
      else {
        const bytes = await files.read(`${folder}/${file}`)
        if (bytes === null) return undefined
        own.push({ path, node: { type: 'written', mode, bytes } })
      }
    }
    return { use: use === 'kept' ? 'kept' : 'open', tree, own }
  } catch {
    return undefined
  }
}

/** Reads where a slot was moved. */
export const readMove = async (files: GitFiles, folder: string): Promise<string | undefined> => {
  const text = await files.readText(`${folder}/moved`)
  return text === null ? undefined : text
}

/** Removes a stored slot, its manifest first. `movedTo`: the slot that has its files now, which is noted. */
export const removeStored = async (files: GitFiles, folder: string, movedTo?: string): Promise<void> => {
  if (movedTo !== undefined) await files.write(`${folder}/moved`, movedTo)
  await files.remove(`${folder}/slot.json`)
  for (const name of await files.list(folder))
    if (name !== 'moved' || movedTo === undefined) await files.remove(`${folder}/${name}`)
  await files.removeEmpty(folder)
}
