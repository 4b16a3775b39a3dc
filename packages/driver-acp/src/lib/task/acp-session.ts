import type { CallContext, Clock, SessionProgress, SessionRequest } from '@amelia/core/plugin'
import type { AcpSettings } from '../option/acp-settings.ts'
import type { SessionInput } from './session-input.ts'

/** Everything one session needs. */
export interface AcpSession {
  request: SessionRequest
  context: CallContext<SessionProgress>
  settings: AcpSettings
  /** The folder of the workspace. */
  folder: string
  clock: Clock
  environment: Readonly<Record<string, string | undefined>>
  /** Passes on texts of people while the session runs, by its id. */
  inputs: Map<string, SessionInput>
  /** The last message of each session, as the agent's records had it. */
  lastMessages: Map<string, string>
}
