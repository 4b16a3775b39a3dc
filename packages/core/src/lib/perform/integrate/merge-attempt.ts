import { hasChecks } from '../../machine/attempt/verify/has-checks.ts'
import type { Work } from '../../machine/state/attempt.ts'
import type { Effect } from '../../machine/state/effect.ts'
import type { FrozenPhase } from '../../machine/state/frozen-run.ts'
import type { InputDraft } from '../../machine/state/input/input.ts'
import { refNames } from '../../machine/state/ref-names.ts'
import { type Performer, phaseOf } from '../performer.ts'
import { phaseMessage } from '../message/phase-message.ts'
import { describeConflict } from './describe-conflict.ts'

/**
 * Merges an attempt with the run's head. A merge that the next attempt may have to continue from becomes a
 * private commit on the head: one with conflicts, or one whose checks may fail.
 */
export const mergeAttempt = async (
  performer: Performer,
  { phaseId, attempt, dispatch, head, commit }: Extract<Effect, { type: 'merge' }>,
): Promise<Extract<InputDraft, { type: 'merged' | 'merge_conflicted' }>> => {
  const { git } = performer.host
  const at = { phaseId, attempt, dispatch }
  const phase = phaseOf(performer, phaseId)
  const merged = await git.merge({ ours: head, theirs: commit })
  if ('tree' in merged) {
    const { tree } = merged
    if (!hasChecks(performer.state, phase)) return { type: 'merged', ...at, tree }
    const files = [...(phase.attempt.work?.files ?? [])]
    return {
      type: 'merged',
      ...at,
      tree,
      work: { commit: await compose(performer, phase, { head, tree }), tree, files },
    }
  }
  const { conflicts: paths, marked } = merged
  if (!marked) return { type: 'merge_conflicted', ...at, paths }
  const { tree } = marked
  const kept = await compose(performer, phase, { head, tree })
  const work: Work = {
    commit: kept,
    tree,
    files: (await git.diff({ from: head, to: kept })).map(({ path }) => path),
  }
  const ref = refNames(performer.state.runId).attempt(phaseId, attempt)
  const details = marked.paths.map((path) => describeConflict(path, ref))
  return { type: 'merge_conflicted', ...at, paths, marked: work, details }
}

const compose = (
  performer: Performer,
  phase: FrozenPhase,
  { head, tree }: { head: string; tree: string },
): Promise<string> =>
  performer.host.git.compose({
    ref: refNames(performer.state.runId).merged(phase.id, phase.attempt.number),
    tree,
    parent: head,
    files: {},
    message: phaseMessage(performer, phase),
    date: Math.floor(performer.host.clock.now() / 1000),
  })
