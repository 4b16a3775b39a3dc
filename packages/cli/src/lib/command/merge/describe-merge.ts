import type { GitBackendV1, StoredRun } from '@amelia/core'
import { words } from '@amelia/core/view'
import { tryCommand } from '../../stored/try-command.ts'
import { plural } from '../../terminal/plural.ts'
import type { Checkout } from './find-checkout.ts'
import { proofOf, refOf, refsOf } from './refs-of.ts'
import type { MergePlan } from './plan-merge.ts'

export interface DescribeMergeOptions {
  git: GitBackendV1
  repo: string
  found: Pick<StoredRun, 'canGoOn' | 'plan' | 'report'> & { runId: string }
  plan: MergePlan
  checkout: Checkout | undefined
  /** The checks that verify the result first. Absent: the run has verified it already. */
  checks?: StoredRun['checks']
}

/** Describes what a merge changes, one line for each consequence. */
export const describeMerge = async ({
  git,
  repo,
  found: { runId, canGoOn, plan, report },
  plan: { base, from, to, tip, isMerge },
  checkout,
  checks,
}: DescribeMergeOptions): Promise<string[]> => {
  const label = words.plainLabel(base)
  const [changed, commits, refs, branch] = await Promise.all([
    git.diff({ from, to }),
    tryCommand('git', ['rev-list', '--count', `${from}..${tip}`], repo),
    git.listRefs(refsOf(runId)),
    git.readRef(report.target),
  ])
  const [added, removed] = [
    sum(changed.map(({ added }) => added)),
    sum(changed.map(({ removed }) => removed)),
  ]
  const work = `${plural(Number(commits ?? 0), 'commit')}, +${added} -${removed} in ${plural(changed.length, 'file')}`
  const what = isMerge ? `adds a merge commit to ${label}` : `moves ${label} to ${to.slice(0, 7)}`
  const failed = failedAttempts([...refs.keys()], report)
  const hasBranch = branch !== null && report.target !== refOf(base)
  const branchName = words.plainLabel(report.target.replace('refs/heads/', ''))
  const isProven = refs.has(proofOf(runId))
  const rest = [
    ...(hasBranch ? [`the branch ${branchName}`] : []),
    plural(refs.size - failed.length - (isProven ? 1 : 0), 'ref'),
    'its workspaces',
  ]
  return [
    `Merge run ${runId}: ${words.plainLabel(plan.title || report.goal)}`,
    ...(to === from
      ? [`  ${label} already contains its work (${tip.slice(0, 7)}).`]
      : [
          `  ${what} (it is at ${from.slice(0, 7)}): ${work}`,
          `  ${verification(checks)}`,
          ...(checkout ? [`  updates the files in ${words.plainLabel(checkout.folder)}`] : []),
        ]),
    canGoOn
      ? '  keeps the branch and the refs, because the run can be resumed'
      : `  deletes what the run left: ${rest.join(', ')}; keeps its journal${isProven ? ' and its statements' : ''}`,
    ...(canGoOn || failed.length === 0
      ? []
      : [
          `  also deletes ${plural(failed.length, 'ref')} of failed attempts, whose commits nothing else reaches: ${namesOf(failed)}`,
        ]),
  ]
}

/** The refs of attempts that were not integrated: all of a phase but the last one of a completed phase. */
const failedAttempts = (refs: readonly string[], { phases }: StoredRun['report']): string[] => {
  const attempts = refs.flatMap((ref) => {
    const [, phase = '', number] = /\/attempt\/(.+)\/(\d+)$/.exec(ref) ?? []
    return number === undefined ? [] : [{ phase, number: Number(number) }]
  })
  return attempts
    .filter(({ phase, number }) => {
      const isDone = phases.some(({ id, status }) => id === phase && status === 'completed')
      return !isDone || attempts.some((other) => other.phase === phase && other.number > number)
    })
    .map(({ phase, number }) => `attempt ${number} of phase ${phase}`)
}

/** Names the first five of a list. */
const namesOf = (names: readonly string[]): string =>
  `${names.slice(0, 5).map(words.plainLabel).join(', ')}${names.length > 5 ? ` and ${names.length - 5} more` : ''}`

const verification = (checks: DescribeMergeOptions['checks']): string => {
  if (checks === undefined) return 'verified by the run'
  if (checks.length === 0) return 'not verified: the run has no checks'
  return `first runs ${checks.map(({ argv }) => words.plainLabel(argv.join(' '))).join(', ')} on the result`
}

const sum = (counts: readonly (number | null)[]): number =>
  counts.reduce<number>((total, count) => total + (count ?? 0), 0)
