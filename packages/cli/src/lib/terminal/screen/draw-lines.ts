/**
 * Returns the output that turns the lines on the screen into others: only lines that differ, each at its own
 * row. Empty if nothing differs. Without `before` the screen is cleared first.
 */
export const drawLines = (before: readonly string[] | undefined, lines: readonly string[]): string => {
  const rows = Math.max(before?.length ?? 0, lines.length)
  let output = ''
  for (let row = 0; row < rows; row++) {
    const line = lines[row] ?? ''
    if (before === undefined ? line !== '' : line !== (before[row] ?? ''))
      output += `\u001b[${row + 1};1H${line}\u001b[K`
  }
  return before === undefined ? `\u001b[2J${output}` : output
}
