/** Removes a byte order mark, and makes each line end with `\n`. */
export const normalizeText = (source: string): string => {
  const text = source.charCodeAt(0) === 0xfeff ? source.slice(1) : source
  return text.includes('\r') ? text.replaceAll('\r\n', '\n').replaceAll('\r', '\n') : text
}

/** Returns the first character of a text that is not white space. */
export const firstSign = (source: string): string => {
  let at = source.charCodeAt(0) === 0xfeff ? 1 : 0
  while (at < source.length && ' \t\r\n'.includes(source[at] ?? '')) at++
  return source[at] ?? ''
}
