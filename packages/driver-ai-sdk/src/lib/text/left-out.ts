/** The start of a note that replaces a text in a shortened conversation. */
export const leftOut = '[left out to save room:'
