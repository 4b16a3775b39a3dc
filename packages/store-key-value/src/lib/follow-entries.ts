import { type JournalRecord, timerClock } from '@amelia/core/plugin'
import type { Channel } from './channel.ts'
import { decodeRecords } from './decode-records.ts'

export interface FollowEntriesOptions {
  runId: string
  signal: AbortSignal
  channel: Channel
  /** The topic of a message after each append. */
  topic: string
  /** Reads the value that begins with this record. */
  read(seq: number): Promise<string | undefined>
}

/** Milliseconds between two reads if no message arrives. Another process may have written. */
const pollMs = 500

/**
 * Follows a journal by reading the values after the last known record, at each message and twice per second.
 * Each value is read once, and all that are stored are yielded together: a run that ended and was resumed has
 * not ended. After a crash a value may be cut: its next owner continues after its last complete record.
 */
export async function* followEntries(
  options: FollowEntriesOptions,
): AsyncGenerator<JournalRecord[], void, undefined> {
  const { runId, signal, channel, topic } = options
  const clock = timerClock()
  let known = 0
  let woken = new AbortController()
  const stop = channel.receive(topic, () => woken.abort())
  const readFresh = async (): Promise<JournalRecord[]> => {
    const fresh: JournalRecord[] = []
    for (;;) {
      const value = signal.aborted ? undefined : await options.read(known + 1)
      const records = value === undefined ? [] : decodeRecords([value], runId, known).records
      if (records.length === 0) return fresh
      known += records.length
      fresh.push(...records)
    }
  }
  try {
    while (!signal.aborted) {
      woken = new AbortController()
      const records = await readFresh()
      if (records.length > 0) yield records
      else await clock.wait(pollMs, AbortSignal.any([signal, woken.signal]), 'poll').catch(() => {})
    }
  } finally {
    stop()
  }
}
