import { randomUUID } from 'node:crypto'
import { endMarkedProcesses } from './end-marked-processes.ts'
import { guardProcesses } from './guard-processes.ts'

/** The environment variable that marks every process of an agent's session. */
export const markerName = 'AMELIA_SESSION'

/** The processes of one session, identified by a variable in their environment. */
export interface MarkedProcesses {
  /** Variables for the environment of the agent's program; its children inherit them. */
  variables: Record<string, string>
  /** Ends every process with the marker. Call it when the session is over. */
  end(): Promise<void>
}

/**
 * Creates a marker for the processes of one session.
 *
 * They are also ended if this process dies before `end()` is called. Needs `/proc` for both; on systems
 * without it the agent itself has to end what it started.
 */
export const markProcesses = (marker: string = randomUUID()): MarkedProcesses => {
  const variables = { [markerName]: marker }
  const text = `${markerName}=${marker}`
  const guard = guardProcesses(text)
  return {
    variables,
    async end() {
      await endMarkedProcesses(text)
      guard.dismiss()
    },
  }
}
