import type { RunEvent } from '@amelia/core'
import type { Client } from '@amelia/http/client'

export interface WatchEventsOptions {
  runId: string
  /** The number of the last event that is known. */
  after: number
  /** The longest wait for a new event, in seconds. */
  waitSeconds: number
  /** Ends the wait. */
  signal: AbortSignal
}

/** The most events, and about the most characters of them, in one result. */
const most = { events: 100, characters: 60_000 }

/**
 * Returns the events of a run after a number, and its open questions. Without any event it waits for new
 * ones until the time is over, a question opens, or the run's process ends.
 */
export const watchEvents = async (client: Client, options: WatchEventsOptions): Promise<object> => {
  const { runId, after, waitSeconds } = options
  const { seq: stored } = await client.readRun(runId)
  const events: RunEvent[] = []
  let characters = 0
  const over = AbortSignal.timeout(waitSeconds * 1_000)
  const signal = after < stored ? options.signal : AbortSignal.any([options.signal, over])
  if (after < stored || waitSeconds > 0)
    for await (const event of client.watch({ runId, after, signal })) {
      events.push(event)
      characters += JSON.stringify(event).length
      if (events.length >= most.events || characters >= most.characters) break
      if (after < stored ? event.seq >= stored : isUrgent(event)) break
    }
  const { report, condition, canGoOn, locked, seq } = await client.readRun(runId)
  const last = events.at(-1)?.seq ?? after
  return {
    ...{ status: condition.status, locked, canGoOn, seq: last, more: last < seq },
    ...{ questions: report.gates, events },
  }
}

const isUrgent = ({ type }: RunEvent): boolean => type === 'gate_opened' || type === 'run_ended'
