/** A fence begins or ends here: at least three grave accents, and what stands behind them. */
const fence = /^ {0,3}(`{3,})([^`]*)$/

/**
 * The JSON objects that a text gives as its answer, in order: the whole text, or else what stands in its
 * fences.
 *
 * With `lines` or else its lines: a program that prints an object prints other things beside it, an agent may
 * quote it from somewhere. Values that are not objects are skipped. Linear in the text's length.
 */
export const findJson = (text: string, { lines: alsoLines = false } = {}): Record<string, unknown>[] => {
  const whole = parse(text)
  if (whole) return [whole]
  const lines = text.split(/\r?\n/)
  const fenced = readFences(lines).map(parse)
  const found = alsoLines && fenced.every((value) => value === undefined) ? lines.map(parse) : fenced
  return found.filter((value) => value !== undefined)
}

/** The contents of the fences. One that is not closed holds all that follows. */
const readFences = (lines: readonly string[]): string[] => {
  const blocks: string[] = []
  let open: { marks: number; lines: string[] } | undefined
  for (const line of lines) {
    const [, marks = '', info = ''] = fence.exec(line) ?? []
    if (!open) {
      if (marks !== '') open = { marks: marks.length, lines: [] }
    } else if (marks.length >= open.marks && info.trim() === '') {
      blocks.push(open.lines.join('\n'))
      open = undefined
    } else open.lines.push(line)
  }
  if (open) blocks.push(open.lines.join('\n'))
  return blocks
}

const parse = (text: string): Record<string, unknown> | undefined => {
  const trimmed = text.trim()
  if (!trimmed.startsWith('{') || !trimmed.endsWith('}')) return undefined
  try {
    return JSON.parse(trimmed) as Record<string, unknown>
  } catch {
    return undefined
  }
}
