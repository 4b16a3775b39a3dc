import { createHash } from 'node:crypto'
import { mkdir, readFile, readlink, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FollowRequest } from '@amelia/core/plugin'
import { findInTheWay } from './find-in-the-way.ts'
import type { Repository } from '../repository/locate-repository.ts'
import { quotePath } from '../call/quote-path.ts'
import { withRepositoryLock } from '../repository/with-repository-lock.ts'
import { callOnCheckout } from './call-on-checkout.ts'
import { clearWay, removeEmptyFolders, takeAway } from './clear-way.ts'
import { statBelow } from './path-state.ts'
import {
  type Entry,
  indexFile,
  isSameEntry,
  readIndex,
  readSteps,
  refreshIndex,
  type Step,
  stepIndex,
} from './index-file.ts'

/**
 * Moves the user's index and files from one commit to another, path by path, wherever they match the first
 * one. A repeated call after a crash continues. Paths that match neither commit are the user's: they stay,
 * and are returned.
 */
export const followBranch = (
  repository: Repository,
  { branch, from, to, message, preflight = false }: FollowRequest,
): Promise<{ kept: string[] }> =>
  withRepositoryLock(repository.commonDir, async () => {
    if (branch !== undefined) {
      const { text } = await repository.git(['symbolic-ref', '--quiet', 'HEAD'], { accept: [0, 1] })
      if (text !== branch) return { kept: [] }
    }
    const steps = await readSteps(repository, from, to)
    const entries = await readIndex(repository, indexFile(repository))
    const ids = await hashFiles(repository, steps)
    const removed = new Set(steps.filter((step) => step.to === null).map(({ path }) => path))
    const kept: string[] = []
    const due: Step[] = []
    for (const step of steps) {
      const staged = entries.get(step.path) ?? null
      const isStaged = !isSameEntry(staged, step.from) && !isSameEntry(staged, step.to)
      const stands = await standOf(repository, step, ids, removed)
      if (isStaged || stands === 'other') kept.push(step.path)
      if (stands === 'from') due.push(step)
    }
    if (preflight) return { kept }
    await moveFiles(repository, due).finally(() => removeScratch(repository))
    await stepIndex(repository, indexFile(repository), steps)
    await refreshIndex(repository)
    if (message !== undefined) await withdrawMessage(repository, message)
    return { kept }
  })

/** Returns which of the two commits a file matches. */
const standOf = async (
  repository: Repository,
  { path, from, to }: Step,
  ids: ReadonlyMap<string, string>,
  removed: ReadonlySet<string>,
): Promise<'from' | 'to' | 'other'> => {
  if (isAt(repository, path, to, ids)) return 'to'
  if (from !== null) return isAt(repository, path, from, ids) ? 'from' : 'other'
  return (await findInTheWay(repository.top, [path], removed)) === null ? 'from' : 'other'
}

const isAt = ({ top }: Repository, path: string, entry: Entry, ids: ReadonlyMap<string, string>): boolean => {
  const stat = statBelow(top, path)
  if (entry === null) return stat === null || stat.isDirectory()
  // Only the user moves a nested repository.
  if (entry.mode === '160000') return true
  if (stat === null || ids.get(path) !== entry.id) return false
  if (entry.mode === '120000') return stat.isSymbolicLink()
  return stat.isFile() && ((stat.mode & 0o100n) !== 0n) === (entry.mode === '100755')
}

/** Returns the ids that the files would have in the repository, filters applied. Stores nothing. */
const hashFiles = async (repository: Repository, steps: readonly Step[]): Promise<Map<string, string>> => {
  const { top, objectFormat } = repository
  const ids = new Map<string, string>()
  const files: string[] = []
  for (const { path } of steps) {
    const stat = statBelow(top, path)
    if (stat?.isFile()) files.push(path)
    if (!stat?.isSymbolicLink()) continue
    const target = await readlink(join(top, path), 'buffer')
    ids.set(path, createHash(objectFormat).update(`blob ${target.length}\0`).update(target).digest('hex'))
  }
  if (files.length === 0) return ids
  const input = files.map((path) => `${quotePath(path)}\n`).join('')
  const { text } = await callOnCheckout(repository, ['hash-object', '--stdin-paths'], { input })
  const lines = text.split('\n')
  for (const [index, path] of files.entries()) ids.set(path, lines[index] ?? '')
  return ids
}

/** Removes and writes files. Every removed or replaced file is in the commit that the steps start from. */
const moveFiles = async (repository: Repository, steps: readonly Step[]): Promise<void> => {
  const { top, commonDir } = repository
  const files = steps.filter(({ from, to }) => from?.mode !== '160000' && to?.mode !== '160000')
  const aside = join(commonDir, 'amelia', 'aside')
  const gone = files.filter(({ to }) => to === null).map(({ path }) => path)
  for (const path of gone) if (statBelow(top, path) !== null) await takeAway(join(top, path), aside)
  await removeEmptyFolders(top, gone, [])
  const written = files.filter(({ to }) => to !== null)
  for (const { path } of written) await clearWay(top, path, aside)
  await writeFiles(repository, written)
}

const writeFiles = async (repository: Repository, steps: readonly Step[]): Promise<void> => {
  if (steps.length === 0) return
  const index = scratchIndex(repository)
  await mkdir(dirname(index), { recursive: true })
  // A killed process may have left it.
  await removeScratch(repository)
  const call = { write: true, env: { GIT_INDEX_FILE: index } }
  await callOnCheckout(repository, ['update-index', '-z', '--index-info'], {
    ...call,
    input: steps.map(({ path, to }) => `${to?.mode} ${to?.id}\t${path}\0`).join(''),
  })
  await callOnCheckout(repository, ['checkout-index', '-f', '-q', '-z', '--stdin'], {
    ...call,
    input: steps.map(({ path }) => `${path}\0`).join(''),
  })
}

/** The index with which files are written, one for each checkout: one process at a time moves it. */
const scratchIndex = ({ commonDir, top }: Repository): string =>
  join(commonDir, 'amelia', `index-${createHash('sha256').update(top).digest('hex').slice(0, 8)}`)

const removeScratch = async (repository: Repository): Promise<void> => {
  const index = scratchIndex(repository)
  for (const file of [index, `${index}.lock`]) await rm(file, { force: true })
}

const withdrawMessage = async ({ gitDir }: Repository, message: string): Promise<void> => {
  const file = join(gitDir, 'SQUASH_MSG')
  const offered = await readFile(file, 'utf8').catch(() => '')
  if (offered.trimEnd() === message.trimEnd()) await rm(file, { force: true })
}
