import { constants } from 'node:fs'
import { join } from 'node:path'
import type { Processes, ProcessIdentity } from '@amelia/agent-process'
import { isMissing } from '../file/is-missing.ts'
import type { JournalFiles } from './disk/journal-files.ts'
import { makeOnce } from './disk/make-once.ts'
import { removeFile } from './disk/remove-file.ts'
import { leaseName, scanRunFolder } from './disk/scan-run-folder.ts'
import { withHandle } from './disk/with-handle.ts'

/** Who holds a run, as its lease file says. */
export interface LeaseHolder {
  /** Null where the file cannot be read. */
  process: ProcessIdentity | null
  /** Milliseconds since 1970. */
  since: number
  /** Its last sign of life, in milliseconds since 1970. */
  beat: number
  /** Whether it could be asked for here: one that could not is known by its signs of life alone. */
  asked: boolean
  /** Whether it may still be at work. */
  alive: boolean
}

export interface LeaseFileOptions {
  files: JournalFiles
  processes: Processes
  now: () => number
  uniqueId: () => string
  /** The run's. */
  folder: string
}

/** What was taken. */
export interface TakenLease {
  /** One higher than that of whoever held the run before. */
  token: number
  /** Whether this process still holds what it took: nobody has taken the run since. */
  isHeld(): Promise<boolean>
  /** Gives a sign of life. */
  beat(): Promise<void>
  release(): Promise<void>
}

/** A holder that nobody here can ask about is taken for dead when it gave no sign of life for so long. */
export const staleMs = 60_000

/**
 * Takes a run: its lease is a file `lease.<token>`, made whole and once. Gives the holder where there is a living one.
 *
 * The highest token in the folder is the holder's, be it of a lease or of a journal. So whoever was taken over from can see it for
 * ever, and no token is given twice. `docs/decisions/015-fencing.md` says why this is enough.
 */
export const takeLease = async (options: LeaseFileOptions): Promise<TakenLease | LeaseHolder> => {
  const { files, folder, now, uniqueId } = options
  const nonce = uniqueId()
  for (;;) {
    const { holder, top } = await look(options)
    if (holder?.alive) return holder
    const token = top + 1
    const own = join(folder, leaseName(token))
    const mine: LeaseText = { ...options.processes.self(), nonce, since: now() }
    const content = JSON.stringify(mine)
    if (!(await makeOnce({ files, uniqueId, path: own, content, mtimeMs: now() }))) continue
    const lease: TakenLease = {
      token,
      async isHeld() {
        const there = await scanRunFolder(files, folder)
        return there.lease === token && (there.journal ?? 0) <= token
      },
      beat: () => files.utimes(own, now() / 1000, now() / 1000),
      release: () => removeFile(files, own),
    }
    // The name may have been free again: whoever had it before left a journal with this token, or a higher one.
    const there = await scanRunFolder(files, folder)
    if (there.lease === token && (there.journal ?? 0) < token) return lease
    await lease.release()
  }
}

/** Who holds the run; null when it is free. */
export const findHolder = async (options: LeaseFileOptions): Promise<LeaseHolder | null> =>
  (await look(options)).holder

type LeaseText = ProcessIdentity & { nonce: string; since: number }

/** Who holds the run, and the highest token that was given. */
const look = async (options: LeaseFileOptions): Promise<{ holder: LeaseHolder | null; top: number }> => {
  const { files, folder } = options
  for (;;) {
    const { lease, journal } = await scanRunFolder(files, folder)
    const top = Math.max(lease, journal ?? 0)
    if (lease === 0 || lease < top) return { holder: null, top }
    try {
      return { holder: await readHolder(options, join(folder, leaseName(lease))), top }
    } catch (error) {
      // It was released meanwhile.
      if (!isMissing(error)) throw error
    }
  }
}

const readHolder = ({ files, processes, now }: LeaseFileOptions, path: string): Promise<LeaseHolder> =>
  withHandle(files, path, constants.O_RDONLY, async (handle) => {
    const { mtimeMs: beat } = await handle.stat()
    const text = parse((await handle.readFile()).toString())
    const found = text === null ? undefined : processes.isAlive(text)
    const alive = found ?? now() - beat < staleMs
    return { process: text, since: text?.since ?? beat, beat, asked: found !== undefined, alive }
  })

/** Null for what cannot be understood. */
const parse = (text: string): LeaseText | null => {
  try {
    const { pid, host, container, started, nonce, since } = JSON.parse(text) as LeaseText
    return typeof pid === 'number' ? { pid, host, container, started, nonce, since } : null
  } catch {
    return null
  }
}
