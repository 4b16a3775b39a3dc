import type { RunEvent, RunStoreV1 } from '@amelia/core'
import { words } from '@amelia/core/view'
import { listTries } from '@amelia/core/machine'
import { readOutput } from '../stored/read-output.ts'
import { describeTry } from './describe-try.ts'

/** The complete texts of an event: those that a line only summarizes. */
export interface LogText {
  /** The command that printed the text, or the name of the text. */
  title: string
  text: string
}

export interface LogSource {
  store: RunStoreV1
  /** Whether to read transcripts; else their places are named. */
  transcripts: boolean
}

/** Reads the outputs of the commands of an event, and the transcript of a session. */
export const readTexts = async (event: RunEvent, { store, transcripts }: LogSource): Promise<LogText[]> => {
  const { runId } = event
  switch (event.type) {
    case 'verification_completed':
    case 'run_verified':
      return Promise.all(
        event.checks.map(async (check) => ({
          title: `$ ${check.argv.join(' ')}${describeExit(check)}, ${words.formatDuration(check.durationMs)}`,
          text: await readOutput(store, runId, check),
        })),
      )
    case 'step_completed':
      if (event.command === undefined || (event.output ?? '') === '') return []
      return [{ title: '', text: event.output ?? '' }]
    case 'step_failed': {
      const { failure, command = failure.command, output = failure.output } = event
      if (failure.tries)
        return Promise.all(
          listTries(failure).map(async (each) => ({
            title: describeTry(each),
            text: await readOutput(store, runId, each),
          })),
        )
      const text = await readOutput(store, runId, { ...failure, ...(output !== undefined && { output }) })
      return [{ title: command === undefined ? '' : `$ ${command}${describeExit(event)}`, text }]
    }
    case 'session_charged': {
      const { transcript } = event
      if (transcript === undefined) return []
      const text = transcripts ? await store.kept(runId, transcript.page.name) : undefined
      return [{ title: `transcript: ${transcript.page.place}`, text: text ?? '' }]
    }
    default:
      return []
  }
}

const describeExit = ({ exitCode }: { exitCode?: number | null }): string =>
  exitCode === undefined ? '' : exitCode === null ? ' (ended by a signal)' : ` (exit code ${exitCode})`
