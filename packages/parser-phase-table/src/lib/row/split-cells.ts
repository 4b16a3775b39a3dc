/**
 * Returns the cells of a table's line as written, trimmed. A `|` after a backslash does not separate cells.
 */
export const splitCells = (line: string): string[] => {
  const cells: string[] = []
  let start = 0
  while (start < line.length && (line[start] === ' ' || line[start] === '\t')) start++
  if (line[start] === '|') start++
  for (let at = start; at < line.length; at++) {
    if (line[at] !== '|' || line[at - 1] === '\\') continue
    cells.push(line.slice(start, at).trim())
    start = at + 1
  }
  const rest = line.slice(start).trim()
  if (rest !== '') cells.push(rest)
  return cells
}
