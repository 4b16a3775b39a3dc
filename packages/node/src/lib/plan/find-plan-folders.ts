import type { FoundFiles, PlanParserV1 } from '@amelia/core/plugin'

/** A folder that a tool keeps a plan in. */
export interface PlanFolder extends FoundFiles {
  /** Relative to the listed folder; empty for itself. */
  folder: string
}

/**
 * Finds the plans that parsers recognise among the paths of the files below a folder. A plan inside the
 * folder of another plan belongs to that one.
 *
 * `name` is the name of the listed folder. Archived plans and drafts are left out.
 */
export const findPlanFolders = (
  paths: readonly string[],
  name: string,
  parsers: readonly PlanParserV1[],
): PlanFolder[] => {
  const files = new Map<string, string[]>()
  for (const path of [...paths].sort(compareNaturally)) {
    const parts = path.split('/')
    if (parts.slice(0, -1).some((part) => /^(?:archived?|drafts|templates)$/i.test(part))) continue
    // Each folder lists what is below it; a plan is at most three folders deep.
    for (let depth = Math.max(0, parts.length - 4); depth < parts.length; depth++) {
      const folder = parts.slice(0, depth).join('/')
      const below = files.get(folder) ?? []
      below.push(parts.slice(depth).join('/'))
      files.set(folder, below)
    }
  }
  const found: PlanFolder[] = []
  for (const folder of [...files.keys()].sort(compareNaturally)) {
    const parts = folder.split('/')
    const isInside = found.some(
      (outer) =>
        !outer.isGuess &&
        (outer.folder === '' || folder === outer.folder || folder.startsWith(`${outer.folder}/`)),
    )
    if (isInside) continue
    const own = folder === '' ? name : (parts.at(-1) ?? '')
    const plans = parsers.flatMap((parser) => parser.findFiles?.(files.get(folder) ?? [], own) ?? [])
    const plan = plans.find(({ isGuess }) => !isGuess) ?? plans[0]
    if (plan) found.push({ ...plan, folder })
  }
  return found
}

/** Compares paths with their numbers as numbers: `task-9` is before `task-10`. */
const compareNaturally = (one: string, other: string): number => {
  const [first, second] = [numbered(one), numbered(other)]
  return first < second ? -1 : first > second ? 1 : 0
}

const numbered = (path: string): string => path.replace(/\d{1,12}/g, (digits) => digits.padStart(12, '0'))
