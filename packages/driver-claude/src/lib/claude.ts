import type { DriverV1 } from '@amelia/core/plugin'
import type { ClaudeOptions } from './option/claude-options.ts'
import { createClaude } from './create-claude.ts'

/**
 * Creates a driver for Claude. By default it uses the key in `ANTHROPIC_API_KEY`, or the agent's login on
 * this machine.
 *
 * Nothing is checked before the first session; {@link checkClaude} reports missing prerequisites earlier.
 */
export const claude = (options: ClaudeOptions = {}): DriverV1 => createClaude(options)
