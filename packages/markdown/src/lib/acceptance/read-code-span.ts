/**
 * Returns the content of a text that consists only of a code span, with an optional full stop or colon;
 * undefined otherwise.
 */
export const readCodeSpan = (text: string): string | undefined => {
  const trimmed = text.trim()
  let ticks = 0
  while (trimmed[ticks] === '`') ticks++
  if (ticks === 0) return undefined
  const mark = '`'.repeat(ticks)
  const close = trimmed.indexOf(mark, ticks)
  if (close < 0) return undefined
  const rest = trimmed.slice(close + ticks)
  return rest === '' || rest === '.' || rest === ':' ? trimmed.slice(ticks, close).trim() : undefined
}
