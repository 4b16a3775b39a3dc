import type { AmeliaError } from '../../error/amelia-error.ts'
import { invalidOption } from '../../error/check/check-options.ts'

/** The error about an id that no phase of a run has. `ids`: those of its phases. */
export const unknownPhase = (runId: string, phaseId: string, ids: readonly string[]): AmeliaError =>
  invalidOption(
    'phaseId',
    `Run ${runId} has no phase ${JSON.stringify(phaseId)}. Its phases: ${ids.slice(0, 20).join(', ')}.`,
  )
