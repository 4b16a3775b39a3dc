import { type Host, type ListedRun, listRuns } from '@amelia/core'
import type { RunSize } from '@amelia/node'
import { measureKept } from './measure-kept.ts'
import { tryCommand } from '../../stored/try-command.ts'
import { refsOf } from '../merge/refs-of.ts'

/** The branch of a run, which is not the branch of the user's checkout. */
export interface KeptBranch {
  /** The full name. */
  ref: string
  commit: string
  /** Whether a branch that is not the branch of a run contains its commits. */
  isMerged: boolean
}

/** A run, and what is kept for it. */
export interface KeptRun {
  run: ListedRun
  /** Absent if nothing is kept but its refs, or its store cannot measure it. */
  size?: RunSize
  /** The number of its refs. */
  refs: number
  branch?: KeptBranch
}

export interface ListKeptOptions {
  host: Host
  repo: string
  label?: Record<string, string> | undefined
}

/** Lists what is kept for each run of a repository, the newest run first. */
export const listKept = async ({ host, repo, label }: ListKeptOptions): Promise<KeptRun[]> => {
  const runs = await listRuns({ host, ...(label && { labels: label }) })
  const sizes = await measureKept(host, repo)
  const refs = [...(await host.git.listRefs(refsPrefix)).keys()]
  const branches = await host.git.listRefs('refs/heads/')
  const targets = new Set(runs.flatMap(({ target }) => target ?? []))
  const kept: KeptRun[] = []
  for (const run of runs) {
    const { runId, target = '' } = run
    const size = sizes.get(runId)
    const commit = branches.get(target)
    const isMerged = commit !== undefined && (await isContained(repo, commit, targets))
    kept.push({
      run,
      ...(size && { size }),
      refs: refs.filter((ref) => ref.startsWith(refsOf(runId))).length,
      ...(commit !== undefined && { branch: { ref: target, commit, isMerged } }),
    })
  }
  return kept
}

/** The bytes of git's objects that only refs of runs reach; undefined if git cannot measure them. */
export const measureRefs = async (repo: string): Promise<number | undefined> => {
  const elsewhere = ['--not', '--branches', '--tags', '--remotes']
  const argv = ['rev-list', '--disk-usage', '--objects', `--glob=${refsPrefix}*`, ...elsewhere]
  const bytes = Number(await tryCommand('git', argv, repo))
  return Number.isFinite(bytes) ? bytes : undefined
}

const refsPrefix = refsOf('').replace(/\/\/$/, '/')

/**
 * Whether a branch contains a commit. The branches of runs do not count, also those that were pushed: a
 * clean-up may delete them.
 */
const isContained = async (repo: string, commit: string, targets: ReadonlySet<string>): Promise<boolean> => {
  const argv = ['for-each-ref', '--format=%(refname)', `--contains=${commit}`, 'refs/heads', 'refs/remotes']
  const found = (await tryCommand('git', argv, repo))?.split('\n') ?? []
  return found.some((ref) => {
    const local = ref.replace(/^refs\/remotes\/[^/]+\//, 'refs/heads/')
    return ref !== '' && !targets.has(local)
  })
}
