import type { FrozenPhase } from '../../machine/state/frozen-run.ts'
import type { DiffEntry } from '../../contract/git-backend.ts'
import { executionFolder } from '../../report/execution-folder.ts'
import { renderFeedback } from '../../report/render/render-feedback.ts'
import { renderSummary } from '../../report/render/render-summary.ts'
import { planText } from '../own/plan-text.ts'
import type { Performer } from '../performer.ts'

/**
 * Returns the files that the run adds to a phase's commit, by path: its summary, and the feedback that it
 * received. `changes`: the files that the phase changes.
 */
export const phaseFiles = (
  { state, redact }: Performer,
  phase: FrozenPhase,
  changes: readonly DiffEntry[],
): Record<string, string> => {
  const folder = executionFolder(state)
  if (folder === undefined) return {}
  const { id } = phase
  const { runId, settings } = state
  const path = `${folder}/phase-${id}/summary.md`
  const summary = renderSummary({
    runId,
    phase,
    changes,
    path,
    publish: settings.publish,
    hasChecks: settings.checks.length > 0,
  })
  const files: Record<string, string> = { [path]: summary }
  const adopts = state.target.adoptedBy === id
  if (state.plans > 1 || adopts) files[`${folder}/plan.md`] = planText({ state, redact }).text
  const feedback = renderFeedback(runId, phase)
  if (feedback !== undefined) files[`${folder}/phase-${id}/review-feedback.md`] = feedback
  return files
}
