import type { ClaudeOptions } from './claude-options.ts'

/** The form of an option on the command line. */
interface OptionFlag {
  /** The flag with its value, as the help shows it. */
  flag: `--${string} <${string}>`
  /** The sentence of the help. */
  about: string
  /** The kind of the value. */
  kind: 'text' | 'number' | 'duration'
}

/**
 * The options that are flags of the command line, and keys of its config file, by their names. Only data: the
 * command line reads them before it loads a driver.
 */
export const claudeFlags = {
  effort: {
    flag: '--effort <level>',
    about: "reasoning effort: low, medium, high, or another level of the model (default: the agent's own)",
    kind: 'text',
  },
} as const satisfies Partial<Record<keyof ClaudeOptions, OptionFlag>>
