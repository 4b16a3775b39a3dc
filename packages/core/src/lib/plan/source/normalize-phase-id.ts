/**
 * Returns the canonical id of a phase: `Phase 2-A`, `2a` and `2A` are one phase.
 *
 * Drops the word Phase and separators, and converts to lower case and Unicode form C. Dots stay, and a hyphen
 * between two digits becomes one, so `1.1`, `1-1` and `11` are two phases and not one. Invalid characters
 * stay, and `checkId` reports them.
 */
export const normalizePhaseId = (raw: string): string => {
  if (plainId.test(raw)) return raw.toLowerCase()
  const text = dropWord(raw.normalize('NFC').trim().toLowerCase())
  let id = ''
  let hyphen = false
  for (const character of text) {
    if (separators.has(character) || character.trim() === '') {
      hyphen ||= separators.has(character)
      continue
    }
    if (hyphen && isDigit(id.at(-1)) && isDigit(character)) id += '.'
    id += character
    hyphen = false
  }
  let end = id.length
  while (end > 0 && (id[end - 1] === ':' || id[end - 1] === '.')) end--
  return id.slice(id.startsWith('#') ? 1 : 0, end).normalize('NFC')
}

/** An id without anything to drop: the usual one. */
const plainId = /^(?!phase)[0-9a-z]+$/i

const separators = new Set(['-', '‐', '‑', '‒', '–', '—', '−'])

const isDigit = (character: string | undefined): boolean =>
  character !== undefined && character >= '0' && character <= '9'

const dropWord = (text: string): string => {
  if (!text.startsWith('phase')) return text
  const rest = text.slice(5)
  const next = rest[0]
  if (next === undefined || !(isDigit(next) || separators.has(next) || next.trim() === '')) return text
  return rest.trim() === '' ? text : rest.trim()
}
