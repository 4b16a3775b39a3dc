import { nounOf, plural } from '../../terminal/plural.ts'
import { readFile } from 'node:fs/promises'
import { forkRun, type RunEventOf } from '@amelia/core'
import { words } from '@amelia/core/view'
import { isDetached, startDetached } from '../detach/start-detached.ts'
import { readSecrets } from '@amelia/core/plugin'
import { createAsker } from '../../question/create-asker.ts'
import { endsWithReview } from '../../setting/ends-with-review.ts'
import { warnOfFailover } from '../../setting/failover/warn-of-failover.ts'
import { namedAgents, readAgents } from '../../setting/agent/read-agents.ts'
import { readBudget } from '../../setting/read-budget.ts'
import { checkNotifications } from '../../setting/start-notifications.ts'
import { checkFolder } from '../../stored/check-folder.ts'
import { readConfigFlags } from '../../stored/read-config-flags.ts'
import { findRun, type FoundRun } from '../../stored/find-run.ts'
import { howToResume } from '../../stored/next-steps.ts'
import { readBase } from '../../stored/read-base.ts'
import { readStoredFlags, storeFlags, type StoredFlags } from '../../stored/stored-flags.ts'
import { printNote } from '../../terminal/print-note.ts'
import { exitCode } from '../../terminal/exit-code.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { usageError } from '../../terminal/usage-error.ts'
import { checkPullOptions } from '../pull/check-pull-options.ts'
import { choosePush } from '../pull/choose-push.ts'
import { callGitHub } from '../pull/call-github.ts'
import { findHead } from '../pull/find-head.ts'
import { findPush, type Push } from '../pull/find-push.ts'
import { executeRun } from '../run/execute-run.ts'
import type { ForkOptions } from '../run/fork-command.ts'
import { describeWork } from './describe-work.ts'
import { fetchComments } from './fetch-comments.ts'
import { findAddressed } from './find-addressed.ts'
import { findPhases } from './find-phases.ts'
import { followUpPlan } from './follow-up-plan.ts'
import { readDropped } from './read-dropped.ts'
import { openThreads } from './open-threads.ts'
import { isComments } from './read-comments.ts'
import { openConfined } from '../../stored/open-confined.ts'
import { openHost } from '../../stored/open-host.ts'
import type { RunPlace } from '../../stored/run-place.ts'

export interface FeedbackOptions
  extends Omit<ForkOptions, 'complete' | 'from' | 'plan' | 'preset' | 'target'> {
  complete?: (stored: StoredFlags) => FeedbackOptions
  /** The number or the address of the pull request; `true`: that of the branch. Pushes when completed. */
  pr?: string | true
  remote?: string
  /** A file with the JSON of `gh`. */
  comments?: string
  /** Whether to address the texts that no session of the run received. */
  dropped?: boolean
  /** Logins of authors without write access whose comments count too. */
  author?: string[]
}

/**
 * Starts a run that addresses the comments of a pull request, or texts that no session received, on the
 * branch of the earlier run.
 */
export const feedbackCommand = async (
  terminal: Terminal,
  wanted: string | undefined,
  given: FeedbackOptions,
): Promise<number> => {
  if (given.detach === true && !isDetached())
    return startDetached(terminal, { argv: [], ...given }, 'trusted')
  namedAgents(given)
  const { repo, database, trust, label, yes, remote } = given
  if (given.pr === undefined && given.comments === undefined && given.dropped !== true)
    throw usageError(
      'amelia feedback needs --pr, --comments <file> or --dropped.',
      'Usage: amelia feedback --help',
    )
  await checkFolder(repo)
  const pr = given.pr !== undefined
  await checkPullOptions({ repo, pr, ...(remote !== undefined && { remote }) })
  const reading = await openHost({ repo, database })
  const found = await findRun(terminal, { ...reading, wanted })
  await checkRun(found, { repo, database })
  const { runId, report } = found
  const branch = report.target.replace(/^refs\/heads\//, '')
  const attended = terminal.attended && given.json !== true
  const { base } = await readBase(repo, runId)
  const branches = { target: branch, base }
  const push = pr ? await findPush(given, branches) : undefined
  const chosen = await choosePush(terminal, push, { repo, attended })
  if (chosen === undefined) return exitCode.cancelled
  const fetched = async (): Promise<unknown> =>
    fetchComments(repo, {
      branch,
      wanted: given.pr === true ? undefined : given.pr,
      owner: await forkOwner(repo, branch, await findPush({ ...given, ...chosen }, branches)),
    })
  const texts = given.dropped === true ? (await readDropped(reading, found)).map(asComment) : []
  const json = [
    ...texts,
    ...(given.comments === undefined ? [] : [await readJson(given.comments)]),
    ...(given.comments === undefined && pr ? [await fetched()] : []),
  ]
  const isAddressed = await findAddressed(reading, report.target)
  const threads = openThreads(terminal, json, { authors: given.author ?? [], isAddressed })
  if (threads.length === 0) {
    printNote(terminal, 'No comment is left to address. Nothing was changed.\n')
    return exitCode.completed
  }
  const paths = threads.flatMap(({ path }) => path ?? [])
  const { plan, earlier, leftOut } = followUpPlan(found.plan, threads, await findPhases(repo, report, paths))
  const added = plan.phases.slice(found.plan.phases.length)

  let options = given.complete?.(await readStoredFlags(terminal, { repo, runId })) ?? given
  checkNotifications(options)
  const opened = await openConfined(terminal, options, { attended })
  if (opened === undefined) return exitCode.cancelled
  options = opened.options
  const { host } = opened
  const agents = await readAgents(options, { plan, finalReview: endsWithReview(plan) })
  const asker = attended ? createAsker(terminal, plan) : undefined
  const run = await forkRun({
    ...{ host, runId, plan, from: added[0]!.id, target: branch },
    followUps: Object.fromEntries(
      await Promise.all(
        [...earlier].map(async ([id, phaseId]) => {
          const briefing = await describeWork(host, found, phaseId)
          return [id, { phaseId, briefing }] as const
        }),
      ),
    ),
    // The stored plan has its shape already.
    ...{ enablePhasedExecution: true, splitBatches: false },
    secrets: readSecrets(process.env),
    ...agents.options,
    ...(trust && { trust }),
    ...(label && { labels: label }),
    ...(yes && { planApproved: true }),
    ...(asker && { onGate: asker.ask }),
    ...readBudget(options),
  })
  const ids = added.map(({ id }) => words.plainLabel(id)).join(', ')
  const addressed = threads.length - leftOut
  printNote(
    terminal,
    `Run ${run.id} addresses ${plural(addressed, 'comment')} of ${branch} in ${nounOf(added.length, 'phase')} ${ids}.\n`,
  )
  if (leftOut > 0)
    printNote(
      terminal,
      `note: ${leftOut} of ${threads.length} comments are left out, because a phase has room for 40,000 characters; repeat amelia feedback after the run.\n`,
    )
  warnOfFailover(terminal, agents)
  await storeFlags(terminal, { repo, runId: run.id, forked: runId }, options)
  try {
    return await executeRun(terminal, run, run.plan, { ...options, ...chosen, pr }, asker)
  } finally {
    await agents.close()
  }
}

/** A text of the person as a comment, in the JSON that `gh` prints. */
const asComment = ({ steerId, phaseId, text }: RunEventOf<'phase_steered'>): object => ({
  id: `text ${steerId}`,
  user: { login: 'you' },
  body: `For phase ${phaseId}: ${text}`,
})

/** The owner of the fork that has the branch; undefined if it is in the repository of pull requests. */
const forkOwner = async (repo: string, branch: string, push: Push): Promise<string | undefined> => {
  const { head, owner } = await findHead(repo, push, { branch, gh: callGitHub(repo) })
  return head === branch ? undefined : owner
}

/** Throws a usage error for a run whose branch cannot be continued. */
const checkRun = async ({ runId, report, condition, canGoOn }: FoundRun, place: RunPlace): Promise<void> => {
  if (condition.state !== 'ended' || (canGoOn && condition.status !== 'failed')) {
    const again = await readConfigFlags(place.repo, runId)
    throw usageError(
      `Run ${runId} has not ended.`,
      `Resume it first: ${howToResume(runId, { ...place, ...again })}`,
    )
  }
  if (report.publish !== 'phase')
    throw usageError(
      `Run ${runId} was published with --commit ${report.publish}, so its branch does not contain the commits of its phases.`,
      'Run the plan with --commit phase to address comments later.',
    )
}

const readJson = async (file: string): Promise<unknown> => {
  const advice =
    'Pass the JSON of gh api repos/OWNER/NAME/pulls/N/comments, or of gh pr view N --json comments,reviews.'
  try {
    const json: unknown = JSON.parse(await readFile(file, 'utf8'))
    if (isComments(json)) return json
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw usageError(`--comments ${file} cannot be read: ${why}.`, advice)
  }
  throw usageError(`--comments ${file} contains other JSON than comments.`, advice)
}
