import { isAbsolute, posix } from 'node:path'
import type { IgnoredPath } from '@amelia/core/plugin'
import { callOn } from '../call/call-on.ts'
import { type GitAnswer, type GitCall, runGit } from '../call/run-git.ts'
import { callOnCheckout } from '../checkout/call-on-checkout.ts'
import { statBelow } from '../checkout/path-state.ts'
import type { Repository } from '../repository/locate-repository.ts'
import { prepareForReading } from '../slot/prepare-for-reading.ts'
import type { Slot } from '../slot/slot.ts'

/** Most existing paths that are listed. */
const mostListed = 1_000

/** A tree with an index that git reads. */
interface Tree {
  root: string
  /** Runs git on the tree. */
  git(args: string[], call?: Pick<GitCall, 'input' | 'accept' | 'env'>): Promise<GitAnswer>
}

/**
 * Lists the paths that git ignores in a slot, or in the user's checkout, with their rules.
 *
 * Git decides about all paths in one call. It refuses the call for one path outside, behind a link or in a
 * submodule, so these are left out first.
 */
export const findIgnored = async (
  repository: Repository,
  slot: Slot | null,
  paths: readonly string[],
): Promise<IgnoredPath[]> => {
  if (paths.length === 0) return []
  const tree = slot === null ? checkoutOf(repository) : await slotTree(repository, slot)
  const inTree = paths.filter((path) => isInTree(path))
  const reached = inTree.filter(reachesIn(tree.root))
  return reached.length === 0 ? [] : askGit(tree, withoutSubmodules(reached, await listSubmodules(tree)))
}

/**
 * Lists the ignored files and folders that exist in a slot, with their rules. `isKnown`: those that an
 * attempt did not create.
 */
export const listIgnored = async (
  repository: Repository,
  slot: Slot,
  isKnown: (path: string) => boolean,
): Promise<IgnoredPath[]> => {
  const tree = await slotTree(repository, slot)
  // `git ls-files --directory` leaves out ignored files in folders without tracked ones.
  const which = ['--untracked-files=all', '--ignored=matching', '--no-renames', '--ignore-submodules=all']
  const { stdout } = await tree.git(['status', '--porcelain', '-z', ...which])
  const found = splitNames(stdout.toString())
    .flatMap((line) => (line.startsWith('!! ') ? [line.slice(3)] : []))
    .filter((path) => !isKnown(path))
  return found.length === 0 ? [] : askGit(tree, found.slice(0, mostListed))
}

const checkoutOf = (repository: Repository): Tree => ({
  root: repository.top,
  git: (args, call) => callOnCheckout(repository, args, call),
})

const slotTree = async (repository: Repository, slot: Slot): Promise<Tree> => {
  await prepareForReading(repository, slot)
  return { root: slot.workspace, git: (args, call) => runGit(args, { ...callOn(slot), ...call }) }
}

/** Whether a path is relative and stays below the root. */
const isInTree = (path: string): boolean =>
  path !== '' && !path.includes('\0') && !isAbsolute(path) && !/^\.\.?(?:\/|$)/.test(nameOf(path))

/** Creates a test for paths that no symbolic link leads to. Each folder is inspected once. */
const reachesIn = (root: string): ((path: string) => boolean) => {
  const known = new Map<string, boolean>()
  const isReached = (folder: string): boolean => {
    if (folder === '.') return true
    const found = known.get(folder)
    if (found !== undefined) return found
    const reached = isReached(posix.dirname(folder)) && statBelow(root, folder)?.isSymbolicLink() !== true
    known.set(folder, reached)
    return reached
  }
  return (path) => isReached(path.endsWith('/') ? nameOf(path) : posix.dirname(nameOf(path)))
}

const listSubmodules = async ({ git }: Tree): Promise<Set<string>> => {
  const { stdout } = await git(['ls-files', '-z', '--stage'])
  const links = splitNames(stdout.toString()).filter((line) => line.startsWith('160000 '))
  return new Set(links.map((line) => line.slice(line.indexOf('\t') + 1)))
}

const withoutSubmodules = (paths: readonly string[], submodules: ReadonlySet<string>): string[] =>
  submodules.size === 0
    ? [...paths]
    : paths.filter((path) => {
        for (let name = nameOf(path); name !== '.'; name = posix.dirname(name))
          if (submodules.has(name)) return false
        return true
      })

/** Returns the normal form of a path, without a slash at its end. */
const nameOf = (path: string): string => posix.normalize(path).replace(/\/$/, '')

const askGit = async ({ git }: Tree, paths: readonly string[]): Promise<IgnoredPath[]> => {
  if (paths.length === 0) return []
  const { text } = await git(['check-ignore', '-z', '--verbose', '--stdin'], {
    // A name that begins with ":" would be a pattern.
    input: paths.map((path) => `./${path}\0`).join(''),
    accept: [0, 1],
    // This command takes paths, and refuses the setting.
    env: { GIT_LITERAL_PATHSPECS: '0' },
  })
  return readRules(text)
}

const readRules = (text: string): IgnoredPath[] => {
  const fields = text.split('\0')
  const found: IgnoredPath[] = []
  for (let at = 0; at + 3 < fields.length; at += 4) {
    const [source = '', line = '', pattern = '', path = ''] = fields.slice(at, at + 4)
    // A rule that begins with "!" includes the path.
    if (!pattern.startsWith('!'))
      found.push({ path: path.slice(2), source: nameOfSource(source), line: Number(line), pattern })
  }
  return found
}

/** Names the file of a rule without a folder of this machine. */
const nameOfSource = (source: string): string => {
  if (/(?:^|[\\/])info[\\/]exclude$/.test(source)) return '.git/info/exclude'
  return isAbsolute(source) ? 'core.excludesFile' : source
}

const splitNames = (text: string): string[] => text.split('\0').filter((name) => name !== '')
