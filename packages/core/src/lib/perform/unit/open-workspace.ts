import type { Workspace } from '../../contract/workspace.ts'
import type { Effect } from '../../machine/state/effect.ts'
import type { InputDraft, InputOf } from '../../machine/state/input/input.ts'
import { refNames } from '../../machine/state/ref-names.ts'
import { commitWorkspace, headMoved, keepRound, type Refusal } from '../integrate/commit-attempt.ts'
import { ownPaths } from '../own/own-paths.ts'
import { rulesCommit } from '../own/rules-commit.ts'
import { inPlaceRequest } from '../guard/in-place-request.ts'
import { areSameDigests, digestPlanted } from '../../policy/planted-digests.ts'
import { type Performer, phaseOf } from '../performer.ts'

type Opening = Extract<Effect, { type: 'open_workspace' }>

/**
 * Opens the workspace of an attempt, in the slot that it had before if that is free.
 *
 * With `rescue`, what that slot holds is first committed to the attempt's ref, and the attempt continues from
 * there. A refused commit is a refusal of the attempt: the slot stays as it is.
 */
export const openWorkspace = async (performer: Performer, opening: Opening): Promise<InputDraft> => {
  const { host, state, workspaces } = performer
  const { phaseId, attempt, dispatch, base, slot } = opening
  const at = { phaseId, attempt, dispatch }
  const rescued = opening.rescue ? await rescue(performer, opening).catch(headMoved) : undefined
  if (rescued && 'blocker' in rescued) return { type: 'attempt_refused', ...at, ...rescued }
  const tree = rescued?.commit ?? opening.from
  const request = {
    runId: state.runId,
    phase: phaseId,
    base,
    rules: rulesCommit(state),
    ...(tree !== undefined && { tree }),
    ...(slot !== undefined && { slot }),
    ...inPlaceRequest(state, at),
  }
  const opened = await host.git.openWorkspace(request).catch(headMoved)
  if ('blocker' in opened) return { type: 'attempt_refused', ...at, ...opened }
  workspaces.set(phaseId, opened)
  if (state.settings.inPlace) await removeHidden(performer, phaseId, opened)
  const repository = await inspectRepository(performer)
  return {
    type: 'workspace_opened',
    ...at,
    ...(opened.slot !== undefined && { slot: opened.slot }),
    ...(rescued && { rescued }),
    ...(repository && { repository }),
  }
}

/**
 * Returns the repository's configuration and hooks if the state has others. If the engine is killed, a resume
 * compares them. Machines that share a run have different repositories.
 */
const inspectRepository = async ({
  host: { git },
  state,
  redact,
}: Performer): Promise<InputOf<'workspace_opened'>['repository']> => {
  if (!git.fingerprint || git.shared || state.shared || state.settings.shared) return undefined
  const { planted } = await git.fingerprint()
  const repository = digestPlanted(planted, redact)
  return state.repository && areSameDigests(repository, state.repository) ? undefined : repository
}

/**
 * Removes hidden files that an attempt without a commit left in the runs' folders of the user's checkout. If
 * HEAD has moved, they stay: the attempt's commit reports that.
 */
const removeHidden = async ({ host, state }: Performer, phaseId: string, opened: Workspace) => {
  const { folders } = ownPaths(state, phaseOf({ state }, phaseId))
  await host.git.removeHidden?.(opened, folders).catch(headMoved)
}

/** Commits the tree that an ended process, or a refused commit, left in the attempt's slot. */
const rescue = async (
  performer: Performer,
  { phaseId, attempt, base, from, slot }: Opening,
): Promise<InputOf<'workspace_opened'>['rescued'] | Refusal> => {
  const { git } = performer.host
  if (!git.rescueWorkspace || slot === undefined) return undefined
  const { runId } = performer.state
  const tree = from === undefined ? {} : { tree: from }
  const left = await git.rescueWorkspace({ runId, slot, base, ...tree })
  if (!left) return undefined
  let isSaved = false
  try {
    const result = await commitRescued(performer, { phaseId, attempt }, left)
    isSaved = !('blocker' in result)
    return result
  } finally {
    // A refused commit is tried again, and so is one that a lock of git stopped.
    await git.closeWorkspace(left, { keep: !isSaved })
  }
}

const commitRescued = async (
  performer: Performer,
  { phaseId, attempt }: Pick<Opening, 'phaseId' | 'attempt'>,
  left: Workspace,
): Promise<NonNullable<InputOf<'workspace_opened'>['rescued']> | Refusal> => {
  const ref = refNames(performer.state.runId).attempt(phaseId, attempt)
  const phase = phaseOf(performer, phaseId)
  await keepRound(performer, phase)
  const result = await commitWorkspace(performer, phase, left, ref)
  if ('blocker' in result) return result
  const { commit, tree, files } = result
  return { commit, tree, files }
}
