import type { Failure } from '@amelia/core'
import { words } from '@amelia/core/view'

/** The message of the last failure that was printed, by phase. */
export type ToldFailures = Map<string, string>

/** Returns `: ` and the failure, or nothing if it was the last failure of its phase that was printed. */
export const once = (
  { phaseId, failure }: { phaseId: string; failure: Failure },
  told: ToldFailures,
): string => {
  if (told.get(phaseId) === failure.message) return ''
  told.set(phaseId, failure.message)
  return `: ${words.failureLines(failure).join('; ')}`
}
