import { storeParts } from '@amelia/core/plugin'
import { constants } from 'node:fs'
import { join } from 'node:path'
import type { SentCommand } from '@amelia/core/plugin'
import { isMissing } from '../file/is-missing.ts'
import type { JournalFileHandle, JournalFiles } from './disk/journal-files.ts'
import { makeOnce } from './disk/make-once.ts'
import { syncFolder } from './disk/sync-folder.ts'
import { syncRunFolder } from './disk/sync-run-folder.ts'
import { withHandle } from './disk/with-handle.ts'

/**
 * The commands to a run: a file `<id>.json` each, with `<id>.outcome.json` beside it once it has an outcome.
 */
export interface CommandFiles {
  /** Stores a command atomically. Resolves once it is synced. */
  write(id: string, text: string): Promise<void>
  /** Reads the oldest commands without an outcome. An invalid file is a command without a value. */
  read(): Promise<SentCommand[]>
  /** Stores the outcome of a command; the first one wins. */
  writeOutcome(id: string, text: string): Promise<void>
  /** Reads the outcome; undefined if it does not exist yet. */
  outcome(id: string): Promise<string | undefined>
}

/** The most commands to read in one call, so that a full folder does not block for long. */
const atOnce = 100

/** Opens the commands in a run's folder. */
export const commandFiles = (
  files: JournalFiles,
  uniqueId: () => string,
  runFolder: string,
): CommandFiles => {
  const folder = join(runFolder, 'commands')
  const outcomeOf = (id: string): string => join(folder, `${id}.outcome.json`)
  /** Creates a file atomically and syncs its name; does nothing if it exists. */
  const keep = async (path: string, content: string): Promise<void> => {
    await files.mkdir(folder, { recursive: true, mode: 0o700 })
    await makeOnce({ files, uniqueId, path, content })
    await syncFolder(files, folder)
  }
  return {
    async write(id, text) {
      await keep(join(folder, `${id}.json`), text)
      // The folder of commands may be new, and the run's creator may not have synced it.
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
      const read = await Promise.all(ids.map((id) => readControl(files, join(folder, `${id}.json`), id)))
      return read.filter((command) => command !== null)
    },
    async writeOutcome(id, text) {
      if (!isCommandId(id)) return
      await keep(outcomeOf(id), text)
      await syncFolder(files, runFolder)
    },
    async outcome(id) {
      if (!isCommandId(id)) return undefined
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

const isCommandId = (id: string): boolean => /^[a-z0-9-]{1,100}$/.test(id)

const noneWithout = (error: unknown): string[] => {
  if (isMissing(error)) return []
  throw error
}

/** Reads one command; null if it is gone, or cannot be read at present. */
const readControl = async (files: JournalFiles, file: string, id: string): Promise<SentCommand | null> => {
  const nothing: SentCommand = { id, value: undefined }
  let handle: JournalFileHandle | undefined
  try {
    // Other processes may write here: follow no link, and do not block on a pipe.
    handle = await files.open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    const { size } = await handle.stat()
    if (size > storeParts.mostSentBytes) return nothing
    return { id, value: JSON.parse((await handle.readFile()).toString()) as unknown }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (error instanceof SyntaxError || (code !== undefined && lasting.has(code))) return nothing
    return null
  } finally {
    await handle?.close()
  }
}

/** Errors that do not go away: a link, a folder, an unreadable file, a socket. */
const lasting: ReadonlySet<string> = new Set(['ELOOP', 'EISDIR', 'EACCES', 'ENXIO', 'EMLINK'])
