import type { DriverV1 } from '@amelia/core/plugin'
import type { CodexOptions } from './option/codex-options.ts'
import { createCodex } from './create-codex.ts'

/**
 * Creates a driver for Codex. By default it uses OpenAI's models and the key in `OPENAI_API_KEY`.
 *
 * Nothing is checked before the first session; {@link checkCodex} reports missing prerequisites earlier.
 */
export const codex = (options: CodexOptions = {}): DriverV1 => createCodex(options)
