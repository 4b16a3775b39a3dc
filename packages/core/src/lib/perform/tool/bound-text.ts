/** Cuts a text to at most `length` characters, never inside a surrogate pair. A cut text ends with `…`. */
export const boundText = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, Math.max(0, length - 1)).replace(/[\ud800-\udbff]$/, '')}…`
