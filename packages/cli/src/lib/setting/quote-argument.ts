/** An argument as one would type it into a POSIX shell. */
export const quoteArgument = (argument: string): string =>
  /^[\w@%+=:,./-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`
