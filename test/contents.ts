/** A generator of numbers from 0 to `limit - 1` that is the same in every process. */
const createDice = (seed: number) => {
  let state = seed
  return (limit: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

const pieces = [
  ...['# harmless', 'rm -rf ~/precious', 'mkdir -p out', 'echo "a  b"', "printf '\\x1b[31m'", '    indented'],
  ...['\tmake', '@@ -1,2 +1,2 @@', '-before', '+after', '```', '<b>@someone</b>', '::error::x', '| a | b |'],
  ...[
    '\u001b[2K',
    '\u001b]0;title\u0007',
    '\r',
    '\u0000',
    '\u009b1m',
    '\u007f',
    '\u202e',
    '\u2066',
    '\u061c',
  ],
  ...['\u200b', '\u200f', '\ufeff', '\u00a0', '\u2028', '\u00ad', '\u3164', '\ud800', '\u{e0041}', '\ufe0f'],
  ...[
    '<U+202E>',
    '␉',
    '日本語',
    'שלום',
    '✔\ufe0f',
    'e\u0301',
    '👩\u200d💻',
    ' ',
    '   ',
    '\\',
    '$(id)',
    '&amp;',
  ],
]

/**
 * Makes scripts and diffs: with comments, words longer than a screen, blanks, control and direction marks,
 * and each tenth with 300 lines.
 */
export const contents = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => {
    const dice = createDice(index + 1)
    const piece = (): string => pieces[dice(pieces.length)]!
    const word = (): string => (dice(12) === 0 ? `${piece()}${'w'.repeat(dice(300))}` : piece())
    const line = (): string =>
      Array.from({ length: dice(6) }, word).join(dice(3) === 0 ? '' : ' ') + (dice(9) === 0 ? '  ' : '')
    const lines = Array.from({ length: index % 10 === 0 ? 300 : 1 + dice(12) }, line)
    return `run${lines.join('\n')}\nrm -rf ~/precious`
  })

/** Puts a text together again from its shown form. */
export const readContent = (shown: string): string =>
  shown.replace(/<U\+([0-9A-F]{4,6})>/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))

/** Puts a text together again from its rows in a terminal. */
export const readRows = (rows: readonly string[]): string =>
  readContent(
    rows
      .map((row, at) => {
        if (at === 0) return row.slice(2)
        const isNextLine = row === '' || row.startsWith('      ')
        return isNextLine ? `\n${row.slice(6)}` : row.slice(4)
      })
      .join('')
      .replaceAll('␉', '\t'),
  )

/** Puts several texts together again from their rows: only a text's first row is indented by 2 columns. */
export const readTexts = (rows: readonly string[]): string[] => {
  const texts: string[][] = []
  for (const row of rows) {
    if (/^ {2}[^ ]/.test(row)) texts.push([])
    texts.at(-1)?.push(row)
  }
  return texts.map(readRows)
}
