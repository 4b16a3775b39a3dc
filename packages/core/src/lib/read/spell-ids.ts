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
  const spelled = new Map<string, string>()
  return renameIds(plan, ({ id, line }) => {
    if (!isSpellable.test(id)) return id
    lines ??= plan.source.split('\n')
    const found = findSpelling(id, lines[line - 1] ?? '')
    const name = found === id ? behindPrefix(id, spelled) : found
    if (name !== id) spelled.set(id, name)
    return name
  })
}

/** Spells an id that a parser composed from another one, such as the part `2a.1` of phase `2A`. */
const behindPrefix = (id: string, spelled: ReadonlyMap<string, string>): string => {
  for (let at = id.lastIndexOf('.'); at > 0; at = id.lastIndexOf('.', at - 1)) {
    const prefix = spelled.get(id.slice(0, at))
    if (prefix !== undefined) return `${prefix}${id.slice(at)}`
  }
  return id
}

/** An id that authors write in several ways: letters beside digits, a single letter, or with a dot. */
const isSpellable = /^(?=.*[\p{L}.])(?:.*\d.*|\p{L})$/u

const findSpelling = (id: string, line: string): string => {
  const signs = [...id].map((sign) => (/[-.]/.test(sign) ? `[${sign}${hyphens}]` : escape(sign)))
  const pattern = `(?<![\\p{L}\\p{N}.])${signs.join(`[${hyphens}]?`)}(?![\\p{L}\\p{N}])`
  const letters = new RegExp(pattern, 'iu').exec(line)?.[0].replace(anySeparator, '')
  if (letters === undefined) return id
  const written = [...letters][Symbol.iterator]()
  const found = [...id].map((sign) => (/[-.]/.test(sign) ? sign : written.next().value)).join('')
  return found.toLowerCase() === id ? found : id
}

/** The signs that `normalizePhaseId` drops between the others, as a part of a class of signs. */
const hyphens = '‐‑‒–—−\\-'
const anySeparator = new RegExp(`[.${hyphens}]`, 'gu')

const escape = (sign: string): string => sign.replace(/[$()*+/?[\\\]^{|}]/, String.raw`\$&`)
