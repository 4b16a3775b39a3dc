import type { AgentMessage } from '../message/read-message.ts'

type Retry = Extract<AgentMessage, { kind: 'retry' }>

/** A wait that the agent announced. */
export interface AnnouncedWait {
  /** Whether the same wait was announced before. */
  again: boolean
  /** The sum of the waits since the last answer, this one included, in milliseconds. */
  sumMs: number
  /** Whether the server asked for this wait: it is longer than any that the agent chooses itself. */
  asked: boolean
}

/** The waits of one session since the model's last answer. */
export interface Waits {
  announce(retry: Retry): AnnouncedWait
  /** The model answered. */
  answered(): void
}

/**
 * Tracks the waits of one session.
 *
 * The agent announces a long wait every 30 s again, with the same number; such a wait is counted once. It
 * never tells whether the server asked for a wait. Its own waits are 0.5 s after the first refusal and double
 * with each further one, plus up to a quarter; a longer one must come from the server, plus up to a quarter.
 */
export const trackWaits = (now: () => number): Waits => {
  let count = 0
  let sumMs = 0
  let last: { attempt: number; status: number | undefined; until: number; asked: boolean } | undefined
  return {
    announce({ attempt, status, delayMs }) {
      const until = now() + delayMs
      if (last?.attempt === attempt && last.status === status && now() < last.until)
        return { again: true, sumMs, asked: last.asked }
      count += 1
      sumMs += delayMs
      last = { attempt, status, until, asked: delayMs > longestGuessMs(count) }
      return { again: false, sumMs, asked: last.asked }
    },
    answered() {
      count = 0
      sumMs = 0
      last = undefined
    },
  }
}

const longestGuessMs = (count: number): number => 500 * 2 ** (count - 1) * 1.25
