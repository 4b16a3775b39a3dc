import { openRun } from '@amelia/core'

/**
 * Continues a run for a limited time: after `ms`, it starts no more phases, and those that run may finish.
 * Resolves with its status and its open questions. Call it again while the status is `cancelled`.
 */
export const continueRun = async ({ host, driver, runId, ms }) => {
  const run = await openRun({ host, driver, runId })
  const timer = setTimeout(() => run.drain(), ms)
  try {
    const { status, gates } = await run.start()
    return { status, questions: gates.map(({ id, question, choices }) => ({ id, question, choices })) }
  } finally {
    clearTimeout(timer)
  }
}
