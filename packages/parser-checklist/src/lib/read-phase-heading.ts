import { normalizePhaseId } from '@amelia/core/plugin'

/** The parts of a heading such as `Phase 3: User Story 1` or `2. Parser`. */
export interface PhaseHeading {
  /** Normalized; empty if the heading has no number. */
  id: string
  title: string
  /** Whether it starts with the word Phase and an id. */
  phase: boolean
}

const afterWord = /^([\p{L}]{0,3}[.-]?\d[\p{L}\p{N}.-]{0,12})(?=\s|[:(–—]|$)/u
const atStart = /^(\d{1,4}(?:\.\d{1,4}){0,3})([.):]?)(?:\s+|$)/

/** Reads the plain text of a heading. Signs and emoji may come before its words. */
export const readPhaseHeading = (heading: string): PhaseHeading => {
  let start = 0
  while (start < heading.length && start < 8 && !/[\p{L}\p{N}]/u.test(heading[start] ?? '')) start++
  const text = start < heading.length ? heading.slice(start) : heading
  const word =
    /^(?:phase|section|part|milestone|stage|group|step|sprint|iteration|session|pr|pull request)[ -]#?/i.exec(
      text,
    )
  if (word) {
    const match = afterWord.exec(text.slice(word[0].length))
    if (match) {
      const title = dropSeparator(text.slice(word[0].length + match[0].length))
      return { id: normalizePhaseId(match[1] ?? ''), title: title || text, phase: /^phase/i.test(text) }
    }
  }
  const match = atStart.exec(text)
  const [all = '', number = '', sign = ''] = match ?? []
  if (!match || (sign === '' && !number.includes('.'))) return { id: '', title: text, phase: false }
  return { id: normalizePhaseId(number), title: dropSeparator(text.slice(all.length)) || text, phase: false }
}

const dropSeparator = (text: string): string => {
  let at = 0
  while (at < text.length && ' :—–-.)'.includes(text[at] ?? '')) at++
  return text.slice(at).trim()
}
