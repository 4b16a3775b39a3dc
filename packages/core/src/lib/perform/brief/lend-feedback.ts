import type { FrozenPhase } from '../../machine/state/frozen-run.ts'
import type { Workspace } from '../../contract/workspace.ts'
import { feedbackFile } from '../own/feedback-file.ts'
import { putFile } from '../own/put-file.ts'
import type { Performer } from '../performer.ts'

/**
 * Runs a session with the phase's `review-feedback.md` in its workspace, at the path at which the phase's
 * commit will contain it (seed: phased-execution, Retry Context). `path` is undefined for a first attempt,
 * and for a run without artifacts.
 *
 * The file belongs to the run, not to the attempt: it is removed after the session, or replaced by the
 * version of the attempt's base. A file that the session changed or replaced is restored, and reported, when
 * the work is committed. A workspace without room for it works without the file.
 */
export const lendFeedback = async <Value>(
  { performer, phase, workspace: { fs } }: { performer: Performer; phase: FrozenPhase; workspace: Workspace },
  session: (path: string | undefined) => Promise<Value>,
): Promise<Value> => {
  const lent = feedbackFile(performer, phase)
  if (lent === undefined) return session(undefined)
  const { path, text } = lent
  const before = await performer.host.git.readFile(phase.attempt.base, path)
  const isLent = await putFile(fs, path, text).then(
    () => true,
    () => false,
  )
  const isUnchanged = async (): Promise<boolean> =>
    (await fs.lstat(`/${path}`)).isFile() && new TextDecoder().decode(await fs.readFile(`/${path}`)) === text
  try {
    return await session(isLent ? path : undefined)
  } finally {
    if (isLent && (await isUnchanged().catch(() => false))) await putFile(fs, path, before)
  }
}
