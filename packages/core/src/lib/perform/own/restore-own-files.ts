import type { Change } from '../../contract/git/change.ts'
import type { Workspace } from '../../contract/workspace.ts'
import type { RestoredFile } from '../../event/change/restored-file.ts'
import type { FrozenPhase } from '../../machine/state/frozen-run.ts'
import { boundDiff } from '../../policy/evidence/change/judge-file.ts'
import { hasOnlyTicks } from '../../policy/own/has-only-ticks.ts'
import { isOwnChange } from '../../policy/own/is-own-change.ts'
import { executionFolder } from '../../report/execution-folder.ts'
import { diffLines } from '../../text/diff-lines.ts'
import { feedbackFile } from './feedback-file.ts'
import { attemptFolder, plainName } from '../keep-output.ts'
import type { Performer } from '../performer.ts'
import { ownPaths } from './own-paths.ts'
import { putFile } from './put-file.ts'

/** Larger files are neither compared nor kept. */
const maxBytes = 1_000_000
/** Files that are reported. */
const maxFiles = 50

/** The changes of a workspace that are the attempt's work. */
export interface WorkChanges {
  changes: Change[]
  /**
   * Whether the attempt changed the user's uncommitted version of an own file, which only a reset of the
   * workspace restores.
   */
  isDirty: boolean
}

/**
 * Lists the changes of a workspace that are the attempt's work. Changes of the paths that belong to the run
 * (see {@link ownPaths}) are undone in the workspace, and reported to the machine unless they are `quiet`:
 * made by a hook. Hidden files below the folders of runs, such as ignored ones, are removed.
 *
 * Whoever reads the plan, a summary or the feedback later therefore reads the engine's version.
 */
export const restoreOwnFiles = async (
  performer: Performer,
  phase: FrozenPhase,
  workspace: Workspace,
  { quiet = false } = {},
): Promise<WorkChanges> => {
  const { git } = performer.host
  const own = ownPaths(performer.state, phase)
  const lent = feedbackFile(performer, phase)?.path
  const removed = (await git.removeHidden?.(workspace, own.folders)) ?? []
  const hidden = removed.filter((path) => path !== lent)
  const all = await git.changedPaths(workspace)
  const taken = all.filter((change) => isOwnChange(change, own))
  if (taken.length + hidden.length === 0) return { changes: all, isDirty: false }
  const { base, fs } = workspace
  const before = new Map<string, Uint8Array | null>()
  for (const { path, kind } of taken)
    before.set(path, kind === 'added' || kind === 'nested_repository' ? null : await git.readFile(base, path))
  const files: RestoredFile[] = []
  for (const change of quiet ? [] : taken.slice(0, maxFiles)) {
    const file = await describeFile({ performer, phase, workspace }, change, before.get(change.path) ?? null)
    if (file) files.push(file)
  }
  if (!quiet) for (const path of hidden.slice(0, maxFiles)) files.push({ path, change: 'added' })
  const clean = taken.filter((change) => change.own !== true)
  for (const { path } of clean) await putFile(fs, path, null)
  for (const { path } of clean) {
    const content = before.get(path)
    if (content) await putFile(fs, path, content)
  }
  if (files.length > 0) {
    const more = Math.max(0, taken.length - maxFiles) + Math.max(0, hidden.length - maxFiles)
    performer.feed({ type: 'files_restored', phaseId: phase.id, files, ...(more > 0 && { more }) })
  }
  return { changes: all.filter((change) => !taken.includes(change)), isDirty: clean.length < taken.length }
}

interface Place {
  performer: Performer
  phase: FrozenPhase
  workspace: Workspace
}

/** Describes a change of an own file, and keeps the attempt's version. Undefined for lent feedback. */
const describeFile = async (
  { performer, phase, workspace }: Place,
  { path, kind, size = 0 }: Change,
  before: Uint8Array | null,
): Promise<RestoredFile | undefined> => {
  const { state, redact, keep } = performer
  const after = size > maxBytes ? undefined : await readText(workspace, path)
  const lent = feedbackFile(performer, phase)
  if (after !== undefined && lent?.path === path && lent.text === after) return undefined
  const folder = executionFolder(state)
  const isPlan = state.plan.paths?.includes(path) || (folder !== undefined && path === `${folder}/plan.md`)
  const known = { path, change: kind, ...(isPlan && { plan: true as const }) }
  if (after === undefined) return known
  const old = before === null ? '' : new TextDecoder().decode(before)
  if (isPlan && before !== null && hasOnlyTicks(old, after)) return { ...known, ticks: true }
  const name = `restored/${attemptFolder(phase)}/${path}`
  const kept = await keep(plainName(name), redact(after))
  return {
    ...known,
    ...(isPlan && { diff: boundDiff(diffLines(redact(old), redact(after))).diff }),
    ...(kept !== undefined && { kept }),
  }
}

/** Reads a text file; undefined for anything else. */
const readText = async ({ fs }: Workspace, path: string): Promise<string | undefined> => {
  try {
    if (!(await fs.lstat(`/${path}`)).isFile()) return undefined
    return new TextDecoder('utf-8', { fatal: true }).decode(await fs.readFile(`/${path}`))
  } catch {
    return undefined
  }
}
