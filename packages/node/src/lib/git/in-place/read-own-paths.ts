import { gitSettings } from '@amelia/agent-process'
import { AmeliaError } from '@amelia/core/plugin'
import type { Repository } from '../repository/locate-repository.ts'
import { readUserSetting } from '../repository/read-user-setting.ts'
import { callOnCheckout } from '../checkout/call-on-checkout.ts'
import type { quietStatus } from '../checkout/quiet-status.ts'

/**
 * Lists the user's own paths in their checkout: changed, staged, removed, untracked and not ignored, or
 * excluded from git's checks (`skip-worktree`, `assume-unchanged`). Sorted; the folder of a nested repository
 * has no trailing slash.
 *
 * Throws `REPOSITORY_NOT_READY` for a checkout in which no phase can run: a sparse one, or one with unmerged
 * paths.
 *
 * @param readStatus how git's status is read. Default: with the filters of files, which runs them
 */
export const readOwnPaths = async (
  repository: Repository,
  readStatus: typeof quietStatus = runStatus,
): Promise<string[]> => {
  const sparse = await readUserSetting(repository, 'core.sparseCheckout', 'bool')
  if (sparse === 'true')
    throw notReady(repository, 'is a sparse checkout, in which phases cannot run. Run without --in-place.')
  const [status, flags] = await Promise.all([
    readStatus(repository, [
      ...statusOfFiles,
      '--porcelain=v2',
      '-z',
      '--untracked-files=all',
      '--no-renames',
    ]),
    callOnCheckout(repository, ['ls-files', '-v', '-z']),
  ])
  const paths = new Set<string>(status.changed)
  for (const line of split(status.stdout)) {
    if (line.startsWith('u '))
      throw notReady(
        repository,
        `has unmerged paths: ${line.split(' ').slice(10).join(' ')}. Resolve them first.`,
      )
    if (line.startsWith('? ')) paths.add(line.slice(2).replace(/\/$/, ''))
    else paths.add(line.split(' ').slice(8).join(' '))
  }
  for (const line of split(flags.stdout)) if (!line.startsWith('H ')) paths.add(line.slice(2))
  return [...paths].sort()
}

const statusOfFiles = ['--ignored=no', gitSettings.outside]

const runStatus: typeof quietStatus = async (repository, args) => ({
  stdout: (await callOnCheckout(repository, ['status', ...args])).stdout,
  changed: [],
})

const notReady = ({ top }: Repository, why: string): AmeliaError =>
  new AmeliaError('REPOSITORY_NOT_READY', `${top} ${why}`, { reason: 'unsupported' })

/** Splits names. Names that are not UTF-8 are refused, because different ones could become the same text. */
const split = (bytes: Buffer): string[] => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
      .decode(bytes)
      .split('\0')
      .filter((line) => line !== '')
  } catch (cause) {
    const path =
      bytes
        .toString()
        .split('\0')
        .find((line) => line.includes('\ufffd')) ?? ''
    const message = `The name of a file in the checkout is not UTF-8: ${path}. Rename it, or run without --in-place.`
    throw new AmeliaError('PATH_DENIED', message, { path }, { cause })
  }
}
