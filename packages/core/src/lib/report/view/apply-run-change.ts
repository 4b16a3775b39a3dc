import { type AmeliaError } from '../../error/amelia-error.ts'
import { checkArgument, invalidOption } from '../../error/check/check-options.ts'
import { anObject, list, name, shape } from '../../error/check/rule.ts'
import type { PhaseWait } from '../wait/phase-wait.ts'
import type { PhaseActivity, ReportSummary, RunChange, RunView } from './run-change.ts'

const parts = list(anObject, 'a list of objects')

/** A change may come from another program. */
const rule = shape('a change of `watchRun`', {
  runId: name,
  report: anObject,
  batches: parts,
  phases: parts,
  waits: parts,
  activities: parts,
})

/**
 * Applies a change of `watchRun` to the view that the changes before it made, and returns the new view. The
 * views share what is equal: an unchanged phase, plan or field is the same object in both.
 *
 * Throws `OPTION_INVALID` if the value is not a change, if the first change is not complete, and if a change
 * belongs to another run.
 */
export const applyRunChange = (view: RunView | undefined, change: RunChange): RunView => {
  checkArgument('applyRunChange', 'change', change, rule)
  const { runId, through, at, plan } = change
  const waits = change.waits.map(({ phaseId, wait }) => [phaseId, wait] as const)
  const activities = change.activities.map(({ phaseId, activity }) => [phaseId, activity] as const)
  const lock = plan ? change.lock : (change.lock ?? view?.lock)
  const known = { runId, through, at, ...(lock && { lock }) }
  if (plan)
    return {
      ...{ ...known, plan },
      // A complete change contains every field.
      report: { ...change.report, batches: change.batches } as ReportSummary,
      phases: new Map(change.phases.map((phase) => [phase.id, phase])),
      waits: merge<PhaseWait>(new Map(), waits),
      activities: merge<PhaseActivity>(new Map(), activities),
    }
  if (view?.runId !== runId) throw notComplete(view, runId)
  return {
    ...{ ...known, plan: view.plan },
    report: mergeReport(view.report, change),
    phases: merge(
      view.phases,
      change.phases.map((phase) => [phase.id, phase]),
    ),
    waits: merge(view.waits, waits),
    activities: merge(view.activities, activities),
  }
}

const mergeReport = (before: ReportSummary, { report, removed = [], batches }: RunChange): ReportSummary => {
  if (removed.length + batches.length + Object.keys(report).length === 0) return before
  const changed = new Map(batches.map((batch) => [batch.batch, batch]))
  const merged: ReportSummary = {
    ...before,
    ...report,
    batches: changed.size === 0 ? before.batches : before.batches.map((one) => changed.get(one.batch) ?? one),
  }
  for (const field of removed) delete merged[field]
  return merged
}

/** Sets or deletes entries of a map. Without any, it is the same map. */
const merge = <Value>(
  before: ReadonlyMap<string, Value>,
  entries: readonly (readonly [id: string, value: Value | null])[],
): ReadonlyMap<string, Value> => {
  if (entries.length === 0) return before
  const after = new Map(before)
  for (const [id, value] of entries)
    if (value === null) after.delete(id)
    else after.set(id, value)
  return after
}

const notComplete = (view: RunView | undefined, runId: string): AmeliaError =>
  invalidOption(
    'change',
    view
      ? `A change of run ${runId} cannot be applied to a view of run ${view.runId}. Keep one view per run.`
      : `The first change of a view must be complete; this one of run ${runId} has no \`plan\`. Begin with the first change of \`watchRun\`.`,
  )
