import type { Change } from '../../contract/git/change.ts'
import { foldName } from '../../text/path/fold-name.ts'

/** The paths of a workspace that an attempt may not change. */
export interface OwnPaths {
  /** Folders of runs. */
  folders: readonly string[]
  /** Files of the plan. */
  plans: readonly string[]
}

/**
 * Whether a change is one of an own path: below it, in the place of a folder above it, or of a new name that
 * some file systems take for it.
 */
export const isOwnChange = ({ path, kind }: Change, { folders, plans }: OwnPaths): boolean => {
  const isNew = kind === 'added' || kind === 'nested_repository'
  const name = isNew ? foldName(path) : path
  return [...folders, ...plans].some((given) => {
    const own = isNew ? foldName(given) : given
    if (name === own || name.startsWith(`${own}/`)) return true
    return own.startsWith(`${name}/`) && kind !== 'nested_repository'
  })
}
