import type { DriverV1, SessionProgress, SessionRequest } from '../../contract/driver.ts'
import { driverError } from '../../contract/driver-error.ts'
import { AmeliaError } from '../../error/amelia-error.ts'
import { redactValue } from '../../text/redact-value.ts'
import type { RecordedSession, SessionRecording } from './recording.ts'
import { diffTrees, readTree } from './workspace-tree.ts'

export interface RecordSessionsOptions {
  /** Stores the recording so far; called when a session has ended, one call after the other. */
  save(recording: SessionRecording): Promise<void> | void
  /** Values that are not to be in it. What has the shape of a secret is taken out in any case. */
  secrets?: readonly string[]
  /** Names of folders and files whose changes do not count. Default: `node_modules`. */
  leaveOut?: readonly string[]
}

/**
 * A driver that does what the given one does, and has each session stored: what it was asked, what it said, the files that it left,
 * and its result or its failure. `replaySessions` plays it back.
 *
 * All files of the workspace are read before and after a session. A session that was stopped is not stored: that was not the agent.
 */
export const recordSessions = (
  driver: DriverV1,
  { save, secrets = [], leaveOut = ['node_modules'] }: RecordSessionsOptions,
): DriverV1 => {
  const sessions: (RecordedSession | undefined)[] = []
  let saving = Promise.resolve()
  const store = (number: number, session: RecordedSession): Promise<void> => {
    sessions[number] = redactValue(session, secrets)
    const recording: SessionRecording = {
      format: 'amelia-sessions-1',
      sessions: sessions.filter((each) => each !== undefined),
    }
    const saved = saving.then(() => save(recording))
    saving = saved.catch(() => {})
    return saved.catch((cause: unknown) => {
      throw driverError('environment', {
        message: `The session could not be recorded: ${cause instanceof Error ? cause.message : String(cause)}`,
        cause,
      })
    })
  }

  return {
    ...driver,
    async runSession(request, { signal, emit }) {
      signal.throwIfAborted()
      const number = sessions.push(undefined) - 1
      const { fs } = request.workspace
      const before = await readTree(fs, leaveOut)
      const progress: SessionProgress[] = []
      const record = async (outcome: RecordedSession['outcome']): Promise<void> =>
        store(number, {
          ...describeRequest(request),
          progress,
          files: diffTrees(before, await readTree(fs, leaveOut)),
          outcome,
        })
      try {
        const result = await driver.runSession(request, {
          signal,
          emit(said) {
            progress.push(said)
            emit(said)
          },
        })
        await record({ result })
        return result
      } catch (error) {
        if (!signal.aborted && !sessions[number]) await record({ error: describeError(error) })
        throw error
      }
    },
  }
}

/** What tells a session from others. */
export const describeRequest = ({
  role,
  access,
  unit,
  prompt,
  resume,
}: SessionRequest): Pick<RecordedSession, 'role' | 'access' | 'unit' | 'prompt' | 'resumed'> => ({
  role,
  access,
  unit: unit === undefined ? '' : JSON.stringify(unit),
  prompt,
  resumed: resume !== undefined,
})

/** Whatever is no driver error is the agent's failure, as it is to the engine. */
const describeError = (error: unknown): { class: string; message: string; retryAfterMs?: number } => ({
  class: 'agent_failed',
  ...(AmeliaError.is(error, 'DRIVER_FAILED') ? error.details : {}),
  message: error instanceof Error ? error.message : String(error),
})
