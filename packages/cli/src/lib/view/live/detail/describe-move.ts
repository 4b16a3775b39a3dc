import type { RunEventOf } from '@amelia/core'
import { words } from '@amelia/core/view'

/** Describes the first change that a phase made to the user's repository, and how to undo it. */
export const describeMove = ({
  phaseId,
  changes,
  more = 0,
}: RunEventOf<'repository_moved'>): string | undefined => {
  const [first] = changes
  if (!first) return undefined
  const others = changes.length - 1 + more
  return words.plainLabel(
    `${phaseId}: ${first.name} ${words.describeValues(first.before, first.after)}${others > 0 ? ` (and ${others} more)` : ''}. Undo: ${first.restore}`,
  )
}
