import { constants } from 'node:fs'
import { join } from 'node:path'
import type { Processes, ProcessIdentity } from '@amelia/agent-process'
import { isMissing } from '../file/is-missing.ts'
import type { JournalFiles } from './disk/journal-files.ts'
import { makeOnce } from './disk/make-once.ts'
import { removeFile } from './disk/remove-file.ts'
import { leaseName, scanRunFolder } from './disk/scan-run-folder.ts'
import { hasEnded, type LeaseHolder, staleMs } from './rules/run-locked.ts'
import { withHandle } from './disk/with-handle.ts'

export interface LeaseFileOptions {
  files: JournalFiles
  processes: Processes
  now: () => number
  uniqueId: () => string
  /** The run's folder. */
  folder: string
}

/** A lease that this process took. */
export interface TakenLease {
  /** See `RunLease`. */
  alone: boolean
  /** Higher by one than the token of the previous owner. */
  token: number
  /** Whether the lease is still valid: no other process has taken the run. */
  isLocked(): Promise<boolean>
  /** Checks the lease as {@link isLocked}, and whether the folder contains its journal. */
  inspect(): Promise<{ locked: boolean; hasJournal: boolean }>
  /** Records a heartbeat. */
  beat(): Promise<void>
  release(): Promise<void>
}

/**
 * Takes a run by creating its lease, a file `lease.<token>`, atomically. Returns the owner instead if that is
 * alive.
 *
 * The highest token in the folder, of a lease or a journal, is the owner's. So a process that lost the run
 * can always detect it, and no token is used twice. `docs/project/decisions/015-fencing.md` explains why this
 * is sufficient.
 */
export const takeLease = async (options: LeaseFileOptions): Promise<TakenLease | LeaseHolder> => {
  const { files, folder, now, uniqueId } = options
  const nonce = uniqueId()
  for (;;) {
    const { holder, top } = await readLease(options)
    if (holder?.alive) return holder
    const token = top + 1
    const own = join(folder, leaseName(token))
    const mine: LeaseText = { ...options.processes.self(), nonce, since: now() }
    const content = JSON.stringify(mine)
    if (!(await makeOnce({ files, uniqueId, path: own, content, mtimeMs: now() }))) continue
    const inspect: TakenLease['inspect'] = async () => {
      const there = await scanRunFolder(files, folder, { here: true })
      const locked = there.lease === token && (there.journal ?? 0) <= token
      return { locked, hasJournal: there.journal === token }
    }
    const lease: TakenLease = {
      token,
      alone: holder === null || hasEnded(holder, mine),
      inspect,
      isLocked: async () => (await inspect()).locked,
      beat: () => files.utimes(own, now() / 1000, now() / 1000),
      release: () => removeFile(files, own),
    }
    // The name may have been used before: then a journal has this token, or a higher one.
    const there = await scanRunFolder(files, folder)
    if (there.lease === token && (there.journal ?? 0) < token) return lease
    await lease.release()
  }
}

/** Returns the owner of the run; null if it has none. */
export const findHolder = async (options: LeaseFileOptions): Promise<LeaseHolder | null> =>
  (await readLease(options)).holder

type LeaseText = ProcessIdentity & { nonce: string; since: number }

/** Reads the owner of the run, and the highest token in use. */
const readLease = async (options: LeaseFileOptions): Promise<{ holder: LeaseHolder | null; top: number }> => {
  const { files, folder } = options
  for (;;) {
    const { lease, journal } = await scanRunFolder(files, folder)
    const top = Math.max(lease, journal ?? 0)
    if (lease === 0 || lease < top) return { holder: null, top }
    try {
      return { holder: await readHolder(options, join(folder, leaseName(lease))), top }
    } catch (error) {
      // The lease has just been released.
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

/** Parses a lease file; null if it is not valid. */
const parse = (text: string): LeaseText | null => {
  try {
    const { pid, host, container, started, nonce, since } = JSON.parse(text) as LeaseText
    return typeof pid === 'number' ? { pid, host, container, started, nonce, since } : null
  } catch {
    return null
  }
}
