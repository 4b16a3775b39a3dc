import { AmeliaError, checkRefName, type RefUpdate } from '@amelia/core/plugin'
import { gitFailed } from './git-failed.ts'
import type { GitFiles } from './git-files.ts'

/** The references of a repository, by full name. */
export interface RefStore {
  /** The id that a reference holds, symbolic ones followed; null where there is none. */
  read(ref: string): Promise<string | null>
  /** The name that a symbolic reference holds; null for others. */
  readSymbolic(ref: string): Promise<string | null>
  /** References whose names begin with the prefix, sorted. */
  list(prefix: string): Promise<Map<string, string>>
  /** Makes or moves a reference without a comparison. */
  set(ref: string, id: string): Promise<void>
  /**
   * Moves all or none. Throws `REF_MOVED` when one does not hold its `old` value, `GIT_FAILED` when a name is given twice or
   * another reference is in the way. The caller holds the lock.
   */
  update(updates: readonly RefUpdate[]): Promise<void>
}

const packedFile = 'packed-refs'
const isId = (text: string): boolean => /^[0-9a-f]{40}$/.test(text)

/** References as git keeps them: one file each, or lines of `packed-refs`. */
export const createRefStore = (files: GitFiles): RefStore => {
  const readPacked = async (): Promise<Map<string, string>> => {
    const refs = new Map<string, string>()
    for (const line of ((await files.readText(packedFile)) ?? '').split('\n')) {
      const [, id, ref] = /^([0-9a-f]{40}) (refs\/.+)$/.exec(line) ?? []
      if (id !== undefined && ref !== undefined) refs.set(ref, id)
    }
    return refs
  }
  const readLoose = async (ref: string): Promise<string | null> =>
    (await files.readText(ref))?.trimEnd() ?? null
  const symbolicName = (text: string | null): string | null => /^ref: *(\S.*)$/.exec(text ?? '')?.[1] ?? null

  const read = async (ref: string, packed?: ReadonlyMap<string, string>): Promise<string | null> => {
    let name = ref
    // As deep as git follows.
    for (let depth = 0; depth < 5; depth += 1) {
      const text = await readLoose(name)
      if (text !== null && isId(text)) return text
      const next = symbolicName(text)
      if (next === null) return (packed ?? (await readPacked())).get(name) ?? null
      name = next
    }
    return null
  }
  const listLoose = async (folder: string): Promise<string[]> => {
    const names: string[] = []
    for (const name of await files.list(folder)) {
      const path = `${folder}/${name}`
      if (await files.isFolder(path)) names.push(...(await listLoose(path)))
      else if (!name.endsWith('.lock')) names.push(path)
    }
    return names
  }
  const list = async (prefix: string): Promise<Map<string, string>> => {
    const packed = await readPacked()
    const folder = prefix.slice(0, prefix.lastIndexOf('/')) || 'refs'
    const loose = folder.startsWith('refs') ? await listLoose(folder) : []
    const names = [...new Set([...packed.keys(), ...loose])].filter((name) => name.startsWith(prefix)).sort()
    const found = new Map<string, string>()
    for (const name of names) {
      const id = await read(name, packed)
      if (id !== null) found.set(name, id)
    }
    return found
  }
  /** A name cannot be a reference and a folder of references. */
  const makeRoom = async (ref: string, gone: ReadonlySet<string>): Promise<void> => {
    const parts = ref.split('/')
    const above = parts.slice(2, -1).map((_, index) => parts.slice(0, index + 3).join('/'))
    const packed = await readPacked()
    for (const name of above) {
      if (!gone.has(name) && (await read(name, packed)) !== null) throw inTheWay(ref, name)
    }
    const below = [...(await list(`${ref}/`)).keys()].find((name) => !gone.has(name))
    if (below !== undefined) throw inTheWay(ref, below)
  }
  const removeEmptyFolders = async (folder: string): Promise<void> => {
    for (const name of await files.list(folder)) await removeEmptyFolders(`${folder}/${name}`)
    await files.removeEmpty(folder)
  }
  const set = async (ref: string, id: string): Promise<void> => {
    // References that were deleted may have left folders.
    if (await files.isFolder(ref)) await removeEmptyFolders(ref)
    await files.write(ref, `${id}\n`)
  }
  const remove = async (ref: string): Promise<void> => {
    const text = await files.readText(packedFile)
    if (text !== null && (await readPacked()).has(ref)) await files.write(packedFile, withoutRef(text, ref))
    await files.remove(ref)
    // `refs/heads` and the like stay.
    for (let folder = ref.slice(0, ref.lastIndexOf('/')); folder.split('/').length > 2; ) {
      if (!(await files.removeEmpty(folder))) break
      folder = folder.slice(0, folder.lastIndexOf('/'))
    }
  }
  const move = async ({ ref, new: id }: RefUpdate): Promise<void> => {
    if (id === null) await remove(ref)
    else await set(ref, id)
  }

  return {
    read,
    readSymbolic: async (ref) => symbolicName(await readLoose(ref)),
    list,
    async set(ref, id) {
      checkRefName(ref)
      await makeRoom(ref, new Set())
      await set(ref, id)
    },
    async update(updates) {
      for (const { ref } of updates) checkRefName(ref)
      const names = updates.map(({ ref }) => ref)
      const twice = names.find((ref, index) => names.indexOf(ref) !== index)
      if (twice !== undefined) throw gitFailed('updateRefs', `${twice} is moved twice at once.`)
      const moved: string[] = []
      for (const { ref, old } of updates) if ((await read(ref)) !== old) moved.push(ref)
      if (moved.length > 0) {
        const message = `Somebody else moved ${moved.join(', ')}: no reference was changed.`
        throw new AmeliaError('REF_MOVED', message, { refs: moved })
      }
      const wanted = updates.filter((update) => update.new !== update.old)
      const gone = new Set(wanted.filter((update) => update.new === null).map(({ ref }) => ref))
      const made = wanted.filter((update) => update.old === null)
      for (const { ref } of made) await makeRoom(ref, gone)
      for (const { ref } of made) {
        const other = made.find((one) => ref.startsWith(`${one.ref}/`))
        if (other !== undefined) throw inTheWay(ref, other.ref)
      }
      // What goes makes room for what comes.
      const ordered = [...wanted].sort((a, b) => Number(a.new !== null) - Number(b.new !== null))
      const done: RefUpdate[] = []
      try {
        for (const update of ordered) {
          done.unshift(update)
          await move(update)
        }
      } catch (cause) {
        for (const { ref, old, new: id } of done) await move({ ref, new: old, old: id }).catch(() => {})
        throw gitFailed('updateRefs', 'The references could not be written: they are as they were.', cause)
      }
    },
  }
}

const inTheWay = (ref: string, other: string): AmeliaError =>
  gitFailed('updateRefs', `${ref} cannot be made: the reference ${other} is in the way.`)

/** A packed tag is followed by a line with what it names. */
const withoutRef = (text: string, ref: string): string => {
  const lines = text.split('\n')
  const at = lines.findIndex((line) => line.endsWith(` ${ref}`) && !line.startsWith('#'))
  if (at >= 0) lines.splice(at, lines[at + 1]?.startsWith('^') ? 2 : 1)
  return lines.join('\n')
}
