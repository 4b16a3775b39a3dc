import { checkPath } from '../plan/check-path.ts'
import type { Step } from '../plan/plan-schema.ts'
import { applyDiff, isDiff } from './apply-diff.ts'
import type { StepContext, StepResult } from './execute-step.ts'

/**
 * Writes the file of a `code` step: the whole content of a new file, of any file with `replace`, or a diff.
 *
 * A piece of code for a file that exists is never written over it: that is a question, not a guess.
 */
export const executeCode = async (context: StepContext, step: Step): Promise<StepResult> => {
  const { engine, workspace, place } = context
  const began = engine.host.clock.now()
  const seen = (result: StepResult['result']): StepResult => ({
    observation: { durationMs: engine.host.clock.now() - began },
    result,
  })
  const unexpected = (message: string, details: string[] = []): StepResult =>
    seen({ outcome: 'blocked', blocker: 'unexpected_state', stepId: step.id, message, details })

  const checked = checkPath(step.filePath ?? '')
  if ('problem' in checked) return unexpected(`The file of ${place} cannot be written: ${checked.problem}.`)
  const path = `/${checked.path}`
  const change = step.codeChange ?? ''
  const present = await readText(context, path)

  if (isDiff(change)) {
    const patched = applyDiff(present ?? '', change)
    if (patched === null)
      return unexpected(`The diff of ${place} does not fit ${checked.path}.`, change.split('\n'))
    await workspace.fs.writeFile(path, patched)
    return seen({ outcome: 'completed' })
  }
  if (present !== null && present !== change && !step.replace) {
    return unexpected(
      `${checked.path} exists, and ${place} neither is a diff nor says that it replaces the file.`,
      ['Say "replace" in the plan if the whole file is meant, or give a diff.'],
    )
  }
  await workspace.fs.writeFile(path, change)
  return seen({ outcome: 'completed' })
}

const readText = async ({ workspace }: StepContext, path: string): Promise<string | null> => {
  try {
    return new TextDecoder().decode(await workspace.fs.readFile(path))
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
      return null
    throw error
  }
}
