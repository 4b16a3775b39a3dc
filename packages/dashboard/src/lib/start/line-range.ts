/** Returns where a line begins and ends in a text, to select it. Lines count from 1. */
export const lineRange = (text: string, line: number): { from: number; to: number } => {
  let from = 0
  for (let number = 1; number < line; number++) {
    const end = text.indexOf('\n', from)
    if (end < 0) break
    from = end + 1
  }
  const end = text.indexOf('\n', from)
  return { from, to: end < 0 ? text.length : end }
}
