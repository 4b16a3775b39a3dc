import { AmeliaError, type Offer, type RunLease, type RunStoreV1 } from '@amelia/core/plugin'
import { type Hold, holdInProcess } from './hold.ts'
import { decodeRecords, encodeRecord } from './journal-text.ts'
import type { KeyValueEntries } from './key-value-entries.ts'
import { randomText } from './random-text.ts'

export interface KeyValueStoreOptions extends KeyValueEntries {
  /** Begins every key. Default: `amelia/`. */
  prefix?: string
  /**
   * Keeps a run for one holder. Default: among the stores of this process with the same `get`. Where several tabs share the
   * entries: `webLocksHold(navigator.locks)`, or `recordHold` where there are no such locks.
   */
  hold?: Hold
  /** Milliseconds since 1970. Default: this machine's clock. */
  now?: () => number
  /** Text of `[a-z0-9]` that nobody else gives. Default: by chance. */
  uniqueId?: () => string
}

/** What is known of a run beside its records, and beside who holds it. */
interface RunState {
  readonly updatedAt: number
}

/** So many offers are given at once. */
const offersAtOnce = 100
const maxOfferLength = 65_536

/** The medium of an options object: the same calls are the same medium. */
const mediumOf = (options: KeyValueStoreOptions): object => options.get

/**
 * Keeps runs in anything that has get, set, delete and list. An append is one value under a key of its own.
 *
 * The values must be kept in full before `set` resolves. A holder that lost its hold writes nothing: each holder has a mark of its own,
 * and what it writes is written while the mark stands, in one step where the medium has `setIf`. What the medium refuses is
 * `STORE_FAILED`.
 */
export const keyValueStore = (options: KeyValueStoreOptions): RunStoreV1 => {
  const { prefix = 'amelia/', now = () => Date.now(), uniqueId = () => randomText(8) } = options
  const { hold = holdInProcess(mediumOf(options)) } = options
  let latest = 0

  const keyOf = (runId: string, ...rest: string[]): string => {
    if (/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/.test(runId)) return `${prefix}${[runId, ...rest].join('/')}`
    const message = `${JSON.stringify(runId)} is no id of a run: letters, digits, dots, hyphens and underscores only.`
    throw new AmeliaError('OPTION_INVALID', message, { option: 'runId' })
  }
  const readState = async (runId: string): Promise<RunState | null> => {
    const text = await options.get(keyOf(runId, 'state'))
    return text === undefined ? null : (JSON.parse(text) as RunState)
  }
  /** What a write of a run takes along. */
  const stateNow = (runId: string): readonly [key: string, value: string] => [
    keyOf(runId, 'state'),
    JSON.stringify({ updatedAt: now() } satisfies RunState),
  ]
  /** Writes while the holder's mark stands, the last one last; false when it does not. */
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
  const requireRun = async (runId: string): Promise<void> => {
    if ((await readState(runId)) !== null) return
    throw new AmeliaError('RUN_NOT_FOUND', `There is no run ${runId} in this store.`, { runId })
  }
  const readJournal = async (runId: string) => {
    const keys = (await options.list(keyOf(runId, 'journal', ''))).sort()
    const pieces = await Promise.all(keys.map(async (key) => (await options.get(key)) ?? ''))
    return { ...decodeRecords(pieces, runId), lastKey: keys.at(-1), last: pieces.at(-1) }
  }
  /** The number of records. What was cut off goes, so that the next one takes its place. */
  const settleJournal = async (runId: string): Promise<number> => {
    const { records, whole, lastKey, last } = await readJournal(runId)
    if (lastKey !== undefined && whole !== last) {
      if (whole === '') await options.delete(lastKey)
      else await options.set(lastKey, whole)
    }
    return records.length
  }
  const readOffers = async (runId: string): Promise<Offer[]> => {
    const idsBelow = async (folder: string): Promise<string[]> => {
      const start = keyOf(runId, folder, '')
      return (await options.list(start)).map((key) => key.slice(start.length))
    }
    const [made, settled] = await Promise.all([idsBelow('offers'), idsBelow('outcomes')])
    const done = new Set(settled)
    const open = made.filter((id) => isOfferId(id) && !done.has(id)).sort()
    return Promise.all(
      open.slice(0, offersAtOnce).map(async (id) => ({
        id,
        value: parse(await options.get(keyOf(runId, 'offers', id))),
      })),
    )
  }
  const openLease = async (runId: string, letGo: () => Promise<void>): Promise<RunLease> => {
    const holder = uniqueId()
    // First: whoever held the run before writes nothing from here on, and what is counted stays.
    await options.set(keyOf(runId, 'holder'), holder)
    let length = await settleJournal(runId)
    await options.set(...stateNow(runId))
    let released = false
    let queue: Promise<unknown> = Promise.resolve()
    const inTurn = <Result>(task: () => Promise<Result>): Promise<Result> => {
      const result = queue.then(() => guard(runId, task))
      queue = result.catch(() => {})
      return result
    }
    const write = async (...changes: (readonly [key: string, value: string])[]): Promise<void> => {
      if (!released && (await writeAs(runId, holder, changes))) return
      throw new AmeliaError('LEASE_LOST', `The run ${runId} is held by somebody else now, or by nobody.`, {
        runId,
      })
    }
    return {
      runId,
      append(records) {
        // As text at once: the caller may change the values.
        const lines = records.map(encodeRecord)
        const numbers = records.map(({ seq }) => seq)
        return inTurn(async () => {
          const wrong = numbers.find((seq, index) => seq !== length + index + 1)
          if (wrong !== undefined) {
            const message = `Record ${wrong} of the run ${runId} does not follow record ${length}.`
            throw new AmeliaError('INTERNAL', message, { where: 'key-value-store' })
          }
          const key = keyOf(runId, 'journal', String(length + 1).padStart(12, '0'))
          // Last: once it is there, nothing may fail that would call it not stored.
          await write(...(lines.length === 0 ? [] : ([stateNow(runId), [key, lines.join('')]] as const)))
          length += lines.length
        })
      },
      offers: () => guard(runId, () => readOffers(runId)),
      settle: (id, outcome) =>
        inTurn(async () => {
          if (!isOfferId(id) || (await options.get(keyOf(runId, 'offers', id))) === undefined) return
          const key = keyOf(runId, 'outcomes', id)
          const settled = (await options.get(key)) !== undefined
          await write(...(settled ? [] : ([[key, JSON.stringify(outcome ?? null)]] as const)))
        }),
      release: () =>
        inTurn(async () => {
          if (released) return
          released = true
          await letGo()
        }),
    }
  }

  return {
    contract: 'run-store-v1',
    acquire: (runId) =>
      guard(runId, async () => {
        const letGo = await hold.take(keyOf(runId))
        if (letGo === null) {
          const message = `The run ${runId} is held already. Wait until it ends there, or close what holds it.`
          throw new AmeliaError('RUN_HELD', message, { runId, holder: 'another run, tab or worker' })
        }
        try {
          return await openLease(runId, letGo)
        } catch (error) {
          await letGo()
          throw error
        }
      }),
    load: (runId) =>
      guard(runId, async () => {
        await requireRun(runId)
        return (await readJournal(runId)).records
      }),
    list: () =>
      guard('', async () => {
        const keys = (await options.list(prefix)).filter((key) => key.endsWith('/state'))
        const runs = await Promise.all(
          keys.map(async (key) => {
            const runId = key.slice(prefix.length, -'/state'.length)
            const held = await hold.isHeld(keyOf(runId))
            return { runId, updatedAt: (await readState(runId))?.updatedAt ?? 0, held }
          }),
        )
        return runs.sort((a, b) => b.updatedAt - a.updatedAt)
      }),
    offer: (runId, value) =>
      guard(runId, async () => {
        const text = JSON.stringify(value) as string | undefined
        await requireRun(runId)
        if (text === undefined || text.length > maxOfferLength) {
          const message = `This is no value that can be offered to a run: give one that JSON holds, of ${maxOfferLength} characters at most.`
          throw new AmeliaError('OPTION_INVALID', message, { option: 'value' })
        }
        // Sorts by time, and in this process by the order of the calls.
        latest = Math.max(latest + 1, now())
        const id = `${latest.toString(36).padStart(9, '0')}-${uniqueId()}`
        await options.set(keyOf(runId, 'offers', id), text)
        return id
      }),
    outcome: (runId, id) =>
      guard(runId, async () => {
        await requireRun(runId)
        return isOfferId(id) ? parse(await options.get(keyOf(runId, 'outcomes', id))) : undefined
      }),
  }
}

const isOfferId = (id: string): boolean => /^[a-z0-9-]{1,100}$/.test(id)

/** Undefined for what cannot be read. */
const parse = (text: string | undefined): unknown => {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as unknown)
  } catch {
    return undefined
  }
}

const guard = async <Result>(runId: string, task: () => Promise<Result>): Promise<Result> => {
  try {
    return await task()
  } catch (cause) {
    if (AmeliaError.is(cause)) throw cause
    const why = cause instanceof Error ? cause.message : String(cause)
    const message = `The store could not be used for the run ${runId}: ${why}. Nothing counts as stored that was not before.`
    throw new AmeliaError('STORE_FAILED', message, { runId }, { cause })
  }
}
