import type { RunChange, RunView } from '@amelia/core'

/**
 * Lists the parts of a view that a change touched, as the names that a store's listeners use. The time is
 * linear in the change, not in the run.
 */
export const listChangedParts = (
  before: RunView | undefined,
  after: RunView,
  change: RunChange,
): string[] => {
  const parts = ['view']
  if (before?.plan !== after.plan) parts.push('plan')
  if (before?.report !== after.report) parts.push('report')
  for (const { id } of change.phases)
    if (before?.phases.get(id) !== after.phases.get(id)) parts.push(`phase:${id}`)
  const waits = new Set(change.waits.map(({ phaseId }) => phaseId))
  // A complete change lists the waits that are left, not those that are over.
  if (change.plan) for (const id of before?.waits.keys() ?? []) waits.add(id)
  for (const id of waits) parts.push(`wait:${id}`)
  const activities = new Set(change.activities.map(({ phaseId }) => phaseId))
  if (change.plan) for (const id of before?.activities.keys() ?? []) activities.add(id)
  for (const id of activities) parts.push(`activity:${id}`)
  return parts
}
