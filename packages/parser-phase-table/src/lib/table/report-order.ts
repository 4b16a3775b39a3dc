import type { PlanIssue } from '@amelia/core/plugin'
import type { PhaseTable } from './find-tables.ts'

/** Warns about an order that no header of the tables states. */
export const reportOrder = (tables: readonly PhaseTable[]): PlanIssue[] => {
  const [first] = tables
  if (!first || (first.guessed === undefined && first.columns.dependsOn >= 0)) return []
  const message =
    first.guessed === undefined
      ? 'The phase table has no column of dependencies, so each phase waits for the one before it. Add a column "Depends On" to change that.'
      : `The column "${first.guessed}" is read as the dependencies, because its cells consist of ids of the table. Name it "Depends On" to confirm that.`
  const { line, column } = first.table
  return [{ severity: 'warning', code: 'ORDER_GUESSED', message, line, column }]
}
