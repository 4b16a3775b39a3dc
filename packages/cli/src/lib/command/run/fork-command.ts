import { AmeliaError, forkRun, type PresetName, splitBatches, type TrustLevel } from '@amelia/core'
import { words } from '@amelia/core/view'
import { isDetached, startDetached } from '../detach/start-detached.ts'
import { readSecrets } from '@amelia/core/plugin'
import { printIssues } from '../../document/print-issues.ts'
import { planOfFile } from '../../document/plan-of-file.ts'
import { readPlanFile } from '../../document/read-plan-file.ts'
import type { ParserOptions } from '../../document/plan-parsers.ts'
import { confirmSkipped, type SkippedFlags } from '../../document/confirm-skipped.ts'
import { createAsker } from '../../question/create-asker.ts'
import { endsWithReview } from '../../setting/ends-with-review.ts'
import { findPhaseId } from '../../setting/find-phase-id.ts'
import { namedAgents, readAgents } from '../../setting/agent/read-agents.ts'
import { readBudget } from '../../setting/read-budget.ts'
import { checkNotifications } from '../../setting/start-notifications.ts'
import { warnOfFailover } from '../../setting/failover/warn-of-failover.ts'
import { readStoredFlags, storeFlags, type StoredFlags } from '../../stored/stored-flags.ts'
import { checkFolder } from '../../stored/check-folder.ts'
import { findRun } from '../../stored/find-run.ts'
import { howToShow, type RunFlags } from '../../stored/next-steps.ts'
import { printNote } from '../../terminal/print-note.ts'
import { exitCode } from '../../terminal/exit-code.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { usageError } from '../../terminal/usage-error.ts'
import { executeRun } from './execute-run.ts'
import { openConfined } from '../../stored/open-confined.ts'
import { openHost } from '../../stored/open-host.ts'

export interface ForkOptions extends RunFlags, SkippedFlags, ParserOptions {
  /** Completes the options by those stored with the forked run. Without it they are as given. */
  complete?: (stored: StoredFlags) => ForkOptions
  /** The phase before which the fork begins. */
  from: string
  /** The file of another plan. */
  plan?: string
  preset?: PresetName
  target?: string
  trust?: TrustLevel
  label?: Record<string, string>
  budgetUsd?: number
  budgetTokens?: number
  yes?: boolean
  json?: boolean
  /** Whether to run in the background, and to return once the run has started. */
  detach?: boolean
  /** The command line as typed. */
  argv?: readonly string[]
}

/** Starts a run that adopts the commits of another run before a phase. */
export const forkCommand = async (
  terminal: Terminal,
  wanted: string | undefined,
  given: ForkOptions,
): Promise<number> => {
  if (given.detach === true && !isDetached())
    return startDetached(terminal, { argv: [], ...given }, 'trusted')
  namedAgents(given)
  const { repo, database, preset, target, trust, label, yes } = given
  await checkFolder(repo)
  const { store, clock } = await openHost({ repo, database })
  const found = await findRun(terminal, { store, clock, wanted })
  const { runId } = found
  let options = given.complete?.(await readStoredFlags(terminal, { repo, runId })) ?? given
  checkNotifications(options)
  const attended = terminal.attended && options.json !== true
  const opened = await openConfined(terminal, options, { attended })
  if (opened === undefined) return exitCode.cancelled
  options = opened.options
  const file =
    options.plan === undefined
      ? undefined
      : await readPlanFile(options.plan, { ...options, planFormat: found.plan.format }, splitBatches)
  if (file && !(file.check.ok && file.check.plan)) {
    printIssues(terminal, file)
    return exitCode.usage
  }
  if (file && !terminal.quiet) printIssues(terminal, file)
  const refused = file && (await confirmSkipped(terminal, file, { ...options, attended }))
  if (refused !== undefined) return refused
  const plan = file?.check.plan && (await planOfFile(file.check.plan, file, repo))
  const finalReview = endsWithReview(plan ?? found.plan, { ...(preset && { preset }) })
  const agents = await readAgents(options, { plan: plan ?? found.plan, finalReview })
  const asker = attended ? createAsker(terminal, plan ?? found.plan) : undefined
  const run = await forkRun({
    host: opened.host,
    runId,
    from: findPhaseId(options.from, found.plan),
    secrets: readSecrets(process.env),
    ...agents.options,
    ...(plan && { plan }),
    ...(preset && { preset }),
    ...(target !== undefined && { target }),
    ...(trust && { trust }),
    ...(label && { labels: label }),
    ...(yes && { planApproved: true }),
    ...(asker && { onGate: asker.ask }),
    ...readBudget(options),
  }).catch((error: unknown) => {
    if (!AmeliaError.is(error, 'NOT_FORKED')) throw error
    throw usageError(error.message, `To see the run:\n  ${howToShow(runId, { repo, database })}`)
  })
  const { adopted = [], commit = '' } = run.report().forkedFrom ?? {}
  const from = adopted.length === 0 ? 'no phase' : adopted.map(words.plainLabel).join(', ')
  printNote(terminal, `Forked ${runId} at ${commit.slice(0, 7)}: adopted ${from}.\n`)
  warnOfFailover(terminal, agents)
  await storeFlags(terminal, { repo, runId: run.id, forked: runId }, options)
  try {
    return await executeRun(terminal, run, run.plan, options, asker)
  } finally {
    await agents.close()
  }
}
