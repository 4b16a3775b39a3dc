import { randomBytes } from 'node:crypto'
import { link, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isProcessAlive, type ProcessIdentity, processIdentity } from './process-identity.ts'

/** Who holds a run, as its lease file says. */
export interface LeaseHolder extends ProcessIdentity {
  nonce: string
  /** Milliseconds since 1970. */
  since: number
}

/**
 * The lease of a run: files in its folder, each made once and complete, by a hard link that fails when the name is taken.
 *
 * `lease` names the first holder. Who takes over from a dead one makes `lease.<nonce of the dead>`: a name that only one
 * process can win, however many try. The last of the chain is the holder. Nothing is overwritten, so no new lease
 * can be taken for the old one.
 */
export interface LeaseFile {
  /** Takes the lease, or tells the living holder. */
  take(): Promise<LeaseHolder | null>
  /** Whether this process still holds what it took. */
  isHeld(): Promise<boolean>
  release(): Promise<void>
}

export const createLeaseFile = (folder: string): LeaseFile => {
  const mine: LeaseHolder = {
    ...processIdentity(),
    nonce: randomBytes(8).toString('hex'),
    since: Date.now(),
  }
  const isHeld = async (): Promise<boolean> => (await findHolder(folder))?.nonce === mine.nonce
  return {
    async take() {
      for (;;) {
        const holder = await findHolder(folder)
        if (holder !== null && isProcessAlive(holder)) return holder
        const name = holder === null ? 'lease' : `lease.${holder.nonce}`
        if (!(await create(folder, name, mine))) continue
        // The chain may have been given free while this one was added to its end.
        if (await isHeld()) return null
        await rm(join(folder, name), { force: true })
      }
    },
    isHeld,
    async release() {
      if (!(await isHeld())) return
      // The beginning of the chain first: without it the rest means nothing.
      await rm(join(folder, 'lease'), { force: true })
      for (const name of await readdir(folder)) {
        if (name.startsWith('lease.')) await rm(join(folder, name), { force: true })
      }
    },
  }
}

/** The last of the chain; null when the run is free. */
export const findHolder = async (folder: string): Promise<LeaseHolder | null> => {
  let holder = await read(join(folder, 'lease'))
  if (holder === null) return null
  for (;;) {
    const next = await read(join(folder, `lease.${holder.nonce}`))
    if (next === null) return holder
    holder = next
  }
}

const read = async (file: string): Promise<LeaseHolder | null> => {
  try {
    const { pid, host, started, nonce, since } = JSON.parse(await readFile(file, 'utf8')) as LeaseHolder
    return { pid, host, started, nonce, since }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

const create = async (folder: string, name: string, holder: LeaseHolder): Promise<boolean> => {
  const draft = join(folder, `draft.${holder.nonce}`)
  await writeFile(draft, JSON.stringify(holder), { mode: 0o600, flush: true })
  try {
    await link(draft, join(folder, name))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    await rm(draft, { force: true })
  }
}
