import type { GitBackendV1, Report } from '@amelia/core'
import { words } from '@amelia/core/view'
import { quoteArgument } from '../../setting/quote-argument.ts'
import { runProgram } from '../../stored/run-program.ts'
import type { Checkout } from './find-checkout.ts'
import { refOf, refsOf } from './refs-of.ts'

/** The merge of a run: the commits of its base branch before and after it. */
export interface MergePlan {
  /** The branch that receives the work, without `refs/heads/`. */
  base: string
  from: string
  to: string
  /** Whether `to` is a commit with two parents, because the base branch has other commits. */
  isMerge: boolean
  /** The last commit of the work. */
  tip: string
}

/** The reason why a run cannot be merged now, and the remedy. */
export interface MergeRefusal {
  reason: string
  advice?: string
}

export interface PlanMergeOptions {
  git: GitBackendV1
  repo: string
  report: Report
  /** The title of the plan. */
  title: string
  /** The branch that receives the work, and the folder in which it is checked out. */
  base: string
  checkout: Checkout | undefined
  /** Whether to sign a merge commit. */
  sign: boolean
}

/**
 * Plans the merge of a run. Writes the objects of a merge commit and moves nothing. `done`: nothing is to be
 * merged.
 *
 * A base branch that has other commits than the run gets a merge commit. A merge with conflicts, and a
 * checkout of the base branch that cannot follow, are refused.
 */
export const planMerge = async (
  options: PlanMergeOptions,
): Promise<MergePlan | MergeRefusal | { done: string }> => {
  const { git, report, base } = options
  const { runId, target } = report
  const branch = target.replace('refs/heads/', '')
  const [from, published, own] = await Promise.all([
    git.readRef(refOf(base)),
    git.readRef(target),
    git.readRef(`${refsOf(runId)}head`),
  ])
  const label = words.plainLabel(base)
  if (from === null)
    return { reason: `The branch ${label} does not exist.`, advice: 'Choose another one: --into BRANCH' }
  const tip = report.targetPublished ? published : own
  if (tip === null) {
    const isIn = await git.isAncestor(report.head, from).catch(() => false)
    return isIn
      ? { done: `${label} already contains the work of run ${runId}.` }
      : { reason: `The branch ${words.plainLabel(branch)} of run ${runId} does not exist.` }
  }
  if (branch === base) return { done: `The work of run ${runId} is already on ${label}.` }
  const plan = (await git.isAncestor(tip, from))
    ? { to: from, isMerge: false }
    : (await git.isAncestor(from, tip))
      ? { to: tip, isMerge: false }
      : await composeMerge(options, { branch, from, tip })
  if ('reason' in plan) return plan
  const stays = await whyStays(options, { from, to: plan.to })
  return stays ?? { base, from, tip, ...plan }
}

const composeMerge = async (
  { git, repo, report: { runId }, base, title, sign, checkout }: PlanMergeOptions,
  { branch, from, tip }: { branch: string; from: string; tip: string },
): Promise<Pick<MergePlan, 'to' | 'isMerge'> | MergeRefusal> => {
  const merged = await git.merge({ ours: from, theirs: tip })
  const label = words.plainLabel(branch)
  if ('conflicts' in merged) {
    const files = merged.conflicts.map(words.plainLabel)
    const place = checkout?.folder ?? repo
    return {
      reason: `${label} and ${words.plainLabel(base)} change the same lines. Conflicts in: ${files.join(', ')}`,
      advice: `To resolve them, with ${words.plainLabel(base)} checked out: ${howToMerge(place, branch)}`,
    }
  }
  const message = `Merge branch '${branch}' into ${base}\n\n${title}\n\nAmelia-Run: ${runId}\n`
  const parents = ['-p', from, '-p', tip]
  const args = ['commit-tree', ...(sign ? ['-S'] : []), ...parents, '-m', message, merged.tree]
  return { to: (await runProgram('git', args, { cwd: repo })).trim(), isMerge: true }
}

/** Refuses a base branch that must not be moved, or whose checkout has changes that the merge would touch. */
const whyStays = async (
  { git, base, checkout }: PlanMergeOptions,
  { from, to }: { from: string; to: string },
): Promise<MergeRefusal | undefined> => {
  const label = words.plainLabel(base)
  const ref = refOf(base)
  const locked = await (checkout ? checkout.git.whyLocked(ref, { inPlace: true }) : git.whyLocked(ref))
  if (locked !== null) return { reason: `${label} cannot be moved: ${words.plainLabel(locked)}.` }
  if (!checkout) return undefined
  const folder = words.plainLabel(checkout.folder)
  const { operation } = await checkout.git.inspect()
  if (operation !== null) return { reason: `A ${operation} is in progress in ${folder}. Finish it first.` }
  const { kept = [] } = (await checkout.git.followBranch?.({ branch: ref, from, to, preflight: true })) ?? {}
  if (kept.length === 0) return undefined
  const files = kept.map(words.plainLabel)
  return {
    reason: `${folder} has changes in files that the merge changes: ${files.join(', ')}`,
    advice: `Commit them or put them aside, and merge then.`,
  }
}

/** Builds the command of git that merges a branch in a folder. */
const howToMerge = (folder: string, branch: string): string =>
  ['git', '-C', folder, 'merge', branch].map(quoteArgument).join(' ')
