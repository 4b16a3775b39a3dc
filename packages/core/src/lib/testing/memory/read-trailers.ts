/** Returns the lines of the last paragraph of a message, which contains the trailers. */
export const readTrailers = (message: string): string[] => {
  const text = message.trimEnd()
  const start = text.lastIndexOf('\n\n')
  return start < 0 ? [] : text.slice(start + 2).split('\n')
}
