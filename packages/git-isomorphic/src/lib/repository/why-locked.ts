import { gitParts } from '@amelia/core/plugin'
import { hasCheckout, type Repository } from './inspect-repository.ts'

/** Returns the reason why a branch must not be moved, as the end of a sentence; null if it may. */
export const whyLocked = async ({ dir, files, refs }: Repository, branch: string): Promise<string | null> => {
  const other = await refs.readSymbolic(branch)
  if (other !== null) return `it is another name of ${other}`
  const checkedOut = (await refs.readSymbolic('HEAD')) === branch && (await hasCheckout(files))
  if (checkedOut) return `it is checked out in ${dir}`
  for (const [file, what] of gitParts.operations) {
    const words = ((await files.readText(file)) ?? '').split(/\s+/)
    if (words.some((word) => word === branch || `refs/heads/${word}` === branch))
      return `it is ${what} in ${dir}`
  }
  for (const name of await files.list('worktrees')) {
    const head = (await files.readText(`worktrees/${name}/HEAD`)) ?? ''
    if (head.trim() === `ref: ${branch}`) return `it is checked out in the worktree ${name}`
  }
  return null
}
