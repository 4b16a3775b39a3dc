import type { AgentParts } from '@amelia/agent-process'
import type { CallContext, SessionProgress, SessionRequest } from '@amelia/core/plugin'
import type { CodexSettings } from '../option/codex-settings.ts'
import type { CodexSdk } from './codex-sdk.ts'
import type { SessionTexts } from './session-texts.ts'

/** Everything one session needs. */
export interface CodexSession {
  request: SessionRequest
  context: CallContext<SessionProgress>
  settings: CodexSettings
  parts: Pick<AgentParts, 'clock' | 'environment'>
  sdk: CodexSdk
  /** The folder of the workspace. */
  folder: string
  texts: SessionTexts
}
