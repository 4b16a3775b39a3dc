import { openRun } from '@amelia/core'

/**
 * Continues a run for a limited time: after `ms`, it starts no more phases, and those that run may finish.
 * Resolves with its status and its open questions, and with `again` if only the time was over. A run that a
 * person cancelled is not continued.
 */
export const continueRun = async ({ host, driver, runId, ms }) => {
  const run = await openRun({ host, driver, runId })
  let isDrained = false
  const timer = setTimeout(() => {
    isDrained = true
    run.drain()
  }, ms)
  try {
    const { status, gates } = await run.start()
    const questions = gates.map(({ id, question, choices }) => ({ id, question, choices }))
    return { status, questions, again: isDrained && status === 'cancelled' }
  } finally {
    clearTimeout(timer)
  }
}
