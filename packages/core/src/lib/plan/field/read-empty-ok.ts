const words = new Map([
  ['ok', true],
  ['okay', true],
  ['allowed', true],
  ['yes', true],
  ['true', true],
  ['no', false],
  ['false', false],
])

/** Reads whether a phase may be empty: `ok`, `allowed` or `yes`, or `no`. */
export const readEmptyOk = (text: string): boolean | undefined => words.get(text.trim().toLowerCase())
