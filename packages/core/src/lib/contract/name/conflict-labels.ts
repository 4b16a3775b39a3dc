const names = { ours: 'the-run', theirs: 'this-phase' }

/** A text for each side of a merge. */
export interface MergeSides {
  /** The run's head. */
  ours: string
  /** The phase's commit. */
  theirs: string
}

/** The labels after the conflict markers of a merge. Git resolves each to its commit, as `git describe`'s. */
export const conflictLabels = ({ ours, theirs }: MergeSides): MergeSides => ({
  ours: `${names.ours}-g${ours.slice(0, 12)}`,
  theirs: `${names.theirs}-g${theirs.slice(0, 12)}`,
})

const left = new RegExp(`^(?:<{3,} ${names.ours}|>{3,} ${names.theirs})-g[0-9a-f]{12}(?::|\\r?$)`, 'm')

/** Whether a text contains the first or the last line of a conflict with {@link conflictLabels}. */
export const hasConflict = (text: string): boolean => left.test(text)
