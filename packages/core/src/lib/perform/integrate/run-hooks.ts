import type { Effect } from '../../machine/state/effect.ts'
import type { InputDraft } from '../../machine/state/input/input.ts'
import { attemptFolder, keepOutput } from '../keep-output.ts'
import { restoreOwnFiles } from '../own/restore-own-files.ts'
import { type Performer, phaseOf, workspaceOf } from '../performer.ts'
import { withTrailers } from '../message/trailers.ts'
import { workOf } from '../../machine/state/attempt.ts'
import { refNames } from '../../machine/state/ref-names.ts'
import { commitWorkspace } from './commit-attempt.ts'
import { tampering } from '../../policy/failure/tampering.ts'
import { phaseMessage } from '../message/phase-message.ts'

/**
 * Runs the user's commit hooks on a phase's commit. Hooks that change only the run's own files, as a
 * formatter of the whole tree does, have passed: these files are restored. If configuration or hooks changed
 * while the phase was verified, no hook runs before a person has seen the changes.
 */
export const runHooks = async (
  performer: Performer,
  { phaseId, attempt, dispatch, commit }: Extract<Effect, { type: 'run_hooks' }>,
): Promise<InputDraft> => {
  const { signal, host, state } = performer
  const { git } = host
  const at = { phaseId, attempt, dispatch }
  const phase = phaseOf(performer, phaseId)
  const message = phaseMessage(performer, phase)
  if (!git.runHooks) return { type: 'hooks_finished', ...at, outcome: 'passed', text: message }
  const changed = findChanged(performer, phaseId)
  if (changed !== undefined) {
    // A person who retries has approved them.
    performer.planted.delete(phaseId)
    const output = changed.join('\n')
    return {
      type: 'hooks_finished',
      ...at,
      outcome: 'environment',
      hook: 'pre-commit',
      text: message,
      output,
    }
  }
  const workspace = workspaceOf(performer, phaseId)
  const result = await git.runHooks(workspace, { commit, message, signal })
  if (result.outcome === 'passed' || result.outcome === 'rewritten') {
    const text = withTrailers(result.message, { runId: state.runId, phaseId, attempt })
    const isSame = async (): Promise<boolean> => {
      await restoreOwnFiles(performer, phase, workspace, { quiet: true })
      const ref = refNames(state.runId).candidate(phaseId)
      const again = await commitWorkspace(performer, phase, workspace, ref)
      return 'tree' in again && again.tree === workOf(phase.attempt).tree
    }
    const outcome = result.outcome === 'rewritten' && (await isSame()) ? 'passed' : result.outcome
    return { type: 'hooks_finished', ...at, outcome, text }
  }
  const name = `${attemptFolder(phase)}/hook-${result.hook}`
  const kept = await keepOutput(performer, result.output, { name, failed: true })
  return { type: 'hooks_finished', ...at, text: message, ...result, ...kept }
}

/**
 * Describes changed configuration or hooks that nobody has approved: the phase's verification changed them,
 * or another phase, whose question is open.
 */
const findChanged = ({ planted, state }: Performer, phaseId: string): string[] | undefined => {
  const own = planted.get(phaseId)
  if (own) {
    const { message, details } = tampering(`phase ${phaseId} was verified`, own)
    return [message, ...details]
  }
  const gate = [...state.gates.values()].find(({ blocker }) => blocker === 'repository_tampered')
  return gate && [gate.question, ...gate.details]
}
