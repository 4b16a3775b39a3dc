import type { PhaseDraft, PlanIssue } from '@amelia/core/plugin'
import { type Outline, plainText } from '@amelia/markdown'
import type { PhaseTable } from './find-tables.ts'
import { readCellId } from './read-cell-id.ts'
import { groupTables } from './group-tables.ts'
import { readTableColumns } from './table-columns.ts'

/**
 * Reports dependencies on rows of tables that were not read, with the reason, and removes them from the
 * phases, so that nothing else reports them.
 */
export const explainUnknown = (
  { blocks }: Outline,
  tables: readonly PhaseTable[],
  phases: PhaseDraft[],
  issues: PlanIssue[],
): PhaseDraft[] => {
  const ids = new Set(phases.map(({ id }) => id))
  if (tables.length === 0 || !phases.some(({ dependsOn = [] }) => dependsOn.some((id) => !ids.has(id))))
    return phases
  const read = new Set(tables.map(({ table }) => table))
  const unread = new Map<string, { line: number; reason: string }>()
  for (const table of blocks) {
    if (table.kind !== 'table' || read.has(table)) continue
    const reason = reasonOf(groupTables([table])[0])
    for (const { line, cells } of table.rows)
      for (const cell of cells.slice(0, 2)) {
        const id = readCellId(cell)
        if (id !== '' && !unread.has(id)) unread.set(id, { line, reason })
      }
  }
  return phases.map((phase) => {
    const dependsOn = (phase.dependsOn ?? []).filter((id) => {
      const row = ids.has(id) ? undefined : unread.get(id)
      if (!row) return true
      const message = `Phase ${phase.id} depends on "${id}", which is in line ${row.line}, in a table that was not read: ${row.reason}.`
      const { line = 1 } = phase
      issues.push({ severity: 'error', code: 'DEPENDENCY_UNKNOWN', message, line, column: 1 })
      return false
    })
    return { ...phase, dependsOn }
  })
}

const reasonOf = (group: ReturnType<typeof groupTables>[number] | undefined): string => {
  const known = group && readTableColumns(group)
  if (known)
    return `most cells of "${plainText(group.tables[0]?.header[known.dependsOn]?.text ?? '')}" name no id of the table, or its rows repeat others`
  return 'it has no column of ids, such as "Phase", with a column "Depends On"'
}
