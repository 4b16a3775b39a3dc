import { isAbsolute } from 'node:path'
import type { IgnoredPath } from '@amelia/core/plugin'
import { runGit } from '../call/run-git.ts'
import type { Repository } from '../repository/locate-repository.ts'
import { prepareForReading } from '../slot/prepare-for-reading.ts'
import type { Slot } from '../slot/slot.ts'

/**
 * Lists the paths that git ignores in a slot, with their rules: paths outside of it, behind a link or in a
 * submodule are not among them.
 */
export const findIgnored = async (
  repository: Repository,
  slot: Slot,
  paths: readonly string[],
): Promise<IgnoredPath[]> => {
  if (paths.length === 0) return []
  await prepareForReading(repository, slot)
  return askGit(slot, paths)
}

/** Asks about all paths at once, and in halves if git refuses one that it may not read. */
const askGit = async (slot: Slot, paths: readonly string[]): Promise<IgnoredPath[]> => {
  const { exitCode, text } = await runGit(['check-ignore', '-z', '--verbose', '--stdin'], {
    gitDir: slot.gitDir,
    workTree: slot.workspace,
    input: paths.map((path) => `${path}\0`).join(''),
    accept: [0, 1, 128],
    // This command takes paths, and refuses the setting.
    env: { GIT_LITERAL_PATHSPECS: '0' },
  })
  if (exitCode !== 128) return readRules(text)
  const half = paths.length >> 1
  if (half === 0) return []
  return [...(await askGit(slot, paths.slice(0, half))), ...(await askGit(slot, paths.slice(half)))]
}

const readRules = (text: string): IgnoredPath[] => {
  const fields = text.split('\0')
  const found: IgnoredPath[] = []
  for (let at = 0; at + 3 < fields.length; at += 4) {
    const [source = '', line = '', pattern = '', path = ''] = fields.slice(at, at + 4)
    // A rule that begins with "!" includes the path.
    if (!pattern.startsWith('!')) found.push({ path, source: nameOf(source), line: Number(line), pattern })
  }
  return found
}

/** Names the file of a rule without a folder of this machine. */
const nameOf = (source: string): string => {
  if (/(?:^|[\\/])info[\\/]exclude$/.test(source)) return '.git/info/exclude'
  return isAbsolute(source) ? 'core.excludesFile' : source
}
