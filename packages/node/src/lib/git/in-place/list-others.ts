import type { Repository } from '../repository/locate-repository.ts'
import { callOnCheckout } from '../checkout/call-on-checkout.ts'

/**
 * Lists untracked paths; a folder without tracked files, even an empty one, is one path. `which`: options of
 * `git ls-files` that filter them.
 */
export const listOthers = async (
  repository: Repository,
  which: readonly string[],
): Promise<{ path: string; isFolder: boolean }[]> => {
  const args = ['ls-files', '--others', '--directory', '-z', ...which]
  const { stdout } = await callOnCheckout(repository, args)
  return stdout
    .toString()
    .split('\0')
    .filter((path) => path !== '')
    .map((path) => ({ path: path.replace(/\/$/, ''), isFolder: path.endsWith('/') }))
}
