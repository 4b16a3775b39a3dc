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

/**
 * Waits for the end of a run as long as it makes progress, whose sign is a changed answer: a slow machine is
 * not a run that hangs.
 */
export const untilOver = async (
  isOver: () => boolean,
  askProgress: () => Promise<unknown>,
  { stillMs = 120_000, mostMs = 360_000 } = {},
): Promise<void> => {
  let last = ''
  const began = Date.now()
  let since = began
  for (; !isOver(); await wait(200)) {
    const progress = JSON.stringify(await askProgress())
    if (progress !== last) since = Date.now()
    last = progress
    if (Date.now() - since > stillMs)
      throw new Error(`The run did not end, and there was no progress in ${stillMs / 1000} s: ${last}`)
    // A run may also repeat the same steps.
    if (Date.now() - began > mostMs) throw new Error(`Did not occur in ${mostMs / 1000} s: the run ends`)
  }
}
