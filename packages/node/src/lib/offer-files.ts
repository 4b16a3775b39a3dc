import { constants } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Offer } from '@amelia/core/plugin'

/** The largest offer, in bytes of its JSON. */
export const maxOfferBytes = 65_536

/** What is offered to a run: `<id>.json` each, and beside it `<id>.outcome.json` once it is settled. */
export interface OfferFiles {
  /** Keeps an offer whole or not at all. Resolves when it is safe. */
  write(id: string, text: string): Promise<void>
  /** The oldest that have no outcome. A file that cannot be understood is an offer without a value. */
  read(): Promise<Offer[]>
  /** Keeps the first outcome of an offer. */
  settle(id: string, text: string): Promise<void>
  /** The outcome as it was written; undefined while there is none. */
  outcome(id: string): Promise<string | undefined>
}

/** So many are read at once: a folder that somebody filled holds nothing up for long. */
const atOnce = 100

/** The offers of the run that has this folder. */
export const offerFiles = (runFolder: string): OfferFiles => {
  const folder = join(runFolder, 'offers')
  const outcomeOf = (id: string): string => join(folder, `${id}.outcome.json`)
  return {
    async write(id, text) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await replace(join(folder, `${id}.json`), join(folder, `draft.${id}`), text)
      await syncFolder(runFolder)
    },
    async read() {
      const names = new Set(await readdir(folder).catch(noneWithout))
      const ids = [...names]
        .map((name) => /^([a-z0-9-]{1,100})\.json$/.exec(name)?.[1])
        .filter((id) => id !== undefined)
        .filter((id) => !names.has(`${id}.outcome.json`))
        .sort()
        .slice(0, atOnce)
      const read = await Promise.all(ids.map((id) => readOffer(join(folder, `${id}.json`), id)))
      return read.filter((offer) => offer !== null)
    },
    async settle(id, text) {
      if (!isOfferId(id) || (await stat(outcomeOf(id)).catch(() => null)) !== null) return
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await replace(outcomeOf(id), join(folder, `draft.${id}.outcome`), text)
    },
    async outcome(id) {
      if (!isOfferId(id)) return undefined
      return readFile(outcomeOf(id), 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
        return undefined
      })
    },
  }
}

const isOfferId = (id: string): boolean => /^[a-z0-9-]{1,100}$/.test(id)

const noneWithout = (error: NodeJS.ErrnoException): string[] => {
  if (error.code !== 'ENOENT') throw error
  return []
}

/** One offer; null where it is gone, or cannot be read just now. */
const readOffer = async (file: string, id: string): Promise<Offer | null> => {
  const nothing: Offer = { id, value: undefined }
  let handle: FileHandle | undefined
  try {
    // Whoever may write here may have put anything: no link is followed, and no pipe waited for.
    handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    const { size } = await handle.stat()
    if (size > maxOfferBytes) return nothing
    return { id, value: JSON.parse(await handle.readFile('utf8')) as unknown }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (error instanceof SyntaxError || (code !== undefined && lasting.has(code))) return nothing
    return null
  } finally {
    await handle?.close()
  }
}

/** What does not mend itself: a link, a folder, a file that others may not read, a socket. */
const lasting: ReadonlySet<string> = new Set(['ELOOP', 'EISDIR', 'EACCES', 'ENXIO', 'EMLINK'])

/** A file that is whole under its name, or not there. */
const replace = async (file: string, draft: string, text: string): Promise<void> => {
  try {
    const handle = await open(draft, 'w', 0o600)
    try {
      await handle.writeFile(text)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  await syncFolder(dirname(file))
}

const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, constants.O_RDONLY)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
