/** Lines of a text, from 1, the last one included. */
export interface LineRange {
  start: number
  end: number
}

/**
 * Finds complete lines in a text; undefined if it does not contain them.
 *
 * `inside`: line numbers that must be within the range. If the lines occur several times, the first
 * occurrence from `from` on is returned, or else the first one of all.
 */
export const findLines = (
  text: string,
  part: string,
  { from = 1, inside = [] }: { from?: number; inside?: readonly number[] } = {},
): LineRange | undefined => {
  const lines = splitLines(text)
  const wanted = splitLines(part)
  const [first] = wanted
  if (first === undefined || part.trim() === '') return undefined
  const isAt = (start: number): boolean =>
    wanted.every((line, index) => same(lines[start + index], line, index === 0)) &&
    inside.every((number) => number > start && number <= start + wanted.length)
  const starts = lines.flatMap((line, index) => (same(line, first, true) ? [index] : []))
  const found = starts.filter((start) => start + 1 >= from).find(isAt) ?? starts.find(isAt)
  return found === undefined ? undefined : { start: found + 1, end: found + wanted.length }
}

/** Splits a text into lines without their ends. */
export const splitLines = (text: string): string[] => text.split(/\r\n|\r|\n/)

/** The first line of a part may have lost its indentation. */
const same = (line: string | undefined, wanted: string, isFirst: boolean): boolean =>
  line !== undefined && (isFirst ? line.trim() === wanted.trim() : line.trimEnd() === wanted.trimEnd())
