import type { UnitOutcome } from '../../event/unit-outcome.ts'
import type { Step } from '../../plan/model/step.ts'
import { suggestFile, suggestFixes } from '../command/suggest-fixes.ts'
import type { StepContext } from './unit-context.ts'

/** Adds suggestions to the outcome of a step that failed or is blocked. */
export const withSuggestions = async (
  { workspace }: StepContext,
  { filePath, cwd, shell }: Step,
  result: UnitOutcome,
): Promise<UnitOutcome> => {
  if (result.outcome === 'blocked' && result.blocker === 'unexpected_state') {
    const suggestions = await suggestFile(workspace, filePath ?? cwd)
    return suggestions.length === 0 ? result : { ...result, suggestions }
  }
  if (result.outcome !== 'failed') return result
  const { failure } = result
  const { command, exitCode, output = '' } = failure
  if (command === undefined) return result
  const suggestions = await suggestFixes(workspace, { command, exitCode, output, cwd, shell })
  return suggestions.length === 0 ? result : { ...result, failure: { ...failure, suggestions } }
}
