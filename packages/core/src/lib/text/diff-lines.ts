/** Lines of unchanged text around a change. */
const context = 2
/** The most cells of the table that aligns two texts. Beyond it, the differing middle counts as replaced. */
const maxCells = 1_000_000

interface Line {
  sign: ' ' | '-' | '+'
  text: string
}

/**
 * Returns the lines of a unified diff between two texts, without a header. Empty if they are equal. Texts too
 * long to align are shown as one replaced block.
 */
export const diffLines = (before: string, after: string): string[] => {
  if (before === after) return []
  const lines = align(split(before), split(after))
  const shown = lines.map(() => false)
  lines.forEach(({ sign }, index) => {
    if (sign === ' ') return
    for (let near = index - context; near <= index + context; near++) if (near in shown) shown[near] = true
  })
  const result: string[] = []
  let [oldLine, newLine] = [1, 1]
  lines.forEach(({ sign, text }, index) => {
    if (shown[index] && !shown[index - 1]) result.push(hunk(lines, shown, index, oldLine, newLine))
    if (shown[index]) result.push(`${sign}${text}`)
    if (sign !== '+') oldLine++
    if (sign !== '-') newLine++
  })
  return result
}

const split = (text: string): string[] => {
  if (text === '') return []
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines
}

const hunk = (
  lines: readonly Line[],
  shown: readonly boolean[],
  from: number,
  oldLine: number,
  newLine: number,
): string => {
  let [removed, added] = [0, 0]
  for (let index = from; shown[index] === true; index++) {
    if (lines[index]!.sign !== '+') removed++
    if (lines[index]!.sign !== '-') added++
  }
  const start = (line: number, count: number): string => `${count === 0 ? line - 1 : line},${count}`
  return `@@ -${start(oldLine, removed)} +${start(newLine, added)} @@`
}

/** Aligns two lists of lines by their longest common part. */
const align = (before: readonly string[], after: readonly string[]): Line[] => {
  let head = 0
  while (head < before.length && head < after.length && before[head] === after[head]) head++
  let tail = 0
  const most = Math.min(before.length, after.length) - head
  while (tail < most && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++
  const same = (lines: readonly string[]): Line[] => lines.map((text) => ({ sign: ' ', text }))
  return [
    ...same(before.slice(0, head)),
    ...alignMiddle(before.slice(head, before.length - tail), after.slice(head, after.length - tail)),
    ...same(before.slice(before.length - tail)),
  ]
}

const alignMiddle = (before: readonly string[], after: readonly string[]): Line[] => {
  const [rows, columns] = [before.length, after.length]
  if (rows * columns > maxCells)
    return [
      ...before.map((text): Line => ({ sign: '-', text })),
      ...after.map((text): Line => ({ sign: '+', text })),
    ]
  // The length of the longest common part of the rest of both lists, row by row.
  const width = columns + 1
  const lengths = new Uint32Array((rows + 1) * width)
  for (let row = rows - 1; row >= 0; row--)
    for (let column = columns - 1; column >= 0; column--)
      lengths[row * width + column] =
        before[row] === after[column]
          ? lengths[(row + 1) * width + column + 1]! + 1
          : Math.max(lengths[(row + 1) * width + column]!, lengths[row * width + column + 1]!)
  const lines: Line[] = []
  let [row, column] = [0, 0]
  while (row < rows || column < columns) {
    const isSame = row < rows && column < columns && before[row] === after[column]
    if (isSame) {
      lines.push({ sign: ' ', text: before[row++]! })
      column++
    } else if (
      row < rows &&
      (column === columns || lengths[(row + 1) * width + column]! >= lengths[row * width + column + 1]!)
    )
      lines.push({ sign: '-', text: before[row++]! })
    else lines.push({ sign: '+', text: after[column++]! })
  }
  return lines
}
