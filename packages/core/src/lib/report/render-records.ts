import type { FrozenRun } from '../machine/state/frozen-run.ts'
import { buildReport } from './build-report.ts'
import { renderFeedback } from './render/render-feedback.ts'
import { renderReportPage } from './render/render-report-page.ts'
import { renderState } from './render/render-state.ts'

/**
 * Renders the files that describe the current state of a run, by name.
 *
 * They are `report.md`, `execution-state.json`, and a `phase-<id>/review-feedback.md` for each phase that has
 * feedback and is not completed. `now` is in milliseconds since 1970.
 */
export const renderRecords = (state: FrozenRun, now: number): Record<string, string> => {
  const report = buildReport(state, now)
  const files: Record<string, string> = {
    'execution-state.json': renderState(state, report),
    'report.md': renderReportPage(report),
  }
  for (const phase of state.phases) {
    const feedback = phase.status === 'completed' ? undefined : renderFeedback(state.runId, phase)
    if (feedback !== undefined) files[`phase-${phase.id}/review-feedback.md`] = feedback
  }
  return files
}
