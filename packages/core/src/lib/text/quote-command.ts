/** Writes a command as a POSIX shell reads it, in one line. */
export const quoteCommand = (argv: readonly string[]): string => argv.map(quoteWord).join(' ')

const quoteWord = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
