import { languages } from './create-finder.ts'

const names = 'one,two,three,four,five,six,seven,eight,nine,ten,eleven,twelve'.split(',')
const romans = 'i,ii,iii,iv,v,vi,vii,viii,ix,x,xi,xii,xiii,xiv,xv,xvi,xvii,xviii,xix,xx'.split(',')

/** Matches a number in words, or in Roman numerals up to 20. `X` alone stands for any number. */
export const spelled = [...names, ...romans].filter((each) => each !== 'x').join('|')

/** Returns the digits of a number in words or in Roman numerals; any other text stays as it is. */
export const readSpelled = (text: string): string => {
  const lower = text.toLowerCase()
  const at = Math.max(names.indexOf(lower), romans.indexOf(lower))
  return at < 0 || lower === 'x' ? text : String(at + 1)
}

const heading = new RegExp(
  String.raw`^([\ufeff ]{0,4}#{1,6})([ \t\u00a0]*)(\p{L}{2,20})([ \t\u00a0]*#?|[ \t\u00a0]+n[or]\.[ \t\u00a0]*)(\d{1,6}(?:\.\d{1,4}){0,5}[a-z]?|(?<=[\s-])(?:${spelled}))(?![\p{L}\p{N}])(.*)$`,
  'isu',
)
const separator = /^(?:\s*[:：–—]|\s+-\s|\.\s|\s*$|\s*\()/u
const missing = /^(?:\)?[ \t\u00a0]+)(?=[\p{L}`"*])/u

/** The English words for units of work. */
const units = new Set(Object.values(languages).flatMap(({ units }) => Object.keys(units)))

/** Returns whether two words differ in one letter, or in the order of two neighbours. */
export const isTypo = (one: string, other: string): boolean => {
  if (one === other || one.length < 4 || Math.abs(one.length - other.length) > 1) return false
  let start = 0
  while (start < one.length && one[start] === other[start]) start++
  const [left, right] = [one.slice(start), other.slice(start)]
  const isSwapped = left[0] === right[1] && left[1] === right[0] && left.slice(2) === right.slice(2)
  return isSwapped || left.slice(1) === right.slice(1) || left.slice(1) === right || left === right.slice(1)
}

/**
 * Returns a line as a heading of a series with one of the words, in lower case, if it is nearly one:
 * `## Phase 3: C` for `##Phase 3: C`, `### Task 3: C` for `### Task 3 C`, `### Task3: C`, `### Tsak 3: C` and
 * `### Task III: C`.
 * Undefined for a line that is one, or is too different.
 */
export const repairHeading = (
  line: string,
  own: ReadonlySet<string>,
): { line: string; series: string; id: string } | undefined => {
  const [, marks = '', space = '', written = '', gap = '', number = '', rest = ''] = heading.exec(line) ?? []
  const lower = written.toLowerCase()
  const typo = units.has(lower) ? undefined : [...own].find((word) => isTypo(lower, word))
  const series = typo ?? (own.has(lower) ? lower : undefined)
  if (series === undefined || written === '') return undefined
  const word = series === lower ? written : series[0]?.toUpperCase() + series.slice(1)
  const hasSeparator = separator.test(rest)
  if (!hasSeparator && !missing.test(rest)) return undefined
  const title = hasSeparator ? rest : rest.replace(missing, ': ')
  const id = readSpelled(number)
  const between = space === '' || space.includes('\u00a0') ? ' ' : space
  const repaired = `${marks}${between}${word}${/^[ \t]+$/.test(gap) ? gap : ' '}${id}${title}`
  return repaired === line ? undefined : { line: repaired, series, id: id.toLowerCase() }
}
