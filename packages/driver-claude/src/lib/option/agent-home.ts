import { homedir } from 'node:os'
import { join } from 'node:path'
import type { AgentParts } from '@amelia/agent-process'
import type { ClaudeSettings } from './claude-settings.ts'

/** The agent's own folder, which contains its transcripts. */
export const agentHome = (
  { home }: Pick<ClaudeSettings, 'home'>,
  environment: AgentParts['environment'],
): string => home ?? join(environment.HOME || homedir(), '.claude')
