/** The placeholders of a command. */
export const placeholders = ['prompt', 'workspace', 'model'] as const

/** Their values. */
export type Placeholders = Record<(typeof placeholders)[number], string | undefined>

/** Whether a word of a command contains a placeholder. */
export const hasPlaceholder = (word: string): boolean =>
  placeholders.some((name) => word.includes(`{${name}}`))

/**
 * Replaces `{prompt}`, `{workspace}` and `{model}` in the words of a command. Replaced text is not searched
 * again.
 */
export const fillCommand = (argv: readonly string[], values: Placeholders): string[] =>
  argv.map((word) =>
    word.replace(/\{([a-z]+)\}/g, (given, word: string) => {
      const name = placeholders.find((known) => known === word)
      return name === undefined ? given : (values[name] ?? '')
    }),
  )
