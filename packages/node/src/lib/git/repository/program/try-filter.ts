import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { AmeliaError } from '@amelia/core/plugin'
import { runGit } from '../../call/run-git.ts'
import type { Repository } from '../locate-repository.ts'

/** A file of a commit that a filter applies to. */
export interface Sample {
  path: string
  id: string
}

/** The result of a filter's trial: a digest of the file that it writes, or why it failed. */
export type Trial = { written: string } | { failed: string }

/**
 * Lets git write one file of a commit through a filter, and read it back, in an empty work tree with a git
 * dir like that of a workspace. Stores nothing.
 *
 * @param config settings of git, which replace the user's
 */
export const tryFilter = async (
  { commonDir, objectFormat }: Repository,
  name: string,
  { path, id }: Sample,
  config: Readonly<Record<string, string>>,
): Promise<Trial> => {
  const folder = await mkdtemp(join(tmpdir(), 'amelia-filter-'))
  const gitDir = join(folder, 'gitdir')
  const workTree = join(folder, 'ws')
  const call = { gitDir, workTree, config: { ...config, [`filter.${name}.required`]: 'true' } }
  try {
    await mkdir(gitDir)
    await mkdir(dirname(join(workTree, path)), { recursive: true })
    await writeFile(join(gitDir, 'HEAD'), `${'0'.repeat(objectFormat === 'sha256' ? 64 : 40)}\n`)
    await writeFile(join(gitDir, 'commondir'), `${commonDir}\n`)
    await writeFile(join(workTree, '.gitattributes'), `* filter=${name}\n`)
    await runGit(['update-index', '-z', '--index-info'], { ...call, input: `100644 ${id}\t${path}\0` })
    await runGit(['checkout-index', '-q', '-z', '--stdin'], { ...call, input: `${path}\0` })
    const { text } = await runGit(['hash-object', '--no-filters', '--', path], call)
    await runGit(['hash-object', '--', path], call)
    return { written: text }
  } catch (error) {
    if (!AmeliaError.is(error, 'GIT_FAILED')) throw error
    return { failed: withoutGit(error.details.output) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Returns the filter's own message, if it has one: git adds the whole command and the file. */
const withoutGit = (output: string): string => {
  const own = output
    .replace(/^error: external filter '[\s\S]*?' failed.*$/gm, '')
    .replace(/^fatal: .*: (?:clean|smudge) filter .* failed$/gm, '')
  return (own.trim() || output).replace(/\s+/g, ' ')
}
