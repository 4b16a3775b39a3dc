import type { Plan } from '../plan/model/plan.ts'
import { renameIds } from '../plan/source/rename-ids.ts'
import { normalizePhaseId } from '../plan/source/normalize-phase-id.ts'
import { checkId } from '../plan/validation/check-id.ts'

/**
 * Gives the phases, subtasks and steps of a plan the ids that its author wrote, such as `2A` for `2a` and
 * `US-001` for `us001`. References between them follow.
 *
 * Parsers return normalised ids, which serve to compare. The spelling is the first one on the line at which
 * the phase begins. A part whose id begins with its phase's id follows it. An id stays as it is if that line
 * has none that normalises to it, if it is a word without a digit (the line may have it in the title), and if
 * the spelling is not a valid id.
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
  const found = new RegExp(pattern, 'iu').exec(line)?.[0].replace(anyHyphen, '-') ?? id
  return normalizePhaseId(found) === normalizePhaseId(id) && checkId(found) === undefined ? found : id
}

/** The signs that `normalizePhaseId` drops between the others, as a part of a class of signs. */
const hyphens = '‐‑‒–—−\\-'
const anyHyphen = new RegExp(`[${hyphens}]`, 'gu')

const escape = (sign: string): string => sign.replace(/[$()*+/?[\\\]^{|}]/, String.raw`\$&`)
