import type { FrozenPhase } from '../../machine/state/frozen-run.ts'
import { executionFolder } from '../../report/execution-folder.ts'
import { renderFeedback } from '../../report/render/render-feedback.ts'
import type { Performer } from '../performer.ts'

/** Returns the path and the text of the feedback that a phase's sessions receive; undefined if none do. */
export const feedbackFile = (
  { state, redact }: Pick<Performer, 'state' | 'redact'>,
  phase: FrozenPhase,
): { path: string; text: string } | undefined => {
  const folder = executionFolder(state)
  const text = renderFeedback(state.runId, phase)
  if (folder === undefined || text === undefined) return undefined
  return { path: `${folder}/phase-${phase.id}/review-feedback.md`, text: redact(text) }
}
