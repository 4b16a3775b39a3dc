import type { FrozenRun } from '../machine/state/frozen-run.ts'
import type { Report } from '../event/report.ts'
import { renderFeedback } from './render/render-feedback.ts'
import { renderReportPage } from './render/page/render-report-page.ts'
import { renderState } from './render/render-state.ts'

/**
 * Renders the files that describe the current state of a run, by name.
 *
 * They are `report.md`, `execution-state.json`, and a `phase-<id>/review-feedback.md` for each phase that has
 * feedback and is not completed. `report` is the report of `state`. `links`: the files are the run's own
 * copy.
 */
export const renderRecords = (
  state: FrozenRun,
  report: Report,
  options: { links?: boolean } = {},
): Record<string, string> => {
  const files: Record<string, string> = {
    'execution-state.json': renderState(state, report),
    'report.md': renderReportPage(report, options),
  }
  for (const phase of state.phases) {
    const feedback = phase.status === 'completed' ? undefined : renderFeedback(state.runId, phase)
    if (feedback !== undefined) files[`phase-${phase.id}/review-feedback.md`] = feedback
  }
  return files
}
