import type { RunState } from '../machine/state/run-state.ts'
import { buildReport } from './build-report.ts'
import { renderFeedback } from './render/render-feedback.ts'
import { renderReportPage } from './render/render-report-page.ts'
import { renderState } from './render/render-state.ts'

/**
 * The files that tell of a run as it stands, by name: `report.md`, `execution-state.json`, and the `phase-<id>/review-feedback.md` of each
 * phase that is not completed and has feedback. `now` is in milliseconds since 1970.
 */
export const renderRecords = (state: RunState, now: number): Record<string, string> => {
  const files: Record<string, string> = {
    'execution-state.json': renderState(state, now),
    'report.md': renderReportPage(buildReport(state, now)),
  }
  for (const phase of state.phases) {
    const feedback = phase.status === 'completed' ? undefined : renderFeedback(state.runId, phase)
    if (feedback !== undefined) files[`phase-${phase.phase.id}/review-feedback.md`] = feedback
  }
  return files
}
