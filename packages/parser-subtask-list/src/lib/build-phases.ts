import { type PhaseDraft, type PlanIssue, type SubtaskDraft } from '@amelia/core/plugin'
import { findPrevious, readBodyAcceptance, readReferences, type ReferenceBudget } from '@amelia/markdown'
import type { Entry } from './entry.ts'
import { splitChains } from './split-chains.ts'
import { splitLayers } from './split-layers.ts'

/**
 * Builds the phases of a list of subtasks. A phase depends on every phase with a dependency of its subtasks.
 * A subtask without declared dependencies depends on the one before it in the list.
 *
 * Layers have the ids 1, 2, ...; a chain has the id of its first subtask.
 */
export const buildPhases = (
  entries: readonly Entry[],
  grouping: 'layers' | 'chains',
  budget: ReferenceBudget,
  issues: PlanIssue[],
): PhaseDraft[] => {
  const ids = entries.map((entry) => entry.id)
  const positions = new Map<string, number>()
  ids.forEach((id, index) => {
    if (!positions.has(id)) positions.set(id, index)
  })
  const positionsOf = (names: readonly string[], index: number): number[] =>
    names.flatMap((id) => {
      const position = positions.get(id)
      return position === undefined || position === index ? [] : [position]
    })
  const declared = entries.map(({ id, depends }) =>
    depends === undefined ? undefined : readReferences(depends, { positions, ids, self: id, budget }),
  )
  const previous = findPrevious(declared.map((names = [], index) => positionsOf(names, index)))
  const named = declared.map((names, index) => {
    const before = ids[previous[index] ?? -1]
    // An id that is repeated is reported; its subtask does not depend on itself.
    return names ?? (before === undefined || before === ids[index] ? [] : [before])
  })
  const dependencies = named.map(positionsOf)
  const groups = grouping === 'chains' ? splitChains(dependencies) : splitLayers(dependencies)
  const groupOf = new Map<number, number>()
  groups.forEach((group, number) => {
    for (const index of group) groupOf.set(index, number)
  })
  const idOf = (number: number): string =>
    grouping === 'chains' ? (ids[groups[number]?.[0] ?? 0] ?? '') : String(number + 1)
  if (grouping === 'layers') checkClaims(entries, named, groupOf, issues)
  return groups.map((group, number): PhaseDraft => {
    const members = group.map((index) => entries[index] as Entry)
    const before = new Set<number>()
    for (const index of group) {
      for (const dependency of dependencies[index] ?? []) before.add(groupOf.get(dependency) ?? number)
    }
    before.delete(number)
    const acceptance = members.flatMap(({ status, body, line }) =>
      status === 'done' ? [] : readBodyAcceptance(body, line),
    )
    return {
      id: idOf(number),
      title: titleOf(members),
      dependsOn: [...before].sort((one, other) => one - other).map(idOf),
      files: [...new Set(members.flatMap((entry) => entry.files))],
      ...(members.every((entry) => entry.status === 'done') && { status: 'done' as const }),
      subtasks: group.map((index) => toSubtask(entries[index] as Entry, named[index] ?? [])),
      ...(acceptance.length > 0 && { acceptance }),
      line: members[0]?.line ?? 1,
    }
  })
}

const toSubtask = (entry: Entry, dependsOn: string[]): SubtaskDraft => ({
  id: entry.id,
  title: entry.title,
  body: entry.body,
  ...(entry.type && { type: entry.type }),
  dependsOn,
  files: entry.files,
  steps: entry.steps,
  ...(entry.status && { status: entry.status }),
  line: entry.line,
})

const mostTitles = 3

/** Returns `Write a; Write b`, or the first titles and the number of others. */
const titleOf = (members: readonly Entry[]): string => {
  const shown = members.length > mostTitles ? mostTitles - 1 : mostTitles
  const titles = members.slice(0, shown).map((entry) => entry.title)
  const left = members.length - titles.length
  return left > 0 ? `${titles.join('; ')}; and ${left} more` : titles.join('; ')
}

/** Reports a declared phase (`-> phase 2`) that differs from the one computed from the dependencies. */
const checkClaims = (
  entries: readonly Entry[],
  named: readonly string[][],
  groupOf: ReadonlyMap<number, number>,
  issues: PlanIssue[],
): void => {
  entries.forEach(({ id, depends, phase, line, column }, index) => {
    const computed = (groupOf.get(index) ?? 0) + 1
    if (phase === undefined || phase === computed) return
    const [before] = depends === undefined ? (named[index] ?? []) : []
    const message =
      before === undefined
        ? `Subtask ${id} declares phase ${phase}, but its dependencies put it in phase ${computed}, which is used.`
        : `Subtask ${id} declares phase ${phase}, but no dependencies, so it waits for ${before} and is in phase ${computed}. Write depends: [] if it waits for none.`
    issues.push({ severity: 'warning', code: 'PARALLEL_CONTRADICTS_DEPENDENCY', message, line, column })
  })
}
