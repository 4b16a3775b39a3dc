/** Quotes an argument for a POSIX shell. */
export const quoteArgument = (argument: string): string =>
  /^[\w@%+=:,./-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`
