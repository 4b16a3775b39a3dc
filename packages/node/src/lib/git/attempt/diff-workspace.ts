import { existsSync } from 'node:fs'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gitSettings } from '@amelia/agent-process'
import { checkOptions, rules, type RulesOf } from '@amelia/core/plugin'
import { callOn } from '../call/call-on.ts'
import { quotePath } from '../call/quote-path.ts'
import { runGit } from '../call/run-git.ts'
import { slotsFolder } from '../pool/slots-folder.ts'
import { readSlotName } from '../pool/slot-place.ts'
import { type Repository, locateRepository } from '../repository/locate-repository.ts'
import { programsFor } from '../repository/program/programs-for.ts'
import { slotAt } from '../slot/slot.ts'

/** Options of `diffWorkspace`. */
export interface DiffWorkspaceOptions {
  /** A folder in the repository. */
  repo: string
  /** The id of the run. */
  runId: string
  /** The place of the tree: `slot` of the phase's activity in the view of the run. */
  slot: string
  /** The commit that the attempt builds on. */
  base: string
}

const diffRules: RulesOf<DiffWorkspaceOptions> = {
  repo: rules.text,
  runId: rules.name,
  slot: rules.text,
  base: rules.text,
}

/**
 * Reads the changes in the workspace of a running attempt as a patch, with its new files. Works from any
 * process of this machine, writes nothing to the repository, and runs no program of the workspace. An attempt
 * may change files while they are read.
 *
 * Empty if there are no changes, or the workspace is not on this machine. Throws `GIT_FAILED`.
 */
export const diffWorkspace = async (options: DiffWorkspaceOptions): Promise<string> => {
  checkOptions('diffWorkspace', options, diffRules)
  const { repo, runId, slot, base } = options
  const repository = await locateRepository(repo)
  const place = placeOf(repository, { runId, slot })
  if (place === undefined || !existsSync(place.workspace)) return ''
  const programs = await programsFor(repository, base)
  const folder = await mkdtemp(join(tmpdir(), 'amelia-diff-'))
  try {
    const index = join(folder, 'index')
    const call = {
      // An agent can write to the git dir of its workspace.
      ...callOn({ gitDir: repository.gitDir, workspace: place.workspace, programs }),
      env: {
        GIT_INDEX_FILE: index,
        // Git stores an empty file for the new ones.
        GIT_OBJECT_DIRECTORY: folder,
        GIT_ALTERNATE_OBJECT_DIRECTORIES: quotePath(join(repository.commonDir, 'objects')),
      },
    }
    // The index knows which files are unchanged.
    await copyFile(place.index, index).catch(() => runGit(['read-tree', base], call))
    const added = await runGit(['ls-files', '--others', '--exclude-standard', '-z'], call)
    // Of tracked files, git would store the contents.
    const onlyNew = ['--intent-to-add', '--pathspec-from-file=-', '--pathspec-file-nul']
    if (added.stdout.length > 0) await runGit(['add', ...onlyNew], { ...call, input: added.stdout })
    const diff = ['diff', '--no-color', ...gitSettings.diff, '--no-renames', base]
    return (await runGit([...diff, '--'], call)).stdout.toString()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Returns the files and the index of a slot, or of the checkout in which the attempt works. */
const placeOf = (
  { commonDir, gitDir, top }: Repository,
  { runId, slot }: { runId: string; slot: string },
): { workspace: string; index: string } | undefined => {
  if (slot === 'in-place') return { workspace: top, index: join(gitDir, 'index') }
  const name = readSlotName(slot)
  if (name === null || !rules.runId.is(runId)) return undefined
  const { workspace, gitDir: own } = slotAt(
    join(slotsFolder(commonDir, undefined), runId, name.lease),
    name.name,
  )
  return { workspace, index: join(own, 'index') }
}
