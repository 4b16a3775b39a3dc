import { constants } from 'node:fs'
import { join } from 'node:path'
import type { Offer } from '@amelia/core/plugin'
import { isMissing } from '../file/is-missing.ts'
import type { JournalFileHandle, JournalFiles } from './disk/journal-files.ts'
import { makeOnce } from './disk/make-once.ts'
import { syncFolder } from './disk/sync-folder.ts'
import { syncRunFolder } from './disk/sync-run-folder.ts'
import { withHandle } from './disk/with-handle.ts'

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
export const offerFiles = (files: JournalFiles, uniqueId: () => string, runFolder: string): OfferFiles => {
  const folder = join(runFolder, 'offers')
  const outcomeOf = (id: string): string => join(folder, `${id}.outcome.json`)
  /** A file that is whole and safe under its name; nothing where there is one. */
  const keep = async (path: string, content: string): Promise<void> => {
    await files.mkdir(folder, { recursive: true, mode: 0o700 })
    await makeOnce({ files, uniqueId, path, content })
    await syncFolder(files, folder)
  }
  return {
    async write(id, text) {
      await keep(join(folder, `${id}.json`), text)
      // The folder of offers may be new, and whoever made the run may not have come to keep it.
      await syncRunFolder(files, runFolder)
    },
    async read() {
      const names = new Set(await files.readdir(folder).catch(noneWithout))
      const ids = [...names]
        .map((name) => /^([a-z0-9-]{1,100})\.json$/.exec(name)?.[1])
        .filter((id) => id !== undefined)
        .filter((id) => !names.has(`${id}.outcome.json`))
        .sort()
        .slice(0, atOnce)
      const read = await Promise.all(ids.map((id) => readOffer(files, join(folder, `${id}.json`), id)))
      return read.filter((offer) => offer !== null)
    },
    async settle(id, text) {
      if (!isOfferId(id)) return
      await keep(outcomeOf(id), text)
      await syncFolder(files, runFolder)
    },
    async outcome(id) {
      if (!isOfferId(id)) return undefined
      try {
        return await withHandle(files, outcomeOf(id), constants.O_RDONLY, async (handle) =>
          (await handle.readFile()).toString(),
        )
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },
  }
}

const isOfferId = (id: string): boolean => /^[a-z0-9-]{1,100}$/.test(id)

const noneWithout = (error: unknown): string[] => {
  if (isMissing(error)) return []
  throw error
}

/** One offer; null where it is gone, or cannot be read just now. */
const readOffer = async (files: JournalFiles, file: string, id: string): Promise<Offer | null> => {
  const nothing: Offer = { id, value: undefined }
  let handle: JournalFileHandle | undefined
  try {
    // Whoever may write here may have put anything: no link is followed, and no pipe waited for.
    handle = await files.open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    const { size } = await handle.stat()
    if (size > maxOfferBytes) return nothing
    return { id, value: JSON.parse((await handle.readFile()).toString()) as unknown }
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
