import { AmeliaError, type Host } from '@amelia/core'
import { words } from '@amelia/core/view'
import { askYesNo } from '../../terminal/ask-yes-no.ts'
import { exitCode } from '../../terminal/exit-code.ts'
import { plural } from '../../terminal/plural.ts'
import { printNote } from '../../terminal/print-note.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { usageError } from '../../terminal/usage-error.ts'
import { wrapIndented, wrapSentences } from '../../terminal/wrap-sentences.ts'
import { checkFolder } from '../../stored/check-folder.ts'
import { type FoundRun, findRun } from '../../stored/find-run.ts'
import { howToResume, howToShow, type RunFlags } from '../../stored/next-steps.ts'
import { notePushed } from '../pull/note-pushed.ts'
import { openConfined } from '../../stored/open-confined.ts'
import { openHost } from '../../stored/open-host.ts'
import { noteFacts, readBase } from '../../stored/read-base.ts'
import { readStoredFlags } from '../../stored/stored-flags.ts'
import { describeMerge } from './describe-merge.ts'
import { type Checkout, findCheckout } from './find-checkout.ts'
import { type BegunMerge, findBegun } from './find-begun.ts'
import { refOf } from './refs-of.ts'
import { followMerge, moveBase } from './move-base.ts'
import { type MergePlan, planMerge } from './plan-merge.ts'
import { removeRest } from './remove-rest.ts'
import { verifyMerge } from './verify-merge.ts'

export interface MergeOptions extends RunFlags {
  /** The branch that receives the work. Default: the branch that the run began on. */
  into?: string
  /** Does not ask. */
  yes?: boolean
}

/**
 * Merges the work of a run into the branch that it began on, and deletes what the run left.
 *
 * Shows the consequences and asks once. The result is verified before any reference moves. A merge that was
 * killed after it moved the branch is completed, without a question.
 */
export const mergeCommand = async (
  terminal: Terminal,
  wanted: string | undefined,
  options: MergeOptions,
): Promise<number> => {
  const { repo, database, yes = false } = options
  await checkFolder(repo)
  const place = { repo, database }
  const own = await openHost(place)
  const found = await findRun(terminal, { ...own, wanted })
  const { runId, report } = found
  refuseOthers(found, place)
  const begun = await findBegun(own.git, runId)
  if (begun) {
    printNote(terminal, `Completing the merge of run ${runId} into ${words.plainLabel(begun.base)}.\n`)
    return complete(terminal, { host: own, found, merge: begun, repo })
  }
  const base = options.into ?? (await readBase(repo, runId)).base
  if (base === undefined)
    throw usageError(
      `Run ${runId} began on no branch, or was started by another program.`,
      'Name the branch that receives its work: --into BRANCH',
    )
  const stored = await readStoredFlags(terminal, { repo, runId })
  const settings: MergeOptions = { ...options, ...stored }
  const checkout = await findCheckout(repo, base)
  const plan = await planMerge({
    ...{ git: own.git, repo, report, base, checkout },
    title: words.plainLabel(found.plan.title || report.goal),
    sign: settings.sign === true,
  })
  if ('done' in plan) {
    terminal.out(`${wrapSentences(terminal, plan.done).join('\n')}\n`)
    return exitCode.completed
  }
  if ('reason' in plan) return refuse(terminal, plan)
  const isVerified = plan.to === plan.from || (await wasVerified(own.git, found, plan))
  const { checks } = found
  const facts = { git: own.git, repo, found, plan, checkout, ...(isVerified ? {} : { checks }) }
  const lines = await describeMerge(facts)
  const isAsked = terminal.attended && !yes
  ;(isAsked ? terminal.screen.write.bind(terminal.screen) : terminal.out)(
    `${lines.flatMap((line) => wrapIndented(terminal, line)).join('\n')}\n`,
  )
  if (!yes && !isAsked)
    throw usageError(
      'Nobody can be asked here, so nothing was merged.',
      'To merge without a question, add --yes.',
    )
  if (isAsked && !(await askYesNo(terminal, 'Merge it?'))) {
    printNote(terminal, 'Nothing was changed.\n')
    return exitCode.cancelled
  }
  const opened = await openConfined(terminal, settings, { attended: isAsked, resumed: report })
  if (opened === undefined) return exitCode.cancelled
  const moved = await verifyAndMove(terminal, opened.host, { found, plan, isVerified })
  if (moved !== undefined) return moved
  return complete(terminal, { host: own, found, merge: plan, repo, checkout })
}

/** Throws a usage error for a run that has a process, or whose work is not on a branch of this repository. */
const refuseOthers = (
  { runId, report, locked, canGoOn, isShared }: FoundRun,
  place: Parameters<typeof howToShow>[1],
): void => {
  const see = `To see it: ${howToShow(runId, place)}`
  if (locked) throw usageError(`Run ${runId} has a process. Merge it when it has ended.`, see)
  if (isShared)
    throw usageError(
      `Several machines share the repository of run ${runId}.`,
      `Merge its branch there: ${words.plainLabel(report.target.replace('refs/heads/', ''))}. ${see}`,
    )
  if (report.reverted) throw usageError(`Run ${runId} was reverted, so it has nothing to merge.`, see)
  if (report.publish === 'message-only')
    throw usageError(
      `The work of run ${runId} is in your checkout, not on a branch.`,
      'To commit it: `git commit`',
    )
  if (report.publish === 'single' && !report.targetPublished && canGoOn)
    throw usageError(
      `Run ${runId} publishes its work as one commit when every phase has ended.`,
      `To resume it: ${howToResume(runId, place)}`,
    )
  if (!report.phases.some(({ status }) => status === 'completed'))
    throw usageError(`No phase of run ${runId} is completed, so it has nothing to merge.`, see)
}

/** Whether the run itself verified the tree that the merge results in. */
const wasVerified = async (
  git: Host['git'],
  { condition: { status }, report: { checks, head, debts } }: FoundRun,
  { to }: MergePlan,
): Promise<boolean> =>
  status === 'completed' &&
  checks.length > 0 &&
  debts.length === 0 &&
  checks.every(({ passed }) => passed) &&
  (await git.readTree(to)) === (await git.readTree(head))

/** Verifies the result and moves the base branch. Returns the exit code if the branch was not moved. */
const verifyAndMove = async (
  terminal: Terminal,
  host: Host,
  { found: { runId, checks }, plan, isVerified }: { found: FoundRun; plan: MergePlan; isVerified: boolean },
): Promise<number | undefined> => {
  const stop = new AbortController()
  const onSignal = (): void => stop.abort()
  for (const signal of signals) process.on(signal, onSignal)
  const lease = await host.store.acquire(runId)
  try {
    const commit = plan.to
    const passes =
      isVerified || (await verifyMerge(terminal, { host, lease, commit, checks, signal: stop.signal }))
    if (stop.signal.aborted || !passes) {
      printNote(terminal, 'Nothing was changed.\n')
      return passes || stop.signal.aborted ? exitCode.cancelled : exitCode.failed
    }
    await moveBase(host, lease, plan)
    return undefined
  } catch (error) {
    if (!AmeliaError.is(error, 'REF_MOVED')) throw error
    const advice = 'Nothing was changed. To merge with its new commits, run the command again.'
    return refuse(terminal, { reason: `${words.plainLabel(plan.base)} was moved since then.`, advice })
  } finally {
    await host.git.removeWorkspaces?.(runId, { lease: lease.token })
    await lease.release()
    for (const signal of signals) process.off(signal, onSignal)
  }
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Completes a merge whose base branch has moved: the files of its checkout, and what the run left. */
const complete = async (
  terminal: Terminal,
  {
    host,
    found,
    merge,
    repo,
    ...known
  }: { host: Host; found: FoundRun; merge: BegunMerge; repo: string; checkout?: Checkout | undefined },
): Promise<number> => {
  const { base, from, to } = merge
  const { runId, report } = found
  await followMerge(host.git, merge, 'checkout' in known ? known.checkout : await findCheckout(repo, base))
  await noteFacts(repo, runId, { merged: { into: base, from, to } })
  const removed = await removeRest(host, { ...found, base })
  const label = words.plainLabel(base)
  const branch = words.plainLabel(report.target.replace('refs/heads/', ''))
  const done = `Merged run ${runId}: ${label} is at ${to.slice(0, 7)}; before, it was at ${from.slice(0, 7)}.`
  const deleted = found.canGoOn
    ? ''
    : ` Deleted ${removed.branch ? `the branch ${branch}, ` : ''}${plural(removed.refs, 'ref')} and its workspaces.`
  const stays =
    removed.branchStays === undefined
      ? ''
      : ` The branch ${branch} stays: ${words.plainLabel(removed.branchStays)}.`
  terminal.out(`${wrapSentences(terminal, `${done}${deleted}${stays}`).join('\n')}\n`)
  if (report.target !== refOf(base)) await notePushed(terminal, repo, branch)
  return exitCode.completed
}

const refuse = (terminal: Terminal, { reason, advice }: { reason: string; advice?: string }): number => {
  terminal.error(
    `${terminal.paintError('error:', 'bad')} ${reason}\n${advice === undefined ? '' : `${advice}\n`}`,
  )
  return exitCode.failed
}
