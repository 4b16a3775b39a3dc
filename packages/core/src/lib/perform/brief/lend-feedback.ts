import type { FrozenPhase } from '../../machine/state/frozen-run.ts'
import type { Workspace } from '../../contract/workspace.ts'
import { executionFolder } from '../../report/execution-folder.ts'
import { renderFeedback } from '../../report/render/render-feedback.ts'
import type { Performer } from '../performer.ts'

/**
 * Runs a session with the phase's `review-feedback.md` in its workspace, at the path at which the phase's
 * commit will contain it (seed: phased-execution, Retry Context). `path` is undefined for a first attempt,
 * and for a run without artefacts.
 *
 * The file belongs to the run, not to the attempt: it is removed before the session's work is committed, or
 * replaced by the version of the attempt's base. A workspace without room for it works without the file.
 */
export const lendFeedback = async <Value>(
  { performer, phase, workspace: { fs } }: { performer: Performer; phase: FrozenPhase; workspace: Workspace },
  session: (path: string | undefined) => Promise<Value>,
): Promise<Value> => {
  const { state, host, redact } = performer
  const folder = executionFolder(state)
  const text = renderFeedback(state.runId, phase)
  if (folder === undefined || text === undefined) return session(undefined)
  const place = `${folder}/phase-${phase.id}`
  const path = `${place}/review-feedback.md`
  const before = await host.git.readFile(phase.attempt.base, path)
  const isLent = await fs
    .mkdir(`/${place}`, { recursive: true })
    .then(() => fs.writeFile(`/${path}`, redact(text)))
    .then(
      () => true,
      () => false,
    )
  try {
    return await session(isLent ? path : undefined)
  } finally {
    if (isLent)
      await (before === null ? fs.rm(`/${path}`, { force: true }) : fs.writeFile(`/${path}`, before))
  }
}
