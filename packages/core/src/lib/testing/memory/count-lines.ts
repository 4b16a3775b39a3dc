/** Counts added and removed lines by the longest common subsequence. For small files. */
export const countLines = (before: string, after: string): { added: number; removed: number } => {
  const [a, b] = [linesOf(before), linesOf(after)]
  let row = new Int32Array(b.length + 1)
  for (const line of a) {
    const next = new Int32Array(b.length + 1)
    for (const [index, other] of b.entries())
      next[index + 1] = line === other ? row[index]! + 1 : Math.max(row[index + 1]!, next[index]!)
    row = next
  }
  const same = row[b.length]!
  return { added: b.length - same, removed: a.length - same }
}

const linesOf = (text: string): string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'))
