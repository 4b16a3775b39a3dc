import { normalizePhaseId } from '@amelia/core/plugin'
import { dropNumbering, foldHead, remembered, titleAfterId } from '@amelia/markdown'

/** The parts of a heading such as `Phase 3: User Story 1` or `2. Parser`. */
export interface PhaseHeading {
  /** Normalized; empty if the heading has no number. */
  id: string
  title: string
  /** Whether it starts with the word Phase and an id. */
  phase: boolean
  /** `[P]`: may run in parallel with its neighbours. */
  parallel: boolean
}

const mark = /(^[^\p{L}\p{N}[(]{0,8}|\s)(?:\[P\]|\(P\))(?=\s|[:.–—-]|$)/u

const afterWord = /^([\p{L}]{0,3}[.-]?\d[\p{L}\p{N}.-]{0,12})(?=\s|[:(–—]|$)/u
const atStart = /^(\d{1,4}(?:\.\d{1,4}){0,3})([.):]?)(?:\s+|$)/

/** Reads the plain text of a heading. Signs and emoji may come before its words. */
export const readPhaseHeading = remembered((written: string): Readonly<PhaseHeading> => {
  const [all] = mark.exec(written) ?? []
  if (all === undefined) return { ...readHeading(written), parallel: false }
  return { ...readHeading(written.replace(mark, '$1').trim()), parallel: true }
})

const readHeading = (written: string): Omit<PhaseHeading, 'parallel'> => {
  const heading = foldHead(written)
  const text = dropNumbering(heading.slice(signsOf(heading))) || heading
  const bare = heading === written ? text : written.slice(signsOf(written)).trim() || written
  const word =
    /^(?:phase|section|part|milestone|stage|group|step|sprint|iteration|wave|session|(?:user )?story|pr|pull request|plan(?= #?\d{1,3}(?![\d-])))[ -]#?/i.exec(
      text,
    )
  if (word) {
    const match = afterWord.exec(text.slice(word[0].length))
    if (match) {
      const title = titleAfterId(text.slice(word[0].length + match[0].length))
      return { id: normalizePhaseId(match[1] ?? ''), title: title || bare, phase: /^phase/i.test(text) }
    }
  }
  const match = atStart.exec(text)
  const [all = '', number = '', sign = ''] = match ?? []
  if (!match || (sign === '' && !number.includes('.'))) return { id: '', title: bare, phase: false }
  return { id: normalizePhaseId(number), title: titleAfterId(text.slice(all.length)) || bare, phase: false }
}

/** Returns the number of signs before the first word. */
const signsOf = (text: string): number => {
  let start = 0
  while (start < text.length && start < 8 && !/[\p{L}\p{N}]/u.test(text[start] ?? '')) start++
  return start
}
