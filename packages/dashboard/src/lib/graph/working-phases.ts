import type { RunView } from '@amelia/core'
import { isWorking } from '../format/is-working.ts'

/** Lists those of some phases that are being worked on. */
export const workingPhases = (
  view: Pick<RunView, 'phases'> | undefined,
  phases: readonly string[],
): string[] =>
  phases.filter((id) => {
    const phase = view?.phases.get(id)
    return phase !== undefined && isWorking(phase)
  })
