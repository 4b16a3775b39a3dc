/** Prints rows below their headings, with numbers aligned to the right. */
export const printTable = (headings: readonly string[], rows: readonly (readonly string[])[]): void => {
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => (row[column] ?? '').length)),
  )
  const line = (cells: readonly string[]): string =>
    cells.map((cell, column) => cell.padStart(widths[column] ?? 0)).join('  ')
  console.log([line(headings), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n'))
}

/** Returns the median of several measurements. */
export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
