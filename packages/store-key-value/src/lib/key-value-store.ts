import {
  AmeliaError,
  type SentCommand,
  type RunLease,
  type RunStoreV1,
  storeParts,
} from '@amelia/core/plugin'
import { channelInProcess, tailTopic } from './channel.ts'
import { followEntries } from './follow-entries.ts'
import { guardStore } from './guard-store.ts'
import { locksInProcess } from './name-locks.ts'
import { decodeRecords, encodeRecord, parseJson } from './decode-records.ts'
import { checkKeyValueStore, type KeyValueStoreOptions } from './key-value-store-options.ts'
import { randomText } from './random-text.ts'

/** State of a run apart from its records and its owner. */
interface RunState {
  readonly updatedAt: number
}

/** Number of commands that are read at once. */
const commandsAtOnce = 100

/** The medium of an options object: the same calls are the same medium. */
const mediumOf = (options: KeyValueStoreOptions): object => options.get

/**
 * Creates a run store over any key-value store. Each append is one value with its own key.
 *
 * Values must be durable before `set` resolves. An instance that lost its lock writes nothing: each instance
 * has a token, and writes only while its token is stored, atomically if the medium has `setIf`. Errors of the
 * medium become `STORE_FAILED`. Followers receive the news of each record by `channel`, and read twice per
 * second; progress needs `channel`.
 */
export const keyValueStore = (options: KeyValueStoreOptions): RunStoreV1 => {
  checkKeyValueStore(options)
  const { prefix = 'amelia/', now = () => Date.now(), uniqueId = () => randomText(8) } = options
  const { locks = locksInProcess(mediumOf(options)), channel = channelInProcess(mediumOf(options)) } = options
  let latest = 0
  const keyOf = (runId: string, ...rest: string[]): string =>
    [prefix + storeParts.checkRunId(runId), ...rest].join('/')
  const readState = async (runId: string): Promise<RunState | null> =>
    JSON.parse((await options.get(keyOf(runId, 'state'))) ?? 'null') as RunState | null
  /** A change that is written together with a record of a run. */
  const stateNow = (runId: string): readonly [key: string, value: string] => [
    keyOf(runId, 'state'),
    JSON.stringify({ updatedAt: now() } satisfies RunState),
  ]
  /** Writes in order while the instance's token is stored; false if it is not. */
  const writeAs = async (
    runId: string,
    holder: string,
    changes: readonly (readonly [key: string, value: string])[],
  ): Promise<boolean> => {
    const condition = { key: keyOf(runId, 'holder'), is: holder }
    if (options.setIf !== undefined) return options.setIf(condition, changes)
    if ((await options.get(condition.key)) !== holder) return false
    for (const [key, value] of changes) await options.set(key, value)
    return true
  }
  const journalKey = (runId: string, seq: number): string =>
    keyOf(runId, 'journal', String(seq).padStart(12, '0'))
  const requireRun = async (runId: string): Promise<void> => {
    if ((await readState(runId)) !== null) return
    throw new AmeliaError('RUN_NOT_FOUND', `Run ${runId} is not in this store.`, { runId })
  }
  const readJournal = async (runId: string) => {
    const keys = (await options.list(keyOf(runId, 'journal', ''))).sort()
    const pieces = await Promise.all(keys.map(async (key) => (await options.get(key)) ?? ''))
    return { ...decodeRecords(pieces, runId), lastKey: keys.at(-1), last: pieces.at(-1) }
  }
  /** Counts the records, and removes an incomplete one, so that the next one replaces it. */
  const repairEnd = async (runId: string): Promise<number> => {
    const { records, whole, lastKey, last } = await readJournal(runId)
    if (lastKey !== undefined && whole !== last) {
      if (whole === '') await options.delete(lastKey)
      else await options.set(lastKey, whole)
    }
    return records.length
  }
  const readSent = async (runId: string): Promise<SentCommand[]> => {
    const idsBelow = async (folder: string): Promise<string[]> => {
      const start = keyOf(runId, folder, '')
      return (await options.list(start)).map((key) => key.slice(start.length))
    }
    const [made, acknowledged] = await Promise.all([idsBelow('commands'), idsBelow('outcomes')])
    const done = new Set(acknowledged)
    const open = made.filter((id) => isCommandId(id) && !done.has(id)).sort()
    return Promise.all(
      open.slice(0, commandsAtOnce).map(async (id) => ({
        id,
        value: parseJson(await options.get(keyOf(runId, 'commands', id))),
      })),
    )
  }
  const openLease = async (runId: string, letGo: () => Promise<void>): Promise<RunLease> => {
    const holder = uniqueId()
    // First: from here on the previous instance cannot write, and the count stays valid.
    await options.set(keyOf(runId, 'holder'), holder)
    let length = await repairEnd(runId)
    await options.set(...stateNow(runId))
    let released = false
    let queue: Promise<unknown> = Promise.resolve()
    const inTurn = <Result>(task: () => Promise<Result>): Promise<Result> => {
      const result = queue.then(() => guardStore(runId, task))
      queue = result.catch(() => {})
      return result
    }
    const lost = (): AmeliaError =>
      new AmeliaError('LEASE_LOST', `Run ${runId} is locked by another instance now, or by none.`, { runId })
    const free = async (): Promise<void> => {
      if (released) return
      released = true
      await letGo()
    }
    const write = async (...changes: (readonly [key: string, value: string])[]): Promise<void> => {
      if (!released && (await writeAs(runId, holder, changes))) return
      throw lost()
    }
    return {
      runId,
      token: holder,
      check: () =>
        guardStore(runId, async () => {
          if (released || (await options.get(keyOf(runId, 'holder'))) !== holder) throw lost()
        }),
      append(records) {
        // Serialized at once, because the caller may change the values.
        const lines = records.map(encodeRecord)
        const numbers = records.map(({ seq }) => seq)
        return inTurn(async () => {
          const wrong = numbers.find((seq, index) => seq !== length + index + 1)
          if (wrong !== undefined) {
            const message = `Record ${wrong} of the run ${runId} does not follow record ${length}.`
            throw new AmeliaError('INTERNAL', message, { where: 'key-value-store' })
          }
          const key = journalKey(runId, length + 1)
          // Last: once the record is stored, nothing may fail that would report it as not stored.
          await write(...(lines.length === 0 ? [] : ([stateNow(runId), [key, lines.join('')]] as const)))
          length += lines.length
          channel.send(keyOf(runId, 'journal'), null)
        })
      },
      sent: () => guardStore(runId, () => readSent(runId)),
      acknowledge: (id, outcome) =>
        inTurn(async () => {
          if (!isCommandId(id) || (await options.get(keyOf(runId, 'commands', id))) === undefined) return
          const key = keyOf(runId, 'outcomes', id)
          const acknowledged = (await options.get(key)) !== undefined
          await write(...(acknowledged ? [] : ([[key, JSON.stringify(outcome ?? null)]] as const)))
        }),
      keep: (name, text) =>
        inTurn(async () => {
          storeParts.checkArtifactName(name)
          const key = keyOf(runId, 'artifacts', name)
          await write([key, text])
          return key
        }),
      remove: () =>
        inTurn(async () => {
          await write()
          // The state first: without it, the run is not stored.
          const keys = [keyOf(runId, 'state'), ...(await options.list(keyOf(runId, '')))]
          for (const key of new Set(keys)) await options.delete(key)
          await free()
        }),
      release: () => inTurn(free),
    }
  }

  return {
    contract: 'run-store-v1',
    acquire: (runId) =>
      guardStore(runId, async () => {
        const letGo = await locks.take(keyOf(runId))
        if (letGo === null) {
          const holder = 'another run, tab or worker'
          const message = `Run ${runId} is locked by ${holder}. Wait until it ends, or close the one that locks it.`
          throw new AmeliaError('RUN_LOCKED', message, { runId, holder })
        }
        try {
          return await openLease(runId, letGo)
        } catch (error) {
          await letGo()
          throw error
        }
      }),
    load: (runId) =>
      guardStore(runId, async () => {
        await requireRun(runId)
        return (await readJournal(runId)).records
      }),
    list: () =>
      guardStore('', async () => {
        const keys = (await options.list(prefix)).filter((key) =>
          /^[^/]*\/state$/.test(key.slice(prefix.length)),
        )
        const runs = await Promise.all(
          keys.map(async (key) => {
            const runId = key.slice(prefix.length, -'/state'.length)
            const locked = await locks.isLocked(keyOf(runId))
            return { runId, updatedAt: (await readState(runId))?.updatedAt ?? 0, locked }
          }),
        )
        return runs.sort((a, b) => b.updatedAt - a.updatedAt)
      }),
    lockOf: (runId) => guardStore(runId, async () => ({ locked: await locks.isLocked(keyOf(runId)) })),
    send: (runId, value) =>
      guardStore(runId, async () => {
        await requireRun(runId)
        const text = storeParts.encodeSent(value)
        // Sorts by time, and within this process by call order.
        latest = Math.max(latest + 1, now())
        const id = `${latest.toString(36).padStart(9, '0')}-${uniqueId()}`
        await options.set(keyOf(runId, 'commands', id), text)
        return id
      }),
    pending: (runId) =>
      guardStore(runId, async () => {
        await requireRun(runId)
        return readSent(runId)
      }),
    outcome: (runId, id) =>
      guardStore(runId, async () => {
        await requireRun(runId)
        return isCommandId(id) ? parseJson(await options.get(keyOf(runId, 'outcomes', id))) : undefined
      }),
    async *follow(runId, signal) {
      const topic = keyOf(runId, 'journal')
      const read = (seq: number) => guardStore(runId, () => options.get(journalKey(runId, seq)))
      yield* followEntries({ runId, signal, channel, topic, read })
    },
    async publish(runId, value) {
      channel.send(keyOf(runId, 'progress'), JSON.parse(JSON.stringify(value)))
    },
    tail: (runId, signal) => tailTopic(channel, keyOf(runId, 'progress'), signal),
    kept: (runId, name) =>
      guardStore(runId, async () => {
        await requireRun(runId)
        return options.get(keyOf(runId, 'artifacts', name))
      }),
  }
}

const isCommandId = (id: string): boolean => /^[a-z0-9-]{1,100}$/.test(id)
