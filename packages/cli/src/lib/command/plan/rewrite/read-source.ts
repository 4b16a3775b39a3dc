import { readSecrets } from '@amelia/core/plugin'
import { redactSecrets } from '@amelia/core/view'
import { readPlanFile } from '../../../document/read-plan-file.ts'
import { usageError } from '../../../terminal/usage-error.ts'
import type { RewrittenSource } from './compare-rewrite.ts'

/** The most bytes of a document: an agent gets all of it. */
const mostBytes = 200_000

/**
 * Reads the document to rewrite as a plan; undefined if the command has a goal, or a change of a plan.
 * Throws a usage error for a folder, and for a document that is empty or too large.
 */
export const readSource = async (
  goal: string | undefined,
  { from, change = '', issue }: { from?: string; change?: string; issue?: string },
): Promise<RewrittenSource | undefined> => {
  if (from === undefined || change !== '' || goal !== undefined || issue !== undefined) return undefined
  const { only, check } = await readPlanFile(from, {})
  if (only?.path !== from)
    throw usageError(`${from} is not one file.`, 'Pass the file of the document: --from FILE.')
  const size = only.bytes.length
  const text = redactSecrets(new TextDecoder().decode(only.bytes), readSecrets(process.env))
  if (text.trim() === '' || size > mostBytes)
    throw usageError(
      `${from} has ${size} bytes of text; expected 1 to ${mostBytes}.`,
      'Pass a file with one document: --from FILE.',
    )
  return { text, phases: check.plan?.phases ?? [] }
}
