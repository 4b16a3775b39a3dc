/**
 * Returns the columns (from 1) at which the cells of a table's line start. A `|` after a backslash does not
 * separate cells.
 */
export const readCells = (line: string): number[] => {
  const columns: number[] = []
  let start = 0
  while (start < line.length && (line[start] === ' ' || line[start] === '\t' || line[start] === '>')) start++
  if (line[start] === '|') start++
  for (let at = start; at <= line.length; at++) {
    if (at < line.length && (line[at] !== '|' || line[at - 1] === '\\')) continue
    if (at === line.length && line.slice(start).trim() === '') break
    let first = start
    while (first < at && (line[first] === ' ' || line[first] === '\t')) first++
    columns.push(Math.min(first, Math.max(line.length - 1, 0)) + 1)
    start = at + 1
  }
  return columns
}
