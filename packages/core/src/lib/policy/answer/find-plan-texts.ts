/** At least three grave accents, and what stands behind them. */
const fence = /^ {0,3}(`{3,})([^`]*)$/

/**
 * The texts that an agent may mean by its plan: all that it said, and what stands in its outermost fence,
 * from the first line that begins one to the last line that could end it. Each ends with a line ending.
 * Linear in the text's length.
 */
export const findPlanTexts = (text: string): string[] => {
  const lines = text.trim().split(/\r?\n/)
  const start = lines.findIndex((line) => fence.test(line))
  const whole = `${lines.join('\n')}\n`
  if (start < 0) return [whole]
  const marks = fence.exec(lines[start] ?? '')?.[1]?.length ?? 0
  const end = lines.findLastIndex((line, index) => {
    const [, closing = '', info = ''] = fence.exec(line) ?? []
    return index > start && closing.length >= marks && info.trim() === ''
  })
  return [whole, `${lines.slice(start + 1, end < 0 ? undefined : end).join('\n')}\n`]
}
