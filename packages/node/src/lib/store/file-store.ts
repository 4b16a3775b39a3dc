import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { machineProcesses, type Processes } from '@amelia/agent-process'
import {
  AmeliaError,
  checkOptions,
  rules,
  type RulesOf,
  type RunLease,
  type RunRepair,
  type RunStoreV1,
  storeParts,
} from '@amelia/core/plugin'
import { isMissing } from '../file/is-missing.ts'
import { readArtifact } from './write-artifact.ts'
import { createRunLease } from './create-run-lease.ts'
import { followJournal } from './follow/follow-journal.ts'
import { createProgressWriter } from './follow/create-progress-writer.ts'
import { tailProgress } from './follow/tail-progress.ts'
import { type JournalFiles, machineFiles } from './disk/journal-files.ts'
import { findHolder, type TakenLease, takeLease } from './take-lease.ts'
import { loadJournal, runDamaged, type StoredJournal } from './journal/load-journal.ts'
import { commandFiles } from './command-files.ts'
import { orStoreFailed } from './rules/or-store-failed.ts'
import { publishJournal } from './journal/publish-journal.ts'
import { quarantineJournal } from './journal/quarantine-journal.ts'
import { repeat } from './rules/repeat.ts'
import { runLocked } from './rules/run-locked.ts'
import { journalName, scanRunFolder } from './disk/scan-run-folder.ts'

export interface FileStoreOptions {
  /** The folder that contains one folder per run, or a function that returns it when it is needed. */
  dir: string | (() => Promise<string>)
  /**
   * Returns the time in milliseconds since 1970, for the order of commands and for heartbeats. Default: this
   * machine's clock.
   */
  now?: (() => number) | undefined
  /** Returns a unique text of `[a-z0-9]`. Default: eight random characters. */
  uniqueId?: (() => string) | undefined
  /** The file system. Default: `node:fs`. With another one, progress is not transmitted. */
  files?: JournalFiles | undefined
  /** Identifies this process, and checks whether others live. Default: the processes of this machine. */
  processes?: Processes | undefined
  /**
   * Calls a task every `ms` milliseconds until the returned function is called. Default: a timer that does
   * not keep the process alive.
   */
  every?: ((ms: number, task: () => void) => () => void) | undefined
}

const { optional } = rules

const fileStoreRules: RulesOf<FileStoreOptions> = {
  dir: {
    expected: 'the path of a folder, or a function that returns it',
    is: (value) => rules.name.is(value) || rules.function.is(value),
  },
  now: optional(rules.function),
  uniqueId: optional(rules.function),
  files: optional(rules.object),
  processes: optional(rules.object),
  every: optional(rules.function),
}

/**
 * Creates a store that keeps each run's journal in `<dir>/<run>/journal.<n>.jsonl`: one line of JSON per
 * record, with a checksum and the token of the lease that wrote it. The file with the highest number is the
 * journal.
 *
 * An append is one write and an fsync. A process owns a run until it ends or releases it. The lease of a dead
 * process is taken over, and so is a lease on another machine without a heartbeat for a minute. Texts for
 * people are in `<dir>/<run>/artifacts/`, and each command, of at most 64 KiB, is a file in
 * `<dir>/<run>/commands/`. Followers watch the folder and poll it twice per second. Errors of the file system
 * are `STORE_FAILED`. Progress passes through `<dir>/<run>/progress/values.jsonl`, of at most 256 KiB. Only
 * `repair` changes a damaged journal.
 */
export const fileStore = (options: FileStoreOptions): RunStoreV1 => {
  checkOptions('fileStore', options, fileStoreRules)
  const { dir, now = Date.now, uniqueId = randomId, files = machineFiles } = options
  const { processes = machineProcesses, every = repeat } = options
  const writeProgress = createProgressWriter()
  const progressFile = async (runId: string): Promise<string> =>
    join(await runFolder(runId), 'progress', 'values.jsonl')
  const progress: Pick<RunStoreV1, 'publish' | 'tail'> = {
    publish: (runId, value) =>
      orStoreFailed(runId, async () => writeProgress(await progressFile(runId), value)),
    async *tail(runId, signal) {
      yield* tailProgress(await progressFile(runId), signal)
    },
  }
  let latest = 0
  /** Returns an id that sorts by time, and within this process by the order of calls. */
  const commandId = (): string => {
    latest = Math.max(latest + 1, now())
    return `${latest.toString(36).padStart(9, '0')}-${uniqueId()}`
  }
  const root = async (): Promise<string> => (typeof dir === 'string' ? dir : dir())
  const runFolder = async (runId: string): Promise<string> => {
    // Checked before the id becomes part of a path.
    storeParts.checkRunId(runId)
    return join(await root(), runId)
  }
  /** Returns the folder of a stored run. */
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
  /** Takes the lease of a run, and releases it if the task fails. */
  const take = async <Result>(
    runId: string,
    folder: string,
    task: (lease: TakenLease, before: StoredJournal | null) => Promise<Result>,
  ): Promise<Result> => {
    const lease = await takeLease({ files, processes, now, uniqueId, folder })
    if ('alive' in lease) throw runLocked(runId, lease)
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
    throw runLocked(runId, await findHolder({ files, processes, now, uniqueId, folder }))
  }
  const isLocked = async (folder: string): Promise<boolean> =>
    (await findHolder({ files, processes, now, uniqueId, folder }))?.alive ?? false
  const summarise = async (folder: string, runId: string) => {
    const { journal } = await scanRunFolder(files, folder)
    const stored = journal === null ? null : await files.stat(join(folder, journalName(journal)))
    return stored && { runId, updatedAt: stored.mtimeMs, locked: await isLocked(folder) }
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
          return createRunLease({
            files,
            folder,
            runId,
            lease,
            commands: commandFiles(files, uniqueId, folder),
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
        const names = await files.readdir(folder).catch((error: unknown) => {
          if (isMissing(error)) return []
          throw error
        })
        const found = await Promise.all(
          names.map((runId) => summarise(join(folder, runId), runId).catch(() => null)),
        )
        return found.filter((one) => one !== null).sort((a, b) => b.updatedAt - a.updatedAt)
      }),
    lockOf: (runId) => orStoreFailed(runId, async () => ({ locked: await isLocked(await runFolder(runId)) })),
    send: (runId, value) =>
      orStoreFailed(runId, async () => {
        const commands = commandFiles(files, uniqueId, await knownFolder(runId))
        const text = storeParts.encodeSent(value)
        const id = commandId()
        await commands.write(id, text)
        return id
      }),
    pending: (runId) =>
      orStoreFailed(runId, async () => commandFiles(files, uniqueId, await knownFolder(runId)).read()),
    outcome: (runId, id) =>
      orStoreFailed(runId, async () => {
        const text = await commandFiles(files, uniqueId, await knownFolder(runId)).outcome(id)
        return text === undefined ? undefined : (JSON.parse(text) as unknown)
      }),
    kept: (runId, name) =>
      orStoreFailed(runId, async () => readArtifact(files, await knownFolder(runId), name)),
    async *follow(runId, signal) {
      const folder = await runFolder(runId)
      const found = followJournal({ files, processes, now, uniqueId, folder, runId, signal })
      try {
        for (;;) {
          const { done, value } = await orStoreFailed(runId, () => found.next())
          if (done === true) return
          yield value
        }
      } finally {
        await found.return()
      }
    },
    ...(files === machineFiles ? progress : {}),
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

const randomId = (): string => Array.from({ length: 8 }, () => randomInt(36).toString(36)).join('')

const runNotFound = (folder: string, runId: string): AmeliaError =>
  new AmeliaError('RUN_NOT_FOUND', `Run ${runId} not found: ${folder} contains no journal.`, { runId })
