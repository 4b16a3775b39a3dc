import type { Effect } from '../../machine/state/effect.ts'
import type { InputDraft } from '../../machine/state/input.ts'
import { attemptFolder, keepOutput } from '../keep-output.ts'
import { type Performer, phaseOf, workspaceOf } from '../performer.ts'
import { withTrailers } from '../phase-message.ts'
import { attemptMessage } from './attempt-message.ts'

/** Runs the user's commit hooks on a phase's commit. */
export const runHooks = async (
  performer: Performer,
  { phaseId, attempt, dispatch, commit }: Extract<Effect, { type: 'run_hooks' }>,
): Promise<InputDraft> => {
  const { signal, host, state } = performer
  const { git } = host
  const at = { phaseId, attempt, dispatch }
  const phase = phaseOf(performer, phaseId)
  const message = attemptMessage(state.runId, phase)
  if (!git.runHooks) return { type: 'hooks_finished', ...at, outcome: 'passed', text: message }
  const result = await git.runHooks(workspaceOf(performer, phaseId), { commit, message, signal })
  if (result.outcome === 'passed' || result.outcome === 'rewritten') {
    const text = withTrailers(result.message, { runId: state.runId, phaseId, attempt })
    return { type: 'hooks_finished', ...at, outcome: result.outcome, text }
  }
  const name = `${attemptFolder(phase)}/hook-${result.hook}`
  const kept = await keepOutput(performer, result.output, { name, failed: true })
  return { type: 'hooks_finished', ...at, text: message, ...result, ...kept }
}
