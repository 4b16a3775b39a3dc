import { join } from 'node:path'
import type { RefUpdate } from '@amelia/core/plugin'
import { runGit } from '../../call/run-git.ts'
import type { Repository } from '../../repository/locate-repository.ts'
import { findModule } from '../../repository/find-module.ts'
import { findSubmodules } from './find-submodules.ts'
import { listGitDirs } from '../../repository/list-git-dirs.ts'

/**
 * Deletes the references of a run in the user's submodules, if the repository has none of the run's work. The
 * statements about a run stay longer than its work.
 *
 * A reference stays if a branch or a tag records its commit and nothing else in the submodule reaches it:
 * after a merge, git would collect the commit.
 */
export const pruneCommits = async (repository: Repository, runId: string): Promise<void> => {
  const { gitDir, commonDir } = repository
  const modules = [...new Set([gitDir, commonDir])].flatMap((dir) => listGitDirs(join(dir, 'modules')))
  if (modules.length === 0) return
  const prefix = `refs/amelia/${runId}/`
  const list = ['for-each-ref', '--format=%(refname) %(objectname)']
  const { text: names } = await repository.git(['for-each-ref', '--format=%(refname)', '--count=2', prefix])
  if (names.split('\n').some((name) => name !== '' && name !== `${prefix}proof`)) return
  let recorded: Promise<Set<string>> | undefined
  for (const dir of modules) {
    const place = { gitDir: dir, workTree: dir }
    const isOnly = async (commit: string): Promise<boolean> => {
      const others = ['--not', `--exclude=${prefix}*`, '--all']
      return (await runGit(['rev-list', '--max-count=1', commit, ...others], place)).text !== ''
    }
    const deleted: string[] = []
    for (const line of (await runGit([...list, prefix], place)).text.split('\n')) {
      const [, commit = ''] = line.split(' ')
      if (commit === '') continue
      const isNeeded = (await isOnly(commit)) && (await (recorded ??= findRecorded(repository))).has(commit)
      if (!isNeeded) deleted.push(`delete ${line}\n`)
    }
    if (deleted.length > 0)
      await runGit(['update-ref', '--no-deref', '--stdin'], { ...place, input: deleted.join('') })
  }
}

/** Finds the commits of submodules that HEAD, a branch or a tag records, those of nested submodules too. */
const findRecorded = async (repository: Repository): Promise<Set<string>> => {
  const recorded = new Set<string>()
  const add = async (from: Repository, commit: string): Promise<void> => {
    for (const submodule of await findSubmodules(from, commit)) {
      if (recorded.has(submodule.commit)) continue
      recorded.add(submodule.commit)
      const module = findModule(from, submodule)
      if (module && (await module.objects.find(`${submodule.commit}^{commit}`)) !== null)
        await add(module, submodule.commit)
    }
  }
  const { text } = await repository.git(['for-each-ref', '--format=%(refname)', 'refs/heads', 'refs/tags'])
  const tips = new Set<string>()
  for (const name of ['HEAD', ...text.split('\n')]) {
    const tip = name === '' ? null : await repository.objects.find(`${name}^{commit}`)
    if (tip !== null) tips.add(tip.id)
  }
  for (const tip of tips) await add(repository, tip)
  return recorded
}

/** Does so for each run of which a reference was deleted. */
export const pruneDeleted = async (repository: Repository, updates: readonly RefUpdate[]): Promise<void> => {
  const deleted = updates.filter(({ new: to }) => to === null)
  const runs = deleted.flatMap(({ ref }) => /^refs\/amelia\/([^/]+)\//.exec(ref)?.slice(1) ?? [])
  for (const runId of new Set(runs)) await pruneCommits(repository, runId)
}
