import type { FrozenPhase } from '../../machine/state/frozen-run.ts'
import type { Workspace } from '../../contract/workspace.ts'
import { AmeliaError } from '../../error/amelia-error.ts'
import type { InputDraft, InputOf } from '../../machine/state/input/input.ts'
import type { Address } from '../../machine/state/address-of.ts'
import { refNames } from '../../machine/state/ref-names.ts'
import { restoreOwnFiles } from '../own/restore-own-files.ts'
import { type Performer, phaseOf, workspaceOf } from '../performer.ts'
import { findPrograms } from './finding/find-programs.ts'
import { findSecrets } from './finding/find-secrets.ts'
import { findTwins } from './finding/find-twins.ts'
import { findSeparate } from '../message/find-separate.ts'
import { findUnresolved } from './find-unresolved.ts'
import { inspectMissing } from './inspect-missing.ts'
import { type Finding, openFindings } from './finding/open-findings.ts'
import { phaseMessage } from '../message/phase-message.ts'

/** The reason why an attempt may not be committed. */
export interface Refusal {
  blocker: 'path_refused' | 'secret_in_change' | 'target_moved' | 'environment'
  message: string
  details: string[]
  /** The fingerprints of everything that is in question, if a person may approve it. */
  findings?: string[]
}

/** The private commit of an attempt, as `attempt_committed` describes it. */
type Committed = Pick<InputOf<'attempt_committed'>, 'commit' | 'tree' | 'files' | 'touched' | 'unresolved'>

/** Commits the attempt's work so far to a private ref, or returns why it may not be committed. */
export const commitAttempt = async (
  performer: Performer,
  { phaseId, attempt, dispatch }: Address,
): Promise<InputDraft> => {
  const phase = phaseOf(performer, phaseId)
  const at = { phaseId, attempt, dispatch }
  const ref = refNames(performer.state.runId).attempt(phaseId, attempt)
  const workspace = workspaceOf(performer, phaseId)
  const commit = async () => {
    await keepRound(performer, phase)
    const result = await commitWorkspace(performer, phase, workspace, ref)
    if ('blocker' in result) return result
    return { ...result, ...(await inspectMissing(performer, phase, workspace, result.files)) }
  }
  const result = await commit().catch(leftAlone)
  return 'blocker' in result
    ? { type: 'attempt_refused', ...at, ...result }
    : { type: 'attempt_committed', ...at, ...result }
}

/** Names the commit of the round before, which the attempt's reference is about to leave. */
export const keepRound = async (
  { host: { git }, state: { runId } }: Performer,
  { id, attempt: { number, round, before } }: FrozenPhase,
): Promise<void> => {
  const ref = refNames(runId).round(id, number, round - 1)
  if (before !== undefined && (await git.readRef(ref)) === null)
    await git.updateRefs([{ ref, new: before, old: null }])
}

/**
 * The workspace of an abandoned call is never committed. The reason for stopping the call decides how the run
 * continues.
 */
const leftAlone = (error: unknown): Refusal => {
  if (!AmeliaError.is(error, 'CALL_ABANDONED')) return headMoved(error)
  return { blocker: 'environment', message: error.message, details: [] }
}

/** If someone moved HEAD in the user's checkout, a person is asked and nothing is changed. */
export const headMoved = (error: unknown): Refusal => {
  if (!AmeliaError.is(error, 'REF_MOVED')) throw error
  const details = [
    'Restore HEAD without changing your files (git reset --soft, git switch), or abort the run.',
  ]
  return { blocker: 'target_moved', message: error.message, details }
}

/**
 * Commits the changes of a workspace, without those of the run's own files. They are searched for secrets
 * before any of them enters the object store. `kept` receives the files that a person has to approve: they
 * are left out, and nothing is refused.
 */
export const commitWorkspace = async (
  performer: Performer,
  phase: FrozenPhase,
  workspace: Workspace,
  ref: string,
  kept?: Map<string, Uint8Array>,
): Promise<Committed | Refusal> => {
  const { git, clock } = performer.host
  const { id } = phase
  const { changes: all, isDirty } = await restoreOwnFiles(performer, phase, workspace)
  let changes = all.filter(({ own }) => own !== true)
  const touched = all.filter(({ own }) => own === true).map(({ path }) => path)
  const separate = await findSeparate(git, workspace, { phaseId: id, changes })
  if (separate) return separate
  const twins = openFindings(performer, await findTwins(workspace, changes))
  if (twins.length > 0)
    return {
      blocker: 'path_refused',
      message: `Phase ${id} created paths that differ from others only in case or Unicode form. Many file systems cannot hold both.`,
      ...inQuestion(twins),
    }
  // Parts of a phase are asked about with the phase.
  const programs = kept ? [] : openFindings(performer, await findPrograms(workspace, changes))
  if (programs.length > 0)
    return {
      blocker: 'path_refused',
      message: `Phase ${id} changed programs that git runs on files of this repository. Until you approve, git runs them as they were before the phase.`,
      ...inQuestion(programs),
    }
  try {
    const secrets = openFindings(
      performer,
      await findSecrets(performer, workspace, changes),
      performer.state.settings.allowSecrets,
    )
    if (kept && secrets.every(isApprovable)) {
      for (const { path } of secrets) kept.set(path, await workspace.fs.readFile(`/${path}`))
      changes = changes.filter(({ path }) => !kept.has(path))
    } else if (secrets.length > 0)
      return {
        blocker: 'secret_in_change',
        message: secrets.every(isApprovable)
          ? `The changes of phase ${id} seem to contain a secret.`
          : `The changes of phase ${id} contain a secret of this run.`,
        ...inQuestion(secrets),
      }
    const message = phaseMessage(performer, phase)
    const date = Math.floor(clock.now() / 1000)
    const { commit, tree } = await git.commitAttempt(workspace, { ref, message, date, changes })
    if (isDirty) await git.resetWorkspace(workspace, commit)
    const files = changes.map(({ path }) => path)
    // The first round cannot have begun with a conflict.
    const unresolved = phase.attempt.round > 1 ? await findUnresolved(workspace, changes) : []
    return {
      commit,
      tree,
      files,
      ...(touched.length > 0 && { touched }),
      ...(unresolved.length > 0 && { unresolved }),
    }
  } catch (error) {
    if (AmeliaError.is(error, 'PATH_DENIED'))
      return { blocker: 'path_refused', message: error.message, details: [error.details.path] }
    throw error
  }
}

const inQuestion = (findings: readonly Finding[]): Pick<Refusal, 'details' | 'findings'> => ({
  details: findings.map(({ text }) => text),
  ...(findings.every(isApprovable) && { findings: findings.map(({ fingerprint }) => fingerprint) }),
})

const isApprovable = ({ fixed }: Finding): boolean => fixed !== true
