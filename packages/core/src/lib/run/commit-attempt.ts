import type { Change } from '../contract/git-backend.ts'
import type { Workspace } from '../contract/workspace.ts'
import { AmeliaError } from '../error/amelia-error.ts'
import type { InputDraft } from '../machine/input.ts'
import type { PhaseState } from '../machine/run-state.ts'
import { refNames } from '../machine/ref-names.ts'
import { findSecret } from '../policy/find-secret.ts'
import { type Engine, workspaceOf } from './engine.ts'
import { phaseMessage } from './phase-message.ts'

/** Larger files are not looked through for secrets. */
const maxScanned = 1_000_000

/** Keeps what the attempt has done so far as a private commit, or says why it may not be committed. */
export const commitAttempt = async (engine: Engine, phase: PhaseState): Promise<InputDraft> => {
  const { git, clock } = engine.host
  const { id } = phase.phase
  const at = { phaseId: id, attempt: phase.attempt }
  const refuse = (
    blocker: 'path_refused' | 'secret_in_change',
    message: string,
    details: string[],
  ): InputDraft => ({
    type: 'attempt_refused',
    ...at,
    blocker,
    message,
    details,
  })
  const workspace = workspaceOf(engine, id)
  const changes = await git.changedPaths(workspace)
  const nested = changes.filter(({ kind }) => kind === 'nested_repository').map(({ path }) => path)
  if (nested.length > 0)
    return refuse('path_refused', `Phase ${id} made repositories inside the repository.`, nested)
  try {
    const secrets = await findSecrets(engine, workspace, changes)
    if (secrets.length > 0)
      return refuse('secret_in_change', `The change of phase ${id} seems to hold a secret.`, secrets)
    const message = phaseMessage(phase.phase, {
      runId: engine.state.runId,
      phaseId: id,
      attempt: phase.attempt,
    })
    const ref = refNames(engine.state.runId).attempt(id, phase.attempt)
    const date = Math.floor(clock.now() / 1000)
    const { commit, tree } = await git.commitAttempt(workspace, { ref, message, date, changes })
    return { type: 'attempt_committed', ...at, commit, tree, files: changes.map(({ path }) => path) }
  } catch (error) {
    if (AmeliaError.is(error, 'PATH_DENIED'))
      return refuse('path_refused', error.message, [error.details.path])
    throw error
  }
}

const findSecrets = async (
  { secrets }: Engine,
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
