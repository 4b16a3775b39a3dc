/** The lines of a message's last paragraph, where trailers are. */
export const readTrailers = (message: string): string[] => {
  const text = message.trimEnd()
  const start = text.lastIndexOf('\n\n')
  return start < 0 ? [] : text.slice(start + 2).split('\n')
}
