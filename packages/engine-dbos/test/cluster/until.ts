import { setTimeout as wait } from 'node:timers/promises'

/**
 * Repeats a question until its answer is neither null, undefined nor false, and returns the answer. Throws
 * after a limit: an event that a test needs did not occur. The limit is far above the usual seconds, because
 * processes take several times as long on a busy machine.
 */
export const until = async <Answer>(
  event: string,
  ask: () => Promise<Answer> | Answer,
  limitMs = 100_000,
): Promise<Exclude<Answer, null | undefined | false>> => {
  for (const end = Date.now() + limitMs; ; await wait(25)) {
    const answer = await ask()
    if (answer !== null && answer !== undefined && answer !== false)
      return answer as Exclude<Answer, null | undefined | false>
    if (Date.now() > end) throw new Error(`Did not occur in ${limitMs / 1000} s: ${event}`)
  }
}
