import { existsSync } from 'node:fs'
import { AmeliaError, type FilterTrial } from '@amelia/core/plugin'
import { removeFolder } from '../../../file/remove-folder.ts'
import type { Repository } from '../locate-repository.ts'
import { openTree } from './commit-tree.ts'
import { copyFiles } from './copy-files.ts'
import { findNamed, listFiles, type NamedFiles } from './find-named.ts'
import { findSamples } from './find-samples.ts'
import { isRegistered } from './remove-programs.ts'
import { type Filter, type Programs, readPrograms } from './read-programs.ts'
import { type Sample, tryFilter } from './try-filter.ts'
import { moveWords, type ProgramPlace, wrapFilter } from './wrap-filter.ts'

/** The programs that git runs on the files of a commit, as the engine lets them run. */
export interface CommitPrograms {
  /** Settings of git that replace the user's, by name. */
  config: Readonly<Record<string, string>>
  /** The files of the repository that the programs consist of, each with the setting that names it. */
  files: ReadonlyMap<string, string>
  /** The files of the commit that merge drivers need, by path. */
  mergeFiles: NamedFiles['files']
  /** The filters that files of the commit have. */
  used: readonly UsedFilter[]
}

/** A filter that files of a commit have. */
export interface UsedFilter {
  name: string
  isRequired: boolean
  /** Why it failed on a file, and the file. Absent if it works. */
  failed?: { path: string; message: string }
}

export const noPrograms: CommitPrograms = { config: {}, files: new Map(), mergeFiles: new Map(), used: [] }

/** Results of a repository by commit, and by what decides them: they are computed once in a process. */
interface Known {
  programs: Promise<Programs> | undefined
  commits: Map<string, Promise<CommitPrograms>>
  /** Where a filter works, by its commands and files. */
  places: Map<string, FilterPlace>
  /** Folders with copies, by the files. */
  copies: Map<string, Promise<string>>
}

/** Whether a filter needs all files of the commit, and the user's git dir. */
interface FilterPlace {
  needsAll: boolean
  needsGitDir: boolean
}

const known = new WeakMap<Repository, Known>()

/**
 * Returns how the programs of the user's configuration run on the files of a commit.
 *
 * A program in the repository runs from a copy of the commit, so that changes in a workspace have no effect.
 * A filter is tried once: if it fails, or writes something else, with the git dir of a workspace, and works
 * with the user's, it runs with the user's. `isFresh`: the configuration is read again.
 */
export const programsFor = async (
  repository: Repository,
  commit: string,
  { isFresh = false }: { isFresh?: boolean } = {},
): Promise<CommitPrograms> => {
  const found = known.get(repository)
  const cache: Known = found ?? {
    programs: undefined,
    commits: new Map(),
    places: new Map(),
    copies: new Map(),
  }
  known.set(repository, cache)
  if (isFresh || cache.programs === undefined) {
    const before = JSON.stringify(await cache.programs, asEntries)
    cache.programs = readPrograms(repository)
    if (before !== JSON.stringify(await cache.programs, asEntries)) cache.commits.clear()
  }
  const made = cache.commits.get(commit) ?? prepare(repository, commit, await cache.programs, cache)
  cache.commits.set(commit, made)
  try {
    const result = await made
    if (await areCopiesGone(repository, cache)) {
      cache.commits.clear()
      cache.copies.clear()
      return await programsFor(repository, commit)
    }
    // A person can repair the filter while the run waits.
    if (result.used.some(({ failed }) => failed)) cache.commits.delete(commit)
    return result
  } catch (error) {
    cache.commits.delete(commit)
    throw error
  }
}

/** Whether another process, or an earlier run of this one, has removed copies since they were made. */
const areCopiesGone = async (repository: Repository, { copies }: Known): Promise<boolean> => {
  if (copies.size === 0) return false
  const made = await Promise.allSettled(copies.values())
  const isGone = made.some((copy) => copy.status === 'fulfilled' && !existsSync(copy.value))
  return isGone || !isRegistered(repository)
}

/** Reads the configuration again. Throws `GIT_FAILED` if a required filter fails on a file of the commit. */
export const workingPrograms = async (repository: Repository, commit: string): Promise<CommitPrograms> => {
  const programs = await programsFor(repository, commit, { isFresh: true })
  for (const { name, isRequired, failed } of programs.used) {
    if (!isRequired || !failed) continue
    const { message, remedy } = explainFailure(name, failed)
    const details = { command: `git filter ${name}`, exitCode: null, output: failed.message }
    throw new AmeliaError('GIT_FAILED', `${message} ${remedy}`, details)
  }
  return programs
}

/** Explains why a filter failed, and what to do. */
export const explainFailure = (
  name: string,
  { path, message }: NonNullable<UsedFilter['failed']>,
): NonNullable<FilterTrial['failure']> => ({
  message: `The git filter "${name}" failed on ${path}: ${message.replace(/\.$/, '')}.`,
  remedy: 'Unlock the repository, or repair the filter, then try again.',
})

const asEntries = (_key: string, value: unknown): unknown => (value instanceof Map ? [...value] : value)

const prepare = async (
  repository: Repository,
  commit: string,
  { filters, mergeDrivers }: Programs,
  cache: Known,
): Promise<CommitPrograms> => {
  if (filters.length === 0 && mergeDrivers.size === 0) return noPrograms
  const { top } = repository
  const tree = openTree(repository.objects, commit)
  const config: Record<string, string> = {}
  const files = new Map<string, string>()
  const find = async (commands: Iterable<[string, string]>): Promise<NamedFiles> => {
    const all: NamedFiles = { files: new Map(), missing: new Set() }
    for (const [setting, command] of commands) {
      const found = await findNamed(tree, command, { top, path: process.env['PATH'] ?? '' })
      for (const [path, entry] of found.files) all.files.set(path, entry)
      for (const path of found.missing) all.missing.add(path)
      for (const path of [...found.files.keys(), ...found.missing]) files.set(path, setting)
    }
    return all
  }
  const copyOf = (named: NamedFiles): Promise<string> => {
    const key = keyOf(named)
    const copy = cache.copies.get(key) ?? copyFiles(repository, tree, named)
    cache.copies.set(key, copy)
    return copy
  }
  const samples = await findSamples(
    repository,
    commit,
    filters.map(({ name }) => name),
  )
  const used: UsedFilter[] = []
  for (const filter of filters) {
    const { name, isRequired, commands } = filter
    const named = await find(commands)
    const configIn = async ({ needsAll, needsGitDir }: FilterPlace): Promise<Record<string, string>> => {
      const wanted = needsAll ? { ...named, files: await listFiles(tree) } : named
      const isOurs = needsAll || named.files.size + named.missing.size > 0
      const place: ProgramPlace = {
        copy: isOurs ? await copyOf(wanted) : undefined,
        gitDir: needsGitDir ? repository.gitDir : undefined,
        top,
        has: (path) => has(wanted, path),
      }
      return Object.fromEntries(
        [...commands].map(([key, command]) => [key, wrapFilter(command, place, !key.endsWith('.process'))]),
      )
    }
    const dropAll = async (): Promise<void> => {
      const all = { ...named, files: await listFiles(tree) }
      await removeFolder(await copyOf(all))
      cache.copies.delete(keyOf(all))
    }
    const sample = samples.get(name)
    const key = JSON.stringify([name, [...commands], [...named.files].sort()])
    const remembered = cache.places.get(key)
    const tried = remembered ?? (sample && (await findPlace(repository, filter, sample, configIn, dropAll)))
    if (tried && !('failed' in tried)) cache.places.set(key, tried)
    const place = tried && !('failed' in tried) ? tried : { needsAll: false, needsGitDir: false }
    Object.assign(config, await configIn(place))
    if (sample)
      used.push({
        ...{ name, isRequired },
        ...(tried && 'failed' in tried && { failed: { path: sample.path, message: tried.failed } }),
      })
  }
  const { files: mergeFiles, missing } = await find(mergeDrivers)
  if (mergeFiles.size > 0) {
    const named = { files: mergeFiles, missing }
    const place = {
      copy: await copyOf(named),
      gitDir: undefined,
      top,
      has: (path: string) => has(named, path),
    }
    for (const [key, command] of mergeDrivers) config[key] = moveWords(command, place)
  }
  return { config, files, mergeFiles, used }
}

const keyOf = ({ files }: NamedFiles): string => JSON.stringify([...files].sort())

const has = ({ files, missing }: NamedFiles, path: string): boolean =>
  files.has(path) || missing.has(path) || [...files.keys()].some((file) => file.startsWith(`${path}/`))

/** Finds the first place where a filter works as in the user's checkout, or returns why it works nowhere. */
const findPlace = async (
  repository: Repository,
  { name, commands }: Filter,
  sample: Sample,
  configIn: (place: FilterPlace) => Promise<Record<string, string>>,
  dropAll: () => Promise<void>,
): Promise<FilterPlace | { failed: string }> => {
  if (commands.size === 0) return { failed: 'it has no command in the configuration' }
  let failed = ''
  for (const needsAll of [false, true]) {
    const attempt = async (needsGitDir: boolean) =>
      tryFilter(repository, name, sample, await configIn({ needsAll, needsGitDir }))
    const [usual, own] = [await attempt(false), await attempt(true)]
    const isSame = 'written' in usual && 'written' in own && usual.written === own.written
    if (isSame || ('written' in usual && 'failed' in own)) return { needsAll, needsGitDir: false }
    if ('written' in own) return { needsAll, needsGitDir: true }
    failed ||= own.failed
  }
  await dropAll()
  return { failed }
}
