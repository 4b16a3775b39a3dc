/** Values for the placeholders of a command. */
export interface Placeholders {
  prompt: string
  workspace: string
  model: string | undefined
}

/**
 * Replaces `{prompt}`, `{workspace}` and `{model}` in the words of a command. Replaced text is not searched
 * again.
 */
export const fillCommand = (argv: readonly string[], values: Placeholders): string[] =>
  argv.map((word) =>
    word.replace(/\{(prompt|workspace|model)\}/g, (_, name: keyof Placeholders) => values[name] ?? ''),
  )
