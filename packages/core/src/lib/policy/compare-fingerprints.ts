import type { RepositoryChange } from '../event/change/repository-change.ts'
import type { RepositoryFingerprint } from '../contract/repository-fingerprint.ts'

const hidden = '(hidden)'
const notKept = '(not kept)'
const commonDir = '"$(git rev-parse --git-common-dir)"'

/**
 * The differences between two fingerprints of a repository: planted configuration and moved references, by
 * name.
 */
export const compareFingerprints = (
  before: RepositoryFingerprint,
  after: RepositoryFingerprint,
): { planted: RepositoryChange[]; moved: RepositoryChange[] } => {
  return {
    planted: describeDifferences(differing(before.planted, after.planted)),
    moved: differing(before.moved, after.moved).map(describeMove),
  }
}

/** One difference between the planted parts of two fingerprints. */
export interface Difference {
  name: string
  before: string | null
  after: string | null
  /** Set if `before` is only a digest of the value. */
  isDigest?: true
}

/** Describes differences between the planted parts of two fingerprints. */
export const describeDifferences = (planted: readonly Difference[]): RepositoryChange[] => {
  const keys = planted.filter(({ name }) => isOfConfig(name)).map(({ name }) => fileOf(name))
  // The keys say more than the file that they are in.
  return planted.filter(({ name }) => !keys.includes(name.replace(/^file:/, ''))).map(describePlanted)
}

const isOfConfig = (name: string): boolean => name.startsWith('config:') || name.startsWith('credentials:')

/** Lists the names whose values differ, sorted. */
export const differing = (
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): Difference[] => {
  const found: Difference[] = []
  for (const [name, value] of before)
    if (after.get(name) !== value) found.push({ name, before: value, after: after.get(name) ?? null })
  for (const [name, value] of after) if (!before.has(name)) found.push({ name, before: null, after: value })
  return found.sort((one, other) => (one.name < other.name ? -1 : 1))
}

const symbolic = /^ref: (.+)$/

const describeMove = ({ name, before, after }: Difference): RepositoryChange => ({
  name,
  before,
  after,
  restore: restoreRef(name, before, after),
})

const restoreRef = (name: string, before: string | null, after: string | null): string => {
  const [, worktree, isHead] = /^(?:worktrees\/(.+)\/)?(HEAD)$/.exec(name) ?? []
  const git = worktree === undefined ? 'git' : `git --git-dir=${commonDir}/worktrees/${quote(worktree)}`
  const ref = quote(isHead ?? name)
  if (before === null)
    return symbolic.test(after ?? '')
      ? `${git} symbolic-ref -d ${ref}`
      : `${git} update-ref -d ${ref} ${after}`
  const [, to] = symbolic.exec(before) ?? []
  if (to !== undefined) return `${git} symbolic-ref ${ref} ${quote(to)}`
  if (isHead !== undefined || symbolic.test(after ?? ''))
    return `${git} update-ref --no-deref ${ref} ${before}`
  const [, branch] = /^refs\/heads\/(.+)$/.exec(name) ?? []
  if (after === null && branch !== undefined) return `git branch ${quote(branch)} ${before}`
  return `git update-ref ${ref} ${before}${after === null ? '' : ` ${after}`}`
}

const describePlanted = (difference: Difference): RepositoryChange => {
  const { name, before, after } = difference
  if (name.startsWith('ref:')) return describeMove({ ...difference, name: name.slice('ref:'.length) })
  const path = fileOf(name)
  if (name.startsWith('config:')) return describeKey(path, name.slice(`config:${path}:`.length), difference)
  if (name.startsWith('credentials:')) return describeCredentials(path, difference)
  const place = `.git/${path}`
  const restore =
    before === null
      ? `rm ${commonDir}/${quote(path)}`
      : `put your own version of ${place} back: Amelia keeps no copy of it`
  return { name: place, before, after, restore }
}

const configOf = (path: string): string =>
  path === 'config' ? 'git config' : `git config --file ${commonDir}/${quote(path)}`

/** Keys with credentials, of which only one common digest is known. `after` lists their names. */
const describeCredentials = (path: string, { before, after }: Difference): RepositoryChange => ({
  name: `.git/${path}: ${after ?? 'keys with credentials'}`,
  before: before === null ? null : hidden,
  after: after === null ? null : hidden,
  restore: `compare these keys with those that you had: ${configOf(path)} --list`,
})

const describeKey = (
  path: string,
  key: string,
  { before, after, isDigest }: Difference,
): RepositoryChange => {
  const config = configOf(path)
  const secret = [before, after].some((value) => isCredential(key, value))
  const [first, ...more] = (before ?? '').split('\n')
  const restore =
    before === null
      ? `${config} --unset-all ${quote(key)}`
      : secret || isDigest
        ? `${config} --replace-all ${quote(key)} VALUE, with the value that you had`
        : [
            `${config} --replace-all ${quote(key)} ${quote(first!)}`,
            ...more.map((value) => `${config} --add ${quote(key)} ${quote(value)}`),
          ].join(' && ')
  const show = (value: string | null): string | null => (value !== null && secret ? hidden : value)
  const shown = isDigest && !secret && before !== null ? notKept : show(before)
  return { name: `.git/${path}: ${key}`, before: shown, after: show(after), restore }
}

/** A header, a password, an address with a user: what is not to be read in a report. */
export const isCredential = (key: string, value: string | null): boolean =>
  /extraheader|password|token|secret|cookie/i.test(key) || /:\/\/[^/\s]*@/.test(`${key} ${value ?? ''}`)

/** `config:PATH:KEY` and `file:PATH`; no path of git's own has a colon. */
const fileOf = (name: string): string => name.split(':')[1] ?? ''

const quote = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
