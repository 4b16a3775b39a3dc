import type { PlanIssue } from './plan-issue.ts'

/** Warns about a fence or a comment that is never closed and so hides the headings after it. */
export const findUnclosed = (source: string): PlanIssue[] => {
  let open: { what: 'fence' | 'comment'; mark: string; line: number } | undefined
  let hidden = 0
  for (const [index, text] of source.split(/\r\n|\n|\r/).entries()) {
    if (open) {
      const isEnd = open.what === 'comment' ? text.includes('-->') : closes(text, open.mark)
      if (isEnd) {
        open = undefined
        hidden = 0
      } else if (/^#{1,6}\s/.test(text)) hidden++
      continue
    }
    const mark = fenceOf(text)
    if (mark !== undefined) open = { what: 'fence', mark, line: index + 1 }
    else if (/^ {0,3}<!--/.test(text) && !text.includes('-->'))
      open = { what: 'comment', mark: '', line: index + 1 }
  }
  if (!open || hidden === 0) return []
  const headings = hidden === 1 ? 'the heading after it is' : `the ${hidden} headings after it are`
  const message = `This ${open.what} is never closed, so ${headings} not read.`
  return [{ severity: 'warning', code: 'CONTENT_SKIPPED', message, line: open.line, column: 1 }]
}

/** Returns the marks that open a fence; after backticks there is none in the rest of the line. */
const fenceOf = (text: string): string | undefined => {
  const [all = '', mark] = /^ {0,3}(`{3,}|~{3,})/.exec(text) ?? []
  return mark?.startsWith('`') && text.includes('`', all.length) ? undefined : mark
}

/** A fence ends at a line of at least as many of its marks, and nothing else. */
const closes = (text: string, mark: string): boolean => {
  const line = text.trim()
  return /^ {0,3}\S/.test(text) && line.length >= mark.length && line === (mark[0] ?? '').repeat(line.length)
}
