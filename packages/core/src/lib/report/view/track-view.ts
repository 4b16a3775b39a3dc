import type { RunLock } from '../../contract/run-store.ts'
import type { Spend } from '../../event/budget.ts'
import type { SessionEvent } from '../../event/progress-event.ts'
import type { PhaseReport } from '../../event/report.ts'
import type { RunEvent } from '../../event/run-event.ts'
import type { Input } from '../../machine/state/input/input.ts'
import type { PhaseState } from '../../machine/state/phase-state.ts'
import type { RunState } from '../../machine/state/run-state.ts'
import { buildReport, openGates } from '../build-report.ts'
import { explainWaits } from '../wait/explain-wait.ts'
import { lacksProcess } from './lacks-process.ts'
import { isEqual } from './is-equal.ts'
import { isoTime } from '../iso-time.ts'
import type { PhaseWait } from '../wait/phase-wait.ts'
import { isClosed, reportPhases } from '../report-phases.ts'
import { trackActivities } from './track-activities.ts'
import type { RunChange, ReportSummary } from './run-change.ts'

/** Computes the changes of the view of a run. */
export interface ViewTracker {
  /** Notes which phases an input may have changed. Called after each transition. */
  note(input: Input): void
  /** Notes an event, or the progress of a session: the activities of phases follow from them. */
  observe(event: RunEvent | SessionEvent): void
  /**
   * Returns what changed since the last call; the first time, and after the plan was replaced, everything.
   * `now`: the time at which phases wait, in milliseconds since 1970. `lock`: the run's, if it is known.
   */
  change(now: number, lock: RunLock | undefined): RunChange
}

/**
 * Tracks the view of a run. Reads the state without changing it.
 *
 * Only phases that can have changed are reported again. An input that names a phase changes that phase, those
 * that are active, and those that then have another status. Any other input may change every phase.
 */
export const trackView = (state: RunState): ViewTracker => {
  let plan: RunState['plan'] | undefined
  let isAll = true
  let wasClosed = false
  let isInterrupted = false
  const touched = new Set<number>()
  let active: number[] = []
  let statuses: PhaseState['status'][] = []
  let phases: PhaseReport[] = []
  let waits: (PhaseWait | undefined)[] = []
  let summary: Partial<ReportSummary> = {}

  const touch = (phaseId: string): void => void touched.add(state.graph.index.get(phaseId) ?? -1)
  const activities = trackActivities(touch)

  /** Adds the usage of running sessions. */
  const withUsage = <Of extends { spent?: Spend }>(of: Of, phaseId?: string): Of => {
    const spent = activities.spentOf(phaseId)
    return spent ? { ...of, spent } : of
  }

  const noteSlot = ({ id, attempt }: PhaseState): void => activities.noteSlot(id, attempt.slot)

  const findTouched = (): PhaseState[] =>
    state.phases.filter(({ index, status }) => touched.has(index) || statuses[index] !== status)

  const changePhases = (at: number): PhaseReport[] => {
    const found = isAll ? state.phases : findTouched()
    const reports = reportPhases(state, at, { phases: found, isInterrupted }).map((report) =>
      withUsage(report, report.id),
    )
    const changed = reports.filter((report, index) => !isEqual(report, phases[found[index]!.index]))
    phases = isAll ? reports : [...phases]
    for (const report of changed) phases[state.graph.index.get(report.id)!] = report
    return changed
  }

  const changeWaits = (now: number): RunChange['waits'] => {
    const next = explainWaits(state, now, state.phases)
    const changed = state.phases.flatMap(({ id }, index) => {
      const wait = next[index]
      if (isEqual(wait, waits[index])) return []
      return [{ phaseId: id, wait: wait ?? null }]
    })
    waits = next
    return changed
  }

  /** Lists the fields of the report that changed, and the changed batches. */
  const changeSummary = (
    at: number,
    changed: readonly PhaseReport[],
  ): Pick<RunChange, 'report' | 'removed' | 'batches'> => {
    const before: Record<string, unknown> = summary
    const known = summary.batches ?? []
    const stale = new Set(changed.map(({ id }) => state.batchOf[state.graph.index.get(id)!]))
    const isSame = !isAll && isEqual(openGates(state), summary.gates)
    const {
      phases: _,
      sessions: __,
      ...next
    } = buildReport(state, at, {
      ...{ phases, isInterrupted },
      batches: (index) => (isSame && !stale.has(index) ? known[index] : undefined),
    })
    summary = withUsage(next)
    const { batches, ...rest } = withUsage(next)
    const removed = Object.keys(before).filter((key) => !(key in next)) as (keyof ReportSummary)[]
    return {
      report: Object.fromEntries(
        Object.entries(rest).filter(([key, value]) => !(key in before) || !isEqual(value, before[key])),
      ),
      batches: batches.filter((batch, index) => !isEqual(batch, known[index])),
      ...(removed.length > 0 && { removed }),
    }
  }

  return {
    note(input) {
      const phaseId = 'phaseId' in input ? (input.phaseId as string | undefined) : undefined
      if (phaseId === undefined) isAll = true
      else touch(phaseId)
      if (isAll) return
      for (const index of active) touched.add(index)
      active = [...state.schedule.active]
      for (const index of active) touched.add(index)
    },
    observe: activities.observe,
    change(now, lock) {
      const isNew = plan !== state.plan
      const closed = isClosed(state)
      const wasInterrupted = isInterrupted
      isInterrupted = lacksProcess(state, lock)
      if (isNew) [phases, waits, summary] = [[], [], {}]
      if (isNew || closed !== wasClosed || isInterrupted !== wasInterrupted) isAll = true
      if (closed || isInterrupted) activities.clear()
      else for (const index of state.schedule.active) noteSlot(state.phases[index]!)
      const at = state.budget.lastAt ?? 0
      const changed = changePhases(at)
      const change: RunChange = {
        ...{ type: 'run_changed', runId: state.runId, through: state.seq, at: isoTime(at) },
        ...(isNew && { plan: state.plan }),
        ...changeSummary(at, changed),
        phases: changed,
        waits: changeWaits(now),
        activities: activities.take(isNew),
      }
      plan = state.plan
      isAll = false
      wasClosed = closed
      touched.clear()
      active = [...state.schedule.active]
      statuses = state.phases.map(({ status }) => status)
      return change
    },
  }
}
