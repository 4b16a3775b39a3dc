import { join } from 'node:path'
import { type CommitPrograms, noPrograms } from '../repository/program/programs-for.ts'
import type { SeenFolders } from './remove-overlooked.ts'
import type { Range } from '../../range/reserve-range.ts'
import type { SetupRecord } from '../setup/setup-record.ts'

/**
 * A folder that one attempt at a time works in.
 *
 * `workspace` is the agent's folder. `gitDir` beside it belongs to the engine: it contains HEAD and the
 * index, and points to the user's repository, which does not list it as a worktree.
 */
export interface Slot {
  name: string
  folder: string
  workspace: string
  gitDir: string
  /** The agent's git dir. */
  dotGit: string
  /** The commit that changes are computed against. */
  base: string
  /** The commit whose tree the index contains. */
  tree: string
  /** The programs that git may run in the workspace: those of the commit that it was opened with. */
  programs: CommitPrograms
  /** Of a submodule: the commit with these programs, which the base of the workspace records. */
  began?: string
  /** The digest of the index that the engine wrote; null if no index can be trusted. */
  indexDigest: string | null
  /** The record of its set-up; null if it has no set-up, or none that can be trusted. */
  setup: SetupRecord | null
  /** The ports and the temporary folder that it had last. */
  range: Range | undefined
  /** The variables of the open workspace. */
  env: Readonly<Record<string, string>>
  /** The folders of the workspace when it was last cleaned. */
  seen: SeenFolders
  /** The folders of submodules by path. */
  modules: Map<string, Slot>
}

/** The name of an empty file in a slot's folder, which confined processes see in place of hidden files. */
export const blankFile = 'blank'

/** Describes a slot in a lease's folder that is new to this process. */
export const slotAt = (leaseFolder: string, name: string): Slot => {
  const folder = join(leaseFolder, name)
  return {
    name,
    folder,
    workspace: join(folder, 'ws'),
    gitDir: join(folder, 'gitdir'),
    dotGit: join(folder, 'ws/.git'),
    base: '',
    tree: '',
    programs: noPrograms,
    indexDigest: null,
    setup: null,
    range: undefined,
    env: {},
    seen: new Map(),
    modules: new Map(),
  }
}
