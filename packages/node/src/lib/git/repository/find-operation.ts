import { existsSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Returns the operation in progress in a checkout (`merge`, `rebase`, ...), or null. The order matters: a
 * rebase runs cherry-picks.
 */
export const findOperation = (gitDir: string): string | null => {
  const has = (name: string): boolean => existsSync(join(gitDir, name))
  if (has('rebase-apply/applying')) return 'am'
  if (has('rebase-merge') || has('rebase-apply')) return 'rebase'
  if (has('MERGE_HEAD')) return 'merge'
  if (has('CHERRY_PICK_HEAD')) return 'cherry-pick'
  if (has('REVERT_HEAD')) return 'revert'
  if (has('sequencer')) return 'cherry-pick'
  return has('BISECT_LOG') || has('BISECT_START') ? 'bisect' : null
}
