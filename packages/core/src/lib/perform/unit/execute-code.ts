import { checkPath } from '../../plan/validation/check-path.ts'
import type { Step } from '../../plan/model/step.ts'
import { applyDiff, isDeletion, isDiff } from './apply-diff.ts'
import type { StepContext, StepResult } from './unit-context.ts'

/**
 * Writes the file of a `code` step: the full content of a new file, or of any file with `replace`, or a diff.
 *
 * Code for an existing file never overwrites it without `replace`: a person is asked instead.
 */
export const executeCode = async (context: StepContext, step: Step): Promise<StepResult> => {
  const { performer, workspace, place } = context
  const began = performer.host.clock.now()
  const seen = (result: StepResult['result']): StepResult => ({
    observation: { durationMs: performer.host.clock.now() - began },
    result,
  })
  const unexpected = (message: string, details: string[] = []): StepResult =>
    seen({ outcome: 'blocked', blocker: 'unexpected_state', stepId: step.id, message, details })

  const checked = checkPath(step.filePath ?? '')
  if ('problem' in checked) return unexpected(`The file of ${place} cannot be written: ${checked.problem}.`)
  const path = `/${checked.path}`
  const change = step.codeChange ?? ''
  const present = await readBytes(context, path)

  if (isDiff(change)) {
    const text = present === null ? '' : decode(present)
    if (text === null)
      return unexpected(`${checked.path} is not UTF-8 text, so the diff of ${place} cannot be applied.`)
    const patched = applyDiff(text, change)
    if (patched === null)
      return unexpected(`The diff of ${place} does not apply to ${checked.path}.`, change.split('\n'))
    if (patched === '' && isDeletion(change)) await workspace.fs.rm(path)
    else await workspace.fs.writeFile(path, patched)
    return seen({ outcome: 'completed' })
  }
  if (present !== null && decode(present) !== change && !step.replace) {
    return unexpected(
      `${checked.path} already exists, and ${place} is neither a diff nor marked as a replacement.`,
      ['Add "replace" to the step if it contains the full file, or write a diff.'],
    )
  }
  await workspace.fs.writeFile(path, change)
  return seen({ outcome: 'completed' })
}

/** Decodes a file exactly. Returns null for bytes that would change when written back. */
const decode = (bytes: Uint8Array): string | null => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Returns null for a file that does not exist. */
const readBytes = async ({ workspace }: StepContext, path: string): Promise<Uint8Array | null> => {
  try {
    return await workspace.fs.readFile(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
      return null
    throw error
  }
}
