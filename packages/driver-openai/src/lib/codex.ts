import type { DriverV1 } from '@amelia/core/plugin'
import type { CodexOptions } from './codex-options.ts'
import { createCodex } from './create-codex.ts'

/**
 * Codex as a driver. Without options it works on OpenAI's models with the key of `OPENAI_API_KEY`.
 *
 * Nothing is looked at before the first session: {@link checkCodex} tells earlier what is missing.
 */
export const codex = (options: CodexOptions = {}): DriverV1 => createCodex(options)
