/** Replaces user names and passwords in the addresses of a text. */
export const hidePassword = (text: string): string =>
  text.replaceAll(/(\b[a-z][a-z0-9+.-]*:\/\/)[^/@\s]+@/gi, '$1***@')
