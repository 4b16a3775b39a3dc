import type { Plan } from '../model/plan.ts'
import { normalizePhaseId } from './normalize-phase-id.ts'
import { checkId } from '../validation/check-id.ts'

/**
 * Gives the phases, subtasks and steps of a plan the ids that its author wrote, such as `2A` for `2a` and
 * `US-001` for `us001`. References between them follow.
 *
 * Parsers return normalised ids, which serve to compare. The spelling is the first one on the line at which
 * the phase begins. A part whose id begins with its phase's follows it. An id stays as it is if that line has none that normalises to it, if it is a word without
 * a digit (the line may have it in the title), and if the spelling is not a valid id.
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

/** Gives an edited plan the ids of the plan before, where they differ only in how they are spelled. */
export const keepIds = (edited: Plan, before: Plan): Plan => {
  const known = (items: readonly Item[]): Map<string, string> =>
    new Map(items.map(({ id }) => [normalizePhaseId(id), id]))
  const items = itemsOf(before)
  const ids = { phase: known(items.phase), subtask: known(items.subtask), step: known(items.step) }
  return renameIds(edited, ({ id }, kind) => ids[kind].get(normalizePhaseId(id)) ?? id)
}

interface Item {
  id: string
  line: number
}

type Kind = 'phase' | 'subtask' | 'step'

const itemsOf = ({ phases }: Plan): Record<Kind, readonly Item[]> => {
  const subtasks = phases.flatMap((phase) => phase.subtasks)
  return { phase: phases, subtask: subtasks, step: subtasks.flatMap(({ steps }) => steps) }
}

/** Renames what a plan contains, with all references. */
const renameIds = (plan: Plan, nameOf: (item: Item, kind: Kind) => string): Plan => {
  const items = itemsOf(plan)
  const renamed = (kind: Kind): Map<string, string> =>
    new Map(
      items[kind].flatMap((item) => {
        const name = nameOf(item, kind)
        return name === item.id ? [] : [[item.id, name]]
      }),
    )
  const ids = { phase: renamed('phase'), subtask: renamed('subtask'), step: renamed('step') }
  if (ids.phase.size + ids.subtask.size + ids.step.size === 0) return plan
  const name = (kind: Kind, id: string): string => ids[kind].get(id) ?? id
  const names = (kind: Kind, all: readonly string[]): string[] => all.map((id) => name(kind, id))
  return {
    ...plan,
    phases: plan.phases.map((phase) => ({
      ...phase,
      id: name('phase', phase.id),
      dependsOn: names('phase', phase.dependsOn),
      parallelWith: names('phase', phase.parallelWith),
      ...(phase.conflictsWith && { conflictsWith: names('phase', phase.conflictsWith) }),
      subtasks: phase.subtasks.map((subtask) => ({
        ...subtask,
        id: name('subtask', subtask.id),
        dependsOn: names('subtask', subtask.dependsOn),
        steps: subtask.steps.map((step) => ({
          ...step,
          id: name('step', step.id),
          dependsOn: names('step', step.dependsOn),
          ...(step.validatesStep !== undefined && { validatesStep: name('step', step.validatesStep) }),
        })),
      })),
    })),
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

/** An id with a sign that authors write in several ways: a letter beside digits, a single letter, or a dot. */
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
