import { join } from 'node:path'
import type { RefUpdate } from '@amelia/core/plugin'
import { runGit } from '../../call/run-git.ts'
import type { Repository } from '../../repository/locate-repository.ts'
import { listGitDirs } from './list-git-dirs.ts'

/**
 * Deletes the references of a run in the user's submodules, if the repository has none of the run's work. The
 * statements about a run stay longer than its work.
 */
export const pruneCommits = async (repository: Repository, runId: string): Promise<void> => {
  const { gitDir, commonDir } = repository
  const modules = [...new Set([gitDir, commonDir])].flatMap((dir) => listGitDirs(join(dir, 'modules')))
  if (modules.length === 0) return
  const prefix = `refs/amelia/${runId}/`
  const list = ['for-each-ref', '--format=delete %(refname) %(objectname)']
  const { text: names } = await repository.git(['for-each-ref', '--format=%(refname)', '--count=2', prefix])
  if (names.split('\n').some((name) => name !== '' && name !== `${prefix}proof`)) return
  for (const dir of modules) {
    const place = { gitDir: dir, workTree: dir }
    const { text } = await runGit([...list, prefix], place)
    if (text !== '') await runGit(['update-ref', '--no-deref', '--stdin'], { ...place, input: `${text}\n` })
  }
}

/** Does so for each run of which a reference was deleted. */
export const pruneDeleted = async (repository: Repository, updates: readonly RefUpdate[]): Promise<void> => {
  const deleted = updates.filter(({ new: to }) => to === null)
  const runs = deleted.flatMap(({ ref }) => /^refs\/amelia\/([^/]+)\//.exec(ref)?.slice(1) ?? [])
  for (const runId of new Set(runs)) await pruneCommits(repository, runId)
}
