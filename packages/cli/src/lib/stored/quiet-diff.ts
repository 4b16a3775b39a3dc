import { gitSettings } from '@amelia/agent-process'

/** Arguments of git before a command that reads the index, for which it would run the user's program. */
export const quietIndex: readonly string[] = ['-c', gitSettings.quiet[0]]

/** Arguments of git that compare commits and run no program of the repository but the user's pager. */
export const quietDiff: readonly string[] = [...[...quietIndex, 'diff'], ...gitSettings.diff]
