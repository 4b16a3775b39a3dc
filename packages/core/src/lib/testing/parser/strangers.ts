/** Texts of no format. A parser must answer them too. */
export const strangers: readonly string[] = [
  '',
  ' ',
  '\n',
  '\u0000',
  '\ud800',
  '# Title\n\nProse.\n',
  '{',
  '[]',
  '- \t- \t-',
  '|',
  '```',
  '---\n',
  '`'.repeat(500),
  '> '.repeat(500),
]

/** Texts that a fix must return unchanged, because every line of them is prose. */
export const proses: readonly string[] = [
  '',
  '\n',
  'Prose.\n',
  '# Title\n\nProse, in two\nlines, without a line ending',
  '\ufeff# Title\r\n\r\nProse.\r\n',
]

/**
 * Cuts a text at about 40 places, drops a character there, and inserts a line, as an interrupted edit would.
 */
export const damaged = (text: string): string[] => {
  const step = Math.max(1, Math.floor(text.length / 40))
  const places = Array.from({ length: Math.ceil(text.length / step) }, (_, index) => index * step)
  return places.flatMap((at) => [
    text.slice(0, at),
    text.slice(at),
    text.slice(0, at) + text.slice(at + 1),
    `${text.slice(0, at)}|\n#${text.slice(at)}`,
  ])
}

/** Shows the beginning of a text in an error. */
export const excerpt = (text: string): string => JSON.stringify(text.slice(0, 60))

/** Splits a text into lines, as editors do. */
export const linesOf = (text: string): string[] => text.split(/\r\n|\r|\n/)
