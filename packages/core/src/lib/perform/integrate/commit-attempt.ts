import type { FrozenPhase } from '../../machine/state/frozen-state.ts'
import type { Change } from '../../contract/git-backend.ts'
import type { Workspace } from '../../contract/workspace.ts'
import { AmeliaError } from '../../error/amelia-error.ts'
import type { InputDraft } from '../../machine/state/input.ts'
import { refNames } from '../../machine/state/ref-names.ts'
import { findSecret } from '../../text/find-secret.ts'
import { type Performer, workspaceOf } from '../performer.ts'
import { findTwins } from './find-twins.ts'
import { attemptMessage } from './attempt-message.ts'

/** Larger files are not looked through for secrets. */
const maxScanned = 1_000_000

/** What may not be committed, and why. */
export interface Refusal {
  blocker: 'path_refused' | 'secret_in_change' | 'target_moved' | 'environment'
  message: string
  details: string[]
}

/** Keeps what the attempt has done so far as a private commit, or says why it may not be committed. */
export const commitAttempt = async (performer: Performer, phase: FrozenPhase): Promise<InputDraft> => {
  const { id } = phase
  const at = { phaseId: id, attempt: phase.attempt.number }
  const ref = refNames(performer.state.runId).attempt(id, phase.attempt.number)
  const result = await commitWorkspace(performer, phase, workspaceOf(performer, id), ref).catch(leftAlone)
  return 'blocker' in result
    ? { type: 'attempt_refused', ...at, ...result }
    : { type: 'attempt_committed', ...at, ...result }
}

/** The workspace of an abandoned call is never committed: why the call was stopped decides what follows. */
const leftAlone = (error: unknown): Refusal => {
  if (!AmeliaError.is(error, 'CALL_ABANDONED')) return headMoved(error)
  return { blocker: 'environment', message: error.message, details: [] }
}

/** Whoever has moved HEAD in the user's own checkout is at work there: a person is asked, and nothing is touched. */
export const headMoved = (error: unknown): Refusal => {
  if (!AmeliaError.is(error, 'REF_MOVED')) throw error
  const details = [
    'Put it back, keeping your files as they are (git reset --soft, git switch), or abort the run.',
  ]
  return { blocker: 'target_moved', message: error.message, details }
}

/** Commits what differs in a workspace from its base. Secrets are looked for before a byte enters the object store. */
export const commitWorkspace = async (
  performer: Performer,
  phase: FrozenPhase,
  workspace: Workspace,
  ref: string,
): Promise<{ commit: string; tree: string; files: string[]; touched?: string[] } | Refusal> => {
  const { git, clock } = performer.host
  const { id } = phase
  const all = await git.changedPaths(workspace)
  const changes = all.filter(({ own }) => own !== true)
  const touched = all.filter(({ own }) => own === true).map(({ path }) => path)
  const nested = changes.filter(({ kind }) => kind === 'nested_repository').map(({ path }) => path)
  if (nested.length > 0)
    return {
      blocker: 'path_refused',
      message: `Phase ${id} made repositories inside the repository.`,
      details: nested,
    }
  const twins = await findTwins(workspace, changes)
  if (twins.length > 0)
    return {
      blocker: 'path_refused',
      message: `Phase ${id} made paths that are the same as others where upper and lower case are: half of all machines cannot have both.`,
      details: twins,
    }
  try {
    const secrets = await findSecrets(performer, workspace, changes)
    if (secrets.length > 0)
      return {
        blocker: 'secret_in_change',
        message: `The change of phase ${id} seems to hold a secret.`,
        details: secrets,
      }
    const message = attemptMessage(performer.state.runId, phase)
    const date = Math.floor(clock.now() / 1000)
    const { commit, tree } = await git.commitAttempt(workspace, { ref, message, date, changes })
    const files = changes.map(({ path }) => path)
    return { commit, tree, files, ...(touched.length > 0 && { touched }) }
  } catch (error) {
    if (AmeliaError.is(error, 'PATH_DENIED'))
      return { blocker: 'path_refused', message: error.message, details: [error.details.path] }
    throw error
  }
}

const findSecrets = async (
  { secrets }: Performer,
  workspace: Workspace,
  changes: readonly Change[],
): Promise<string[]> => {
  const found: string[] = []
  for (const { path, kind, size, outside } of changes) {
    if (kind === 'deleted' || outside !== undefined || (size ?? 0) > maxScanned) continue
    const stat = await workspace.fs.lstat(`/${path}`)
    if (!stat.isFile()) continue
    const text = new TextDecoder().decode(await workspace.fs.readFile(`/${path}`))
    const secret = findSecret(text, secrets)
    if (secret !== null) found.push(`${path}: ${secret}`)
  }
  return found
}
