/** The headings of a Markdown text, and the block that is never closed. Lines count from 0. */
export interface ScannedHeadings {
  /** The line of the first heading outside fences and comments, or -1. */
  first: number
  /** A fence or a comment that hides all headings after it. */
  open?: { what: 'fence' | 'comment'; line: number; hidden: number }
}

/** Finds headings outside fences and comments, in one pass. */
export const scanHeadings = (lines: readonly string[], start = 0): ScannedHeadings => {
  let first = -1
  let open: { mark: string; line: number; hidden: number } | undefined
  for (let line = start; line < lines.length; line++) {
    const text = lines[line] ?? ''
    const begins = mayBegin(text)
    const isHeading = begins && /^#{1,6}[ \t]/.test(text)
    if (open) {
      if (open.mark === '' ? text.includes('-->') : text.trim().startsWith(open.mark) && fenceEnd.test(text))
        open = undefined
      else if (isHeading) open.hidden++
    } else if (isHeading) {
      if (first < 0) first = line
    } else if (begins) {
      const mark = /^ {0,3}<!--/.test(text) && !text.includes('-->') ? '' : fenceOf(text)
      if (mark !== undefined) open = { mark, line, hidden: 0 }
    }
  }
  if (!open) return { first }
  const { mark, line, hidden } = open
  return { first, open: { what: mark === '' ? 'comment' : 'fence', line, hidden } }
}

/** Whether a line may be a heading, or begin a fence or a comment. Most lines do not. */
const mayBegin = (text: string): boolean => {
  let at = 0
  while (at < 3 && text[at] === ' ') at++
  const sign = text[at]
  return sign === '#' || sign === '`' || sign === '~' || sign === '<'
}

/** Returns the marks that open a fence; after backticks there is none in the rest of the line. */
const fenceOf = (text: string): string | undefined => {
  const [all = '', mark] = /^ {0,3}(`{3,}|~{3,})/.exec(text) ?? []
  return mark?.startsWith('`') && text.includes('`', all.length) ? undefined : mark
}

/** A fence ends at a line of at least as many of its marks, and nothing else. */
const fenceEnd = /^ {0,3}(?:`+|~+)\s*$/
