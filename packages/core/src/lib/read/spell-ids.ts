import type { Plan } from '../plan/model/plan.ts'
import { renameIds } from '../plan/source/rename-ids.ts'

/**
 * Gives the ids of phases, subtasks and steps the letters of their author: `2A` for `2a`, and `US-001` for
 * `us-001`. References between them follow.
 *
 * Parsers return normalised ids, which serve to compare; their separators stay, as tools that read the JSON
 * expect them (`WU-01` in a table is `WU01`). The spelling is the first one on the line at which the phase
 * begins. A part whose id begins with its phase's id follows it. An id stays as it is if that line has none
 * that normalises to it, and if it is a word without a digit (the line may have it in the title).
 */
export const spellIds = (plan: Plan): Plan => {
  let lines: string[] | undefined
  let folded: string[] = []
  const spelled = new Map<string, string>()
  const find = findInOrder(plan.source.length)
  return renameIds(plan, ({ id, line }) => {
    if (!isSpellable.test(id)) return id
    if (!lines) {
      lines = plan.source.split('\n')
      folded = plan.source.toLowerCase().split('\n')
    }
    const found = find(id, { text: lines[line - 1] ?? '', folded: folded[line - 1] ?? '' })
    const name = found === id ? behindPrefix(id, spelled) : found
    if (name !== id) spelled.set(id, name)
    return name
  })
}

/** A line, and the same in lower case. */
interface Line {
  text: string
  folded: string
}

/**
 * Finds ids in their lines. A file of data may be one line, and a search of all of it for each id would take
 * quadratic time. So in a long line an id is searched behind the one before it, and all searches of a plan
 * together pass at most twenty times its length.
 */
const findInOrder = (length: number): ((id: string, line: Line) => string) => {
  let left = 20 * length
  let last = { text: '', end: 0 }
  return (id, line) => {
    const { text } = line
    if (text.length < 1_000) return findSpelling(id, line, 0).name
    for (const from of new Set(text === last.text ? [last.end, 0] : [0])) {
      if (left < 0) break
      const { name, end } = findSpelling(id, line, from)
      left -= (end ?? text.length) - from
      if (end === undefined) continue
      last = { text, end }
      return name
    }
    return id
  }
}

/** Spells an id that a parser composed from another one, such as the part `2a.1` of phase `2A`. */
const behindPrefix = (id: string, spelled: ReadonlyMap<string, string>): string => {
  for (let at = id.lastIndexOf('.'); at > 0; at = id.lastIndexOf('.', at - 1)) {
    const prefix = spelled.get(id.slice(0, at))
    if (prefix !== undefined) return `${prefix}${id.slice(at)}`
  }
  return id
}

/** An id that authors write in several ways: letters beside digits, or a single letter. */
const isSpellable = /^(?=.*\p{L})(?:.*\d.*|\p{L})$/u

/** Returns an id as a line spells it at or after an offset, and the end of that place. */
const findSpelling = (id: string, { text, folded }: Line, from: number): { name: string; end?: number } => {
  const [first = ''] = id
  // Some letters have another length in lower case.
  if (text.length !== folded.length) return { name: id }
  for (let at = folded.indexOf(first, from); at >= 0; at = folded.indexOf(first, at + 1)) {
    const end = findEnd(id, folded, at)
    if (end === undefined || !isAt(wordBegins, text, at) || !isAt(wordEnds, text, end)) continue
    const written = [...text.slice(at, end)].filter((sign) => !separators.has(sign))[Symbol.iterator]()
    const found = [...id].map((sign) => (separators.has(sign) ? sign : written.next().value)).join('')
    return { name: found.toLowerCase() === id ? found : id, end }
  }
  return { name: id }
}

/** Returns the end of an id at an offset of a text: a hyphen may stand between its signs, and for a dot. */
const findEnd = (id: string, text: string, from: number): number | undefined => {
  let at = from
  for (const sign of id) {
    const isSeparated = at > from && hyphens.has(text[at] ?? '')
    if (!separators.has(sign)) at += isSeparated ? 1 : 0
    else if (hyphens.has(text[at] ?? '')) {
      at += separators.has(text[at + 1] ?? '') && isSeparated ? 2 : 1
      continue
    }
    if (!text.startsWith(sign, at)) return undefined
    at += sign.length
  }
  return at
}

/** The signs that `normalizePhaseId` drops between the others. */
const hyphens = new Set('‐‑‒–—−-')
const separators = new Set(['.', ...hyphens])

const wordBegins = /(?<![\p{L}\p{N}.])/uy
const wordEnds = /(?![\p{L}\p{N}])/uy

const isAt = (pattern: RegExp, text: string, offset: number): boolean => {
  pattern.lastIndex = offset
  return pattern.test(text)
}
