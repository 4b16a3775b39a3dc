import type { AgentParts } from '@amelia/agent-process'
import type { CallContext, SessionProgress, SessionRequest } from '@amelia/core/plugin'
import type { ClaudeSettings } from '../option/claude-settings.ts'
import type { SessionRecords } from '../transcript/session-records.ts'
import type { TokenPrices } from '../usage/token-prices.ts'
import type { SessionInput } from './session-input.ts'
import type { ClaudeSdk } from '../program/claude-sdk.ts'

/** Everything one session needs. */
export interface ClaudeSession {
  request: SessionRequest
  context: CallContext<SessionProgress>
  settings: ClaudeSettings
  parts: Pick<AgentParts, 'clock' | 'environment'>
  sdk: ClaudeSdk
  /** The folder of the workspace. */
  folder: string
  /** The agent's own folder. */
  home: string
  records: SessionRecords
  prices: TokenPrices
  input: SessionInput
}
