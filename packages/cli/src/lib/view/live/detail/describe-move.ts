import type { RunEventOf } from '@amelia/core'
import { describeValues, plainLabel } from '@amelia/core/view'

/** Describes the first change that a phase made to the user's repository, and how to undo it. */
export const describeMove = ({
  phaseId,
  changes,
  more = 0,
}: RunEventOf<'repository_moved'>): string | undefined => {
  const [first] = changes
  if (!first) return undefined
  const others = changes.length - 1 + more
  return plainLabel(
    `${phaseId}: ${first.name} ${describeValues(first.before, first.after)}${others > 0 ? ` (and ${others} more)` : ''}. Undo: ${first.restore}`,
  )
}
