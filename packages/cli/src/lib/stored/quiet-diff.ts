/** Arguments of git that compare commits and run no program of the repository but the user's pager. */
export const quietDiff: readonly string[] = [
  ...['-c', 'core.fsmonitor=false', 'diff'],
  ...['--no-ext-diff', '--no-textconv'],
]
