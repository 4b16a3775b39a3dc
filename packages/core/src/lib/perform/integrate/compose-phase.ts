import { AmeliaError } from '../../error/amelia-error.ts'
import type { Effect } from '../../machine/state/effect.ts'
import type { InputDraft } from '../../machine/state/input/input.ts'
import { workOf } from '../../machine/state/attempt.ts'
import { refNames } from '../../machine/state/ref-names.ts'
import { type Performer, phaseOf } from '../performer.ts'
import { phaseMessage } from '../message/phase-message.ts'
import { phaseFiles } from './phase-files.ts'

/** Creates the commit of a phase on the run's head, with the phase's summary. */
export const composePhase = async (
  performer: Performer,
  { phaseId, attempt, dispatch, head, tree, text }: Extract<Effect, { type: 'compose' }>,
): Promise<InputDraft> => {
  const { state, host } = performer
  const { git } = host
  const phase = phaseOf(performer, phaseId)
  const ref = refNames(state.runId).candidate(phaseId)
  const message = text ?? phaseMessage(performer, phase)
  const date = Math.floor(host.clock.now() / 1000)
  const changes = await git.diff({ from: phase.attempt.base, to: workOf(phase.attempt).commit })
  const files = phaseFiles(performer, phase, changes)
  const request = { ref, parent: head, files, message, date }
  const commit = await git.compose({ ...request, tree }).catch(async (error: unknown) => {
    if (!AmeliaError.is(error, 'GIT_FAILED')) throw error
    // No ref reaches a merged tree yet, so the user's `git gc --prune=now` may have deleted it: merge again.
    const { merged, work } = phase.attempt
    const again = merged && work ? await git.merge({ ours: head, theirs: work.commit }) : { tree }
    if (!('tree' in again)) throw error
    return git.compose({ ...request, tree: again.tree })
  })
  const sum = (of: 'added' | 'removed'): number =>
    changes.reduce((total, change) => total + (change[of] ?? 0), 0)
  const lines = { added: sum('added'), removed: sum('removed') }
  return { type: 'composed', phaseId, attempt, dispatch, commit, lines }
}
