import type { DriverV1, SessionProgress, SessionRequest } from '../../contract/driver.ts'
import { driverError } from '../../contract/driver-error.ts'
import { AmeliaError } from '../../error/amelia-error.ts'
import { checkArgument, checkOptions } from '../../error/check/check-options.ts'
import type { RulesOf } from '../../error/check/rule.ts'
import { rules } from '../../error/check/rules.ts'
import { pluginRules } from '../../run/boundary/plugin-rules.ts'
import { redactValue } from '../../text/secret/redact-value.ts'
import type { RecordedSession, SessionRecording } from './session-recording.ts'
import { diffTrees, readTree } from './read-tree.ts'

/** Options of {@link recordSessions}. */
export interface RecordSessionsOptions {
  /** Stores the recording so far. Called after each session; calls never overlap. */
  save(recording: SessionRecording): Promise<void> | void
  /** Values to redact. Text in the shape of a secret is always redacted. */
  secrets?: readonly string[] | undefined
  /** Names of folders and files whose changes are not recorded. Default: `node_modules`. */
  leaveOut?: readonly string[] | undefined
}

const recordRules: RulesOf<RecordSessionsOptions> = {
  save: rules.function,
  secrets: rules.secrets,
  leaveOut: rules.optional(rules.texts),
}

/**
 * Wraps a driver, and stores each session: its request, its progress, the files that it changed,
 * and its result or failure. `replaySessions` replays the recording.
 *
 * Reads all files of the workspace before and after a session. Stores a session that was stopped as
 * `interrupted`, so that a replay continues it as the recorded run did. Throws `OPTION_INVALID`.
 */
export const recordSessions = (driver: DriverV1, options: RecordSessionsOptions): DriverV1 => {
  checkArgument('recordSessions', 'driver', driver, pluginRules.driver)
  checkOptions('recordSessions', options, recordRules)
  const { save, secrets = [], leaveOut = ['node_modules'] } = options
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
        message: `Could not record the session: ${cause instanceof Error ? cause.message : String(cause)}`,
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
        if (!sessions[number]) await record({ error: signal.aborted ? stopped : describeError(error) })
        throw error
      }
    },
  }
}

/** The properties by which a session is found. */
export const describeRequest = ({
  role,
  access,
  unit,
  prompt,
  resume,
}: SessionRequest): Pick<RecordedSession, 'role' | 'access' | 'unit' | 'prompt' | 'resume'> => ({
  role,
  access,
  // A review has the unit of its phase, which is the same for all.
  unit: unit === undefined || role !== 'developer' ? '' : JSON.stringify(unit),
  prompt,
  ...(resume === undefined ? {} : { resume }),
})

const stopped = { class: 'interrupted', message: 'The session was stopped while it was recorded.' } as const

/** Treats any error that is not a driver error as a failure of the agent, as the engine does. */
const describeError = (error: unknown): { class: string; message: string; retryAfterMs?: number } => ({
  class: 'agent_failed',
  ...(AmeliaError.is(error, 'DRIVER_FAILED') ? error.details : {}),
  message: error instanceof Error ? error.message : String(error),
})
