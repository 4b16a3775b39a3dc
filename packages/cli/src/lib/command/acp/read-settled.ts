import { readRun } from '@amelia/core'
import type { EditorSession } from './editor-session.ts'

/** The looks at a run whose process is about to end, and the milliseconds between them. */
const looks = 50
const pauseMs = 200

/**
 * Reads the run of a session. If all its questions have answers and its process still has the lock, either
 * that process applies them, or it is about to end, because the run waits: this waits for one of the two.
 */
export const readSettled = async ({ host, runId = '' }: EditorSession): Promise<SettledRun> => {
  for (let left = looks; ; left--) {
    const run = await readRun({ host, runId, now: host.clock.now() })
    const { condition, report, locked, savedAnswers } = run
    const isAsked = report.gates.some(({ id }) => !savedAnswers.some(({ gateId }) => gateId === id))
    if (left === 0 || isAsked || !locked || condition.state !== 'waiting') return { ...run, isAsked }
    await host.clock.wait(pauseMs)
  }
}

type SettledRun = Awaited<ReturnType<typeof readRun>> & {
  /** Whether a question has no answer. */
  isAsked: boolean
}
