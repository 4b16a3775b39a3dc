import { normalizePhaseId, type PlanStatus, readStatus } from '@amelia/core/plugin'
import { foldId, foldValue, foldWidth, plainText, type TableCell, titleText } from '@amelia/markdown'

/** Returns the normalized id of a cell, which may also contain the title: `2A: Backend`. */
export const readCellId = (cell: TableCell | undefined): string => readId(plainText(cell?.text ?? '')).id

/** Reads an id cell as written, with the code marks of its title. */
export const readNamed = (text: string): ReturnType<typeof readId> => {
  const named = readId(plainText(text))
  const coded = text.includes('`') ? readId(titleText(text)) : named
  return coded.id === named.id ? { ...named, title: coded.title } : named
}

/** Reads an id cell, which may also contain the title and the status: `✅ 2A: Backend`. */
const readId = (
  text: string,
): { id: string; raw: string; written: string; title: string; status?: PlanStatus } => {
  let start = 0
  const folded = foldWidth(text)
  while (start < text.length && !/[\p{L}\p{N}#_.]/u.test(folded[start] ?? '') && !isControl(text[start]))
    start++
  // Does not split surrogate pairs: an id with such characters is kept.
  if (start === text.length) start = 0
  const status = start > 0 ? readStatus(foldValue(text)) : undefined
  const raw = trimSigns(text.slice(start))
  const name = foldId(raw)
  const parted = /^(.{1,40}?)(?::\s|\s[–—-]\s|\.\s)(.{1,400})$/u.exec(name)
  const beside = parted && /\d/.test(parted[1] ?? '') ? parted : undefined
  return {
    id: normalizePhaseId(beside?.[1] ?? name),
    raw,
    written: (beside?.[1] ?? raw).trim(),
    title: (beside?.[2] ?? '').trim(),
    ...(status && { status }),
  }
}

const trimSigns = (text: string): string => {
  let end = text.length
  while (end > 0 && ' ✅🔄⬜'.includes(text[end - 1] ?? '')) end--
  return text.slice(0, end)
}

const isControl = (character: string | undefined): boolean => /[\p{Cf}\p{Cc}]/u.test(character ?? '')
