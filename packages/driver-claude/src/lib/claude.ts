import type { DriverV1 } from '@amelia/core/plugin'
import type { ClaudeOptions } from './claude-options.ts'
import { createClaude } from './create-claude.ts'

/**
 * Claude as a driver. Without options it works with the key of `ANTHROPIC_API_KEY`, or the login that the agent has on this machine.
 *
 * Nothing is looked at before the first session: {@link checkClaude} tells earlier what is missing.
 */
export const claude = (options: ClaudeOptions = {}): DriverV1 => createClaude(options)
