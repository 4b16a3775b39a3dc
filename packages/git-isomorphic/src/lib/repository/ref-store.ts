import { AmeliaError, checkRefName, type RefUpdate } from '@amelia/core/plugin'
import { gitFailed } from '../git-failed.ts'
import type { GitFiles } from '../file/git-files.ts'

/** The refs of a repository, by full name. */
export interface RefStore {
  /** Reads the id of a ref, following symbolic refs; null if it does not exist. */
  read(ref: string): Promise<string | null>
  /** Reads the target of a symbolic ref; null for other refs. */
  readSymbolic(ref: string): Promise<string | null>
  /** Lists refs with this prefix, sorted. */
  list(prefix: string): Promise<Map<string, string>>
  /** Creates or moves a ref without checking its old value. */
  set(ref: string, id: string): Promise<void>
  /**
   * Moves all refs or none. Throws `REF_MOVED` if one does not have its `old` value, and `GIT_FAILED` if a
   * name occurs twice or conflicts with another ref. The caller must have the lock.
   */
  update(updates: readonly RefUpdate[]): Promise<void>
}

const packedFile = 'packed-refs'
const isId = (text: string): boolean => /^[0-9a-f]{40}$/.test(text)

/** Opens the refs of a git dir: files, and lines of `packed-refs`. */
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
    // Git's own limit.
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
  /** A name cannot be both a ref and a folder of refs. */
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
    // Deleted refs may have left folders.
    if (await files.isFolder(ref)) await removeEmptyFolders(ref)
    await files.write(ref, `${id}\n`)
  }
  const remove = async (ref: string): Promise<void> => {
    const text = await files.readText(packedFile)
    if (text !== null && (await readPacked()).has(ref)) await files.write(packedFile, withoutRef(text, ref))
    await files.remove(ref)
    // Keeps `refs/heads` and similar folders.
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
      if (twice !== undefined) throw gitFailed('updateRefs', `${twice} occurs twice in one update.`)
      const moved: string[] = []
      for (const { ref, old } of updates) if ((await read(ref)) !== old) moved.push(ref)
      if (moved.length > 0) {
        const message = `${moved.join(', ')} moved since it was read: no ref was changed.`
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
      // Deletions first, because they make room for new refs.
      const ordered = [...wanted].sort((a, b) => Number(a.new !== null) - Number(b.new !== null))
      const done: RefUpdate[] = []
      try {
        for (const update of ordered) {
          done.unshift(update)
          await move(update)
        }
      } catch (cause) {
        for (const { ref, old, new: id } of done) await move({ ref, new: old, old: id }).catch(() => {})
        throw gitFailed('updateRefs', 'Writing the refs failed; they are unchanged.', cause)
      }
    },
  }
}

const inTheWay = (ref: string, other: string): AmeliaError =>
  gitFailed('updateRefs', `${ref} cannot be created: it conflicts with the ref ${other}.`)

/** A line with the tag's target follows a packed tag. */
const withoutRef = (text: string, ref: string): string => {
  const lines = text.split('\n')
  const at = lines.findIndex((line) => line.endsWith(` ${ref}`) && !line.startsWith('#'))
  if (at >= 0) lines.splice(at, lines[at + 1]?.startsWith('^') ? 2 : 1)
  return lines.join('\n')
}
