import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { machineProcesses, type Processes } from '@amelia/agent-process'
import { AmeliaError, type RunLease, type RunRepair, type RunStoreV1 } from '@amelia/core/plugin'
import { readArtefact } from './artefact-files.ts'
import { holdRun } from './hold-run.ts'
import { type JournalFiles, machineFiles } from './disk/journal-files.ts'
import { findHolder, type LeaseHolder, staleMs, type TakenLease, takeLease } from './lease-file.ts'
import { loadJournal, runDamaged, type StoredJournal } from './journal/load-journal.ts'
import { maxOfferBytes, offerFiles } from './offer-files.ts'
import { orStoreFailed } from './disk/or-store-failed.ts'
import { publishJournal } from './journal/publish-journal.ts'
import { quarantineJournal } from './journal/quarantine-journal.ts'
import { journalName, scanRunFolder } from './disk/scan-run-folder.ts'

export interface FileStoreOptions {
  /** The folder that holds one folder per run, or how to find it: asked when it is needed. */
  dir: string | (() => Promise<string>)
  /** Milliseconds since 1970: what is offered is put in order by it, and signs of life are. Default: this machine's clock. */
  now?: () => number
  /** Text of `[a-z0-9]` that no other process gives. Default: eight of them by chance. */
  uniqueId?: () => string
  /** Default: `node:fs`. */
  files?: JournalFiles
  /** Who this process is, and which others live. Default: those of this machine. */
  processes?: Processes
  /** Calls a task every so many milliseconds until what it gives is called. Default: a timer that keeps no process alive. */
  every?: (ms: number, task: () => void) => () => void
}

/**
 * Keeps each run's journal in `<dir>/<run>/journal.<n>.jsonl`: one line of JSON per record, with a checksum and the number of the taking that
 * it was written in. The highest is the journal.
 *
 * Texts for people are in `<dir>/<run>/artefacts/`. An append is one write and an fsync. The run is held by this process until it ends or releases it: that of a dead process is taken
 * over, also that of another machine which gave no sign of life for a minute. Offers are files of their own in
 * `<dir>/<run>/offers/`, of 64 KiB at most. What the medium refuses is `STORE_FAILED`; a journal that is damaged is changed by
 * `repair` alone.
 */
export const fileStore = (options: FileStoreOptions): RunStoreV1 => {
  const { dir, now = Date.now, uniqueId = byChance, files = machineFiles } = options
  const { processes = machineProcesses, every = unreferenced } = options
  let latest = 0
  /** Sorts by time, and in this process by the order of the calls. */
  const offerId = (): string => {
    latest = Math.max(latest + 1, now())
    return `${latest.toString(36).padStart(9, '0')}-${uniqueId()}`
  }
  const root = async (): Promise<string> => (typeof dir === 'string' ? dir : dir())
  const runFolder = async (runId: string): Promise<string> => {
    // Before it touches a path.
    if (/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/.test(runId)) return join(await root(), runId)
    const message = `${JSON.stringify(runId)} is no id of a run: letters, digits, dots, hyphens and underscores only.`
    throw new AmeliaError('OPTION_INVALID', message, { option: 'runId' })
  }
  /** The folder of a run that is there. */
  const knownFolder = async (runId: string): Promise<string> => {
    const folder = await runFolder(runId)
    if ((await scanRunFolder(files, folder)).journal !== null) return folder
    throw runNotFound(folder, runId)
  }
  const load = async (runId: string): Promise<StoredJournal> => {
    const folder = await knownFolder(runId)
    const journal = await loadJournal(files, folder, runId)
    if (journal === null) throw runNotFound(folder, runId)
    if (journal.damage !== null) throw runDamaged(journal, journal.damage, runId)
    return journal
  }
  /** Takes the lease of a run, and gives it back when the task fails. */
  const take = async <Result>(
    runId: string,
    folder: string,
    task: (lease: TakenLease, before: StoredJournal | null) => Promise<Result>,
  ): Promise<Result> => {
    const lease = await takeLease({ files, processes, now, uniqueId, folder })
    if ('alive' in lease) throw runHeld(runId, lease)
    try {
      return await task(lease, await loadJournal(files, folder, runId))
    } catch (error) {
      await lease.release().catch(() => {})
      throw error
    }
  }
  const publish = async (
    runId: string,
    folder: string,
    lease: TakenLease,
    before: StoredJournal | null,
  ): Promise<number> => {
    const size = await publishJournal({ files, uniqueId, folder, lease, before })
    if (size !== null) return size
    throw runHeld(runId, await findHolder({ files, processes, now, uniqueId, folder }))
  }
  const summarise = async (folder: string, runId: string) => {
    const { journal } = await scanRunFolder(files, folder)
    const stored = journal === null ? null : await files.stat(join(folder, journalName(journal)))
    if (stored === null) return null
    const holder = await findHolder({ files, processes, now, uniqueId, folder })
    return { runId, updatedAt: stored.mtimeMs, held: holder?.alive ?? false }
  }
  return {
    contract: 'run-store-v1',
    acquire: (runId) =>
      orStoreFailed(runId, async () => {
        const folder = await runFolder(runId)
        await files.mkdir(folder, { recursive: true, mode: 0o700 })
        return take(runId, folder, async (lease, before): Promise<RunLease> => {
          if (before?.damage) throw runDamaged(before, before.damage, runId)
          const size = await publish(runId, folder, lease, before)
          const length = before?.records.length ?? 0
          return holdRun({
            files,
            folder,
            runId,
            lease,
            offers: offerFiles(files, uniqueId, folder),
            length,
            size,
            every,
          })
        })
      }),
    load: (runId) => orStoreFailed(runId, async () => (await load(runId)).records),
    list: () =>
      orStoreFailed('', async () => {
        const folder = await root()
        const names = await files.readdir(folder).catch(() => [])
        const found = await Promise.all(
          names.map((runId) => summarise(join(folder, runId), runId).catch(() => null)),
        )
        return found.filter((one) => one !== null).sort((a, b) => b.updatedAt - a.updatedAt)
      }),
    offer: (runId, value) =>
      orStoreFailed(runId, async () => {
        const offers = offerFiles(files, uniqueId, await knownFolder(runId))
        const text = encodeOffer(value)
        const id = offerId()
        await offers.write(id, text)
        return id
      }),
    pending: (runId) =>
      orStoreFailed(runId, async () => offerFiles(files, uniqueId, await knownFolder(runId)).read()),
    outcome: (runId, id) =>
      orStoreFailed(runId, async () => {
        const text = await offerFiles(files, uniqueId, await knownFolder(runId)).outcome(id)
        return text === undefined ? undefined : (JSON.parse(text) as unknown)
      }),
    kept: (runId, name) =>
      orStoreFailed(runId, async () => readArtefact(files, await knownFolder(runId), name)),
    repair: (runId) =>
      orStoreFailed(runId, async () => {
        const folder = await knownFolder(runId)
        return take(runId, folder, async (lease, before): Promise<RunRepair> => {
          const kept = before?.records.length ?? 0
          let repaired: RunRepair = { kept, lost: 0, movedTo: null }
          if (before?.damage) {
            if (kept === 0) throw runDamaged(before, before.damage, runId)
            const movedTo = await quarantineJournal(files, folder, before.path, now())
            await publish(runId, folder, lease, before)
            repaired = { kept, lost: before.damage.lost, movedTo }
          }
          await lease.release()
          return repaired
        })
      }),
  }
}

const byChance = (): string => Array.from({ length: 8 }, () => randomInt(36).toString(36)).join('')

const unreferenced = (ms: number, task: () => void): (() => void) => {
  const timer = setInterval(task, ms).unref()
  return () => clearInterval(timer)
}

const encodeOffer = (value: unknown): string => {
  const text = JSON.stringify(value) as string | undefined
  if (text !== undefined && Buffer.byteLength(text) <= maxOfferBytes) return text
  const why = text === undefined ? 'it is no value of JSON' : `it is larger than ${maxOfferBytes} bytes`
  throw new AmeliaError('OPTION_INVALID', `This cannot be offered to a run: ${why}.`, { option: 'value' })
}

const runNotFound = (folder: string, runId: string): AmeliaError =>
  new AmeliaError('RUN_NOT_FOUND', `There is no run ${runId}: ${folder} holds no journal.`, { runId })

const runHeld = (runId: string, holder: LeaseHolder | null): AmeliaError => {
  const time = (ms: number): string => new Date(ms).toISOString()
  const by = holder?.process
  const who = by ? `process ${by.pid} on ${by.host}` : 'a process that cannot be told'
  const since = holder === null ? '' : `, since ${time(holder.since)}`
  const until =
    holder === null || holder.asked
      ? ''
      : ` Its last sign of life was at ${time(holder.beat)}; ${staleMs / 1000} seconds after the last one the run can be taken.`
  const message = `The run ${runId} is held by ${who}${since}. Wait for it or stop it.${until}`
  return new AmeliaError('RUN_HELD', message, { runId, holder: `${who}${since}` })
}
