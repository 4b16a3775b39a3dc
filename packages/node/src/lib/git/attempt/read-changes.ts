import { createHash } from 'node:crypto'
import type { Stats } from 'node:fs'
import { readlink } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { gitSettings } from '@amelia/agent-process'
import { AmeliaError, type Change } from '@amelia/core/plugin'
import { digestIndex } from '../slot/digest-index.ts'
import { lstatPath } from '../../file/lstat-path.ts'
import type { Repository } from '../repository/locate-repository.ts'
import { quotePath } from '../call/quote-path.ts'
import { callOn } from '../call/call-on.ts'
import { runGit } from '../call/run-git.ts'
import { listFilledSubmodules } from '../slot/list-filled-submodules.ts'
import { filledModules } from '../slot/module/list-modules.ts'
import { prepareForReading } from '../slot/prepare-for-reading.ts'
import type { Slot } from '../slot/slot.ts'
import { type Gitlink, readModules } from './read-modules.ts'

/** A path that git lists: its state in the base, in the index and on disk. */
interface Candidate {
  path: string
  /** Mode and id in the base; null if the base does not contain the path. */
  base: { mode: string; id: string } | null
  /** The id of the file on disk, if git knows it without reading the file. */
  knownId: string | null
  mode: string | null
  differs: boolean
}

/**
 * Returns the differences between a slot's base and its files.
 *
 * Uses the engine's index, so the agent's changes to its `.git` have no effect. The index may contain another
 * tree than the base (a continued attempt): both columns of git's status are combined, and paths that neither
 * decides are compared by content.
 */
export const readChanges = async (repository: Repository, slot: Slot): Promise<Change[]> => {
  await prepareForReading(repository, slot)
  const status = await runGit(
    [
      'status',
      '--porcelain=v2',
      '-z',
      '--untracked-files=all',
      '--no-renames',
      '--ignored=no',
      gitSettings.outside,
    ],
    callOn(slot),
  )
  slot.indexDigest = digestIndex(slot)
  const { candidates, changes, gitlinks } = parseStatus(decode(status.stdout))
  const modules = await filledModules(repository, slot)
  changes.push(...(await readModules(repository, slot, { modules, gitlinks, readChanges })))
  const stats = new Map<string, Stats | null>()
  for (const { path } of candidates) stats.set(path, await lstatPath(slot.workspace, path))
  const ids = await hashFiles(
    repository,
    slot,
    candidates.filter((one) => one.base !== null && one.differs && one.knownId === null),
    stats,
  )
  for (const candidate of candidates) {
    const kind = kindOf(candidate, stats.get(candidate.path) ?? null, ids.get(candidate.path))
    if (kind !== null) changes.push({ path: candidate.path, kind })
  }
  const known = new Set(modules.map(({ path }) => path))
  for (const path of await listFilledSubmodules(slot, known))
    changes.push({ path, kind: 'nested_repository' })
  // Files of the set-up are not the attempt's work, whether git ignores them or not.
  const made = ({ path, kind }: Change): boolean =>
    (kind === 'added' || kind === 'nested_repository') && (slot.setup?.marks.has(path) ?? false)
  const own = changes.filter((change) => !made(change)).sort((a, b) => (a.path < b.path ? -1 : 1))
  return Promise.all(own.map((change) => describe(slot, withProgram(slot, change))))
}

/** Decodes names. Names that are not UTF-8 are refused, because different ones could become the same text. */
const decode = (bytes: Buffer): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (cause) {
    const path =
      bytes
        .toString()
        .split('\0')
        .find((line) => line.includes('\ufffd')) ?? ''
    const message = `The name of a changed file is not UTF-8: ${path}. Rename it.`
    throw new AmeliaError('PATH_DENIED', message, { path }, { cause })
  }
}

const parseStatus = (answer: string): { candidates: Candidate[]; changes: Change[]; gitlinks: Gitlink[] } => {
  const candidates: Candidate[] = []
  const gitlinks: Gitlink[] = []
  const changes: Change[] = []
  const seen = new Set<string>()
  for (const line of answer.split('\0')) {
    if (line.startsWith('1 ')) {
      const [
        ,
        xy = '',
        submodule = '',
        headMode = '',
        indexMode = '',
        diskMode = '',
        headId = '',
        indexId = '',
      ] = line.split(' ')
      const path = line.split(' ').slice(8).join(' ')
      const [staged, unstaged] = xy
      seen.add(path)
      if (submodule.startsWith('S') && diskMode === '160000') {
        const base = { mode: headMode, id: headId }
        gitlinks.push({
          path,
          base,
          indexId: indexMode === '160000' ? indexId : null,
          moved: unstaged !== '.',
        })
        continue
      }
      const onIndex = unstaged === '.' && staged !== 'D'
      const onBase = staged === '.' && headMode === diskMode
      candidates.push({
        path,
        base: headMode === '000000' ? null : { mode: headMode, id: headId },
        // Unchanged from the index: the index has the file's id. Changed, with the index at the base: the
        // content differs.
        knownId: onIndex ? indexId : onBase ? '' : null,
        mode: diskMode === '000000' ? (onIndex ? indexMode : null) : diskMode,
        differs: true,
      })
    } else if (line.startsWith('? ')) {
      const path = line.slice(2)
      if (path.endsWith('/')) changes.push({ path: path.slice(0, -1), kind: 'nested_repository' })
      else if (!seen.has(path)) {
        candidates.push({ path, base: null, knownId: null, mode: null, differs: false })
      }
    } else if (line.startsWith('u ') || line.startsWith('2 ')) {
      throw new AmeliaError('INTERNAL', `git status returned an unexpected record: ${line}`, {
        where: 'read-changes',
      })
    }
  }
  return { candidates, changes, gitlinks }
}

const kindOf = (
  candidate: Candidate,
  stat: Stats | null,
  hashed: string | undefined,
): Change['kind'] | null => {
  const { base } = candidate
  if (base === null) return stat === null ? null : 'added'
  if (stat === null) return 'deleted'
  const wasLink = base.mode === '120000'
  if (base.mode === '160000' || wasLink !== stat.isSymbolicLink() || !(stat.isFile() || wasLink))
    return 'type'
  if ((candidate.knownId ?? hashed) !== base.id) return 'modified'
  const executable = candidate.mode ?? ((stat.mode & 0o100) !== 0 ? '100755' : '100644')
  return executable === base.mode || wasLink ? null : 'mode'
}

/** Returns the ids that these files would have in the repository, filters applied. Stores nothing. */
const hashFiles = async (
  repository: Repository,
  slot: Slot,
  candidates: Candidate[],
  stats: Map<string, Stats | null>,
): Promise<Map<string, string>> => {
  const ids = new Map<string, string>()
  const files: string[] = []
  for (const { path } of candidates) {
    const stat = stats.get(path)
    if (stat?.isFile()) files.push(path)
    if (!stat?.isSymbolicLink()) continue
    const target = await readlink(join(slot.workspace, path), 'buffer')
    const hash = createHash(repository.objectFormat).update(`blob ${target.length}\0`).update(target)
    ids.set(path, hash.digest('hex'))
  }
  if (files.length === 0) return ids
  const { text } = await runGit(['hash-object', '--stdin-paths'], {
    ...callOn(slot),
    input: files.map((path) => `${quotePath(path)}\n`).join(''),
  })
  const lines = text.split('\n')
  for (const [index, path] of files.entries()) ids.set(path, lines[index] ?? '')
  return ids
}

/** Adds the setting of git that runs the file. */
const withProgram = ({ programs: { files } }: Slot, change: Change): Change => {
  const program = files.get(change.path)
  return program === undefined ? change : { ...change, program }
}

/** Adds the size of a file, and the target of a symbolic link that leaves the workspace. */
const describe = async (slot: Slot, change: Change): Promise<Change> => {
  const stat = await lstatPath(slot.workspace, change.path)
  if (stat?.isFile()) return { ...change, size: stat.size }
  if (!stat?.isSymbolicLink()) return change
  const path = join(slot.workspace, change.path)
  const target = await readlink(path)
  const way = relative(slot.workspace, resolve(dirname(path), target))
  const leaves = isAbsolute(target) || way === '..' || way.startsWith('../') || isAbsolute(way)
  return leaves ? { ...change, outside: target } : change
}
