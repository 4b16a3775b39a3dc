import { isAttendedElsewhere, isDetached, startDetached } from '../detach/start-detached.ts'
import { openRun, type Plan } from '@amelia/core'
import { words } from '@amelia/core/view'
import { readSecrets } from '@amelia/core/plugin'
import { confirmChanges } from '../../question/confirm-changes.ts'
import type { SkippedFlags } from '../../document/confirm-skipped.ts'
import { createAsker } from '../../question/create-asker.ts'
import { checkFolder } from '../../stored/check-folder.ts'
import { endOfRun } from '../../view/end-of-run.ts'
import { executeRun } from './execute-run.ts'
import { checkEngine, type ClusterFlags, openCluster } from '../cluster/open-cluster.ts'
import { checkPullOptions, type PullFlags } from '../pull/check-pull-options.ts'
import { choosePush } from '../pull/choose-push.ts'
import { findPush } from '../pull/find-push.ts'
import { printNote } from '../../terminal/print-note.ts'
import { exitCode } from '../../terminal/exit-code.ts'
import { type FoundRun, findRun } from '../../stored/find-run.ts'
import { howToResume, type RunFlags } from '../../stored/next-steps.ts'
import { quoteArgument } from '../../setting/quote-argument.ts'
import { type ParserOptions, planParsers } from '../../document/plan-parsers.ts'
import { readBudget } from '../../setting/read-budget.ts'
import { namedAgents, readAgents } from '../../setting/agent/read-agents.ts'
import { readEditedPlan, noteEdits } from '../../stored/read-edited-plan.ts'
import { readStoredFlags, storeFlags, type StoredFlags } from '../../stored/stored-flags.ts'
import { readBase } from '../../stored/read-base.ts'
import { printStoredIssues } from './print-stored-issues.ts'
import { repairRun } from '../../stored/repair-run.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { warnOfFailover } from '../../setting/failover/warn-of-failover.ts'
import { workspaceOptions } from '../../setting/workspace-options.ts'
import { openConfined } from '../../stored/open-confined.ts'
import { openHost } from '../../stored/open-host.ts'
import { noteUnpushed } from '../../stored/submodule/note-unpushed.ts'

export interface ResumeOptions extends RunFlags, SkippedFlags, ParserOptions, PullFlags, ClusterFlags {
  /** Completes the options by those stored with the run. Without it they are as given. */
  complete?: (stored: StoredFlags) => ResumeOptions
  json?: boolean
  /** Whether to run in the background, and to return once the run has started. */
  detach?: boolean
  /** The command line as typed. */
  argv?: readonly string[]
  ui?: boolean
  format?: 'github'
  /** Switches to the edited plan from this file, or from the one that the run started with. */
  replan?: string | true
  /** Resumes from the intact records of a damaged journal. */
  repair?: boolean
  /** New limits of the run's budget, in total. */
  budgetUsd?: number
  budgetTokens?: number
  /** Accepts the changes of an edited plan and its commands. */
  yes?: boolean
}

/** Resumes a run: the named one, or the newest unfinished one. */
export const resumeCommand = async (
  terminal: Terminal,
  wanted: string | undefined,
  given: ResumeOptions,
): Promise<number> => {
  if (given.detach === true && !isDetached())
    return startDetached(terminal, { argv: [], ...given }, 'resumed')
  namedAgents(given)
  workspaceOptions(given)
  const { repo, database } = given
  await checkFolder(repo)
  await checkPullOptions(given)
  const { store, clock } = await openHost({ repo, database })
  if (given.repair === true) await repairRun(terminal, store, wanted)
  const found = await findRun(terminal, { store, clock, wanted, unfinished: true })
  const { runId, seq } = found
  let options = given.complete?.(await readStoredFlags(terminal, { repo, runId })) ?? given
  const { replan, yes = false } = options
  const attended = terminal.attended && options.json !== true
  const { base } = await readBase(repo, runId)
  const push =
    options.pr === true ? await findPush(options, { target: found.report.target, base }) : undefined
  const chosen = await choosePush(terminal, push, { ...options, attended })
  if (chosen === undefined) return exitCode.cancelled
  if (!found.canGoOn && replan === undefined) {
    if (!found.isShared) await cleanEnded(terminal, found, options)
    return showResult(terminal, found, { ...options, ...chosen })
  }
  // A person who named no run, or only the start of its id, sees which one is meant before it begins.
  if (wanted !== runId)
    printNote(terminal, `Resuming run ${runId}: ${words.plainLabel(found.plan.title || found.plan.goal)}\n`)
  if (replan === undefined) {
    if (options.json !== true && !terminal.quiet) printStoredIssues(terminal, found, options)
    await noteEdits(terminal, found, planParsers(options))
  }
  const edited: { plan?: Plan } | { refused: number } =
    replan === undefined ? {} : await readEditedPlan(terminal, found, replan, { ...options, attended })
  if ('refused' in edited) return edited.refused
  checkEngine(found, options)
  const opened = await openConfined(terminal, options, { attended, resumed: found.report })
  if (opened === undefined) return exitCode.cancelled
  options = opened.options
  const cluster = await openCluster(terminal, opened.host, options)
  // The run knows whether its final result is reviewed; a reviewer that it does not need is not asked.
  const agents = await readAgents(options, { plan: edited.plan ?? found.plan, finalReview: true })
  const asker = attended ? createAsker(terminal, edited.plan ?? found.plan) : undefined
  const run = await openRun({
    ...cluster.adapters,
    runId,
    secrets: readSecrets(process.env),
    ...agents.options,
    ...(edited.plan && { plan: edited.plan, planApproved: yes }),
    ...(asker && { onGate: asker.ask }),
    ...((options.ui === true || isAttendedElsewhere()) && { attended: true }),
    ...readBudget(options),
  })
  try {
    if (run.changes.length > 0) {
      const confirmed = await confirmChanges(terminal, run.changes, { yes, attended })
      if (confirmed !== true) {
        const file = typeof replan === 'string' ? ` ${quoteArgument(replan)}` : ''
        const how =
          confirmed === undefined
            ? ` To apply the changes: ${howToResume(runId, options)} --replan${file} --yes`
            : ''
        terminal.error(`Nothing was changed.${how}\n`)
        return confirmed === undefined ? exitCode.waiting : exitCode.cancelled
      }
    }
    warnOfFailover(terminal, agents)
    await storeFlags(terminal, { repo, runId }, options)
    return await executeRun(terminal, run, run.plan, { ...options, ...chosen, after: seq }, asker)
  } finally {
    await agents.close()
    await cluster.close()
  }
}

/** Does the rest of a clean-up, in case the process that ended the run died before. Reports what stays. */
const cleanEnded = async (
  terminal: Terminal,
  { runId }: FoundRun,
  { repo, database }: ResumeOptions,
): Promise<void> => {
  const onListenerError = (error: unknown): void => {
    const cause = error instanceof Error ? error.message : String(error)
    printNote(terminal, `warning: ${words.plainLabel(`Run ${runId} was not cleaned up: ${cause}`)}\n`)
  }
  // Nothing is executed, so nothing needs to be confined.
  const host = await openHost({ repo, database }, { terminal, confine: { level: 'off' } })
  const run = await openRun({ host, runId, secrets: readSecrets(process.env), onListenerError })
  await run.start()
}

/** Shows the report of a run that is over. Nothing is left to do for one that was not aborted. */
const showResult = async (
  terminal: Terminal,
  { report, condition, plan, runId }: FoundRun,
  options: ResumeOptions,
): Promise<number> => {
  const { json, repo, database, pr } = options
  const isAborted = condition.status === 'aborted' || condition.status === 'reverted'
  const github = options.format === 'github' ? await import('../github/report-run.ts') : undefined
  const resumeCommands = github?.pauseCommands(terminal)
  if (json !== true) {
    const noted = pr === true ? report : await noteUnpushed(repo, report)
    const text = endOfRun(terminal, noted, {
      ...{ repo, database, plan, condition },
      ...(await readBase(repo, runId)),
    })
    const why = isAborted ? 'is over' : 'has ended: nothing is left to resume'
    terminal.out(`Run ${runId} ${why}.\n${text}`)
  }
  resumeCommands?.()
  await github?.reportRun(terminal, report, { plan, repo, database })
  const { openPull } = pr === true ? await import('../pull/open-pull.ts') : {}
  const pulled = await openPull?.(terminal, report, plan, options)
  const { pushProof } = options.pushProof === true ? await import('../pull/push-proof.ts') : {}
  const pushed = await pushProof?.(terminal, report, options)
  return isAborted ? exitCode.failed : (pulled ?? exitCode.completed) || (pushed ?? exitCode.completed)
}
