import { AmeliaError, watchRun } from '@amelia/core'

const ended = new Set(['phase_completed', 'phase_failed', 'phase_cancelled', 'phase_skipped'])

/**
 * Draws a progress bar of a run that another process executes, until it ends. After a failure of the store it
 * watches again from the last event that it has seen.
 *
 * @param {{
 *   store: import('@amelia/core').RunStoreV1, runId: string, signal?: AbortSignal,
 *   write(line: string): void, pause?(): Promise<void>
 * }} options `pause` waits before another try; default: a second
 */
export const showProgress = async ({ store, runId, signal, write, pause = second }) => {
  const done = new Set()
  let [total, after] = [0, 0]
  for (;;) {
    try {
      for await (const event of watchRun({ store, runId, signal, after })) {
        after = event.seq
        if (event.type === 'run_started') total = event.phases.length
        if (ended.has(event.type)) done.add(event.phaseId)
        const filled = total === 0 ? 0 : Math.round((20 * done.size) / total)
        write(`[${'#'.repeat(filled)}${'.'.repeat(20 - filled)}] ${done.size}/${total}  ${event.type}`)
      }
      return
    } catch (error) {
      if (!AmeliaError.is(error, 'STORE_FAILED')) throw error
      await pause()
    }
  }
}

const second = () => new Promise((resolve) => setTimeout(resolve, 1_000))
