import { createRun, type Plan, type PlanIssue, type RunOptions, splitBatches } from '@amelia/core'
import { previewPrompt } from '@amelia/core/machine'
import { readSecrets } from '@amelia/core/plugin'
import type { GateAsker } from '../../question/ask-at-terminal.ts'
import { confirmSkipped } from '../../document/confirm-skipped.ts'
import { createAsker } from '../../question/create-asker.ts'
import { checkFolder } from '../../stored/check-folder.ts'
import { givenOptions } from './given-options.ts'
import type { RunCommandOptions } from './run-command-options.ts'
import { checkStoredBudget, completeBudget } from './complete-budget.ts'
import { checkTrust } from './check-trust.ts'
import { executeRun } from './execute-run.ts'
import { openCluster, type OpenedCluster } from '../cluster/open-cluster.ts'
import { checkPullOptions } from '../pull/check-pull-options.ts'
import { choosePush } from '../pull/choose-push.ts'
import { findPush, pushOutput } from '../pull/find-push.ts'
import { isDetached, isAttendedElsewhere, startDetached } from '../detach/start-detached.ts'
import { printNote } from '../../terminal/print-note.ts'
import { exitCode } from '../../terminal/exit-code.ts'
import { completeChecks } from '../../check/complete-checks.ts'
import { describeTdd } from '../../document/fact/describe-tdd.ts'
import { needsAgent } from '../../document/fact/needs-agent.ts'
import { planDryRun } from '../../document/dry-run/plan-dry-run.ts'
import { printDryRun } from '../../document/dry-run/print-dry-run.ts'
import { printIssues } from '../../document/print-issues.ts'
import { readChecks } from '../../check/read-checks.ts'
import { endsWithReview } from '../../setting/ends-with-review.ts'
import { namedAgents, readAgents, type ReadAgents } from '../../setting/agent/read-agents.ts'
import { readBudget } from '../../setting/read-budget.ts'
import { checkNotifications } from '../../setting/start-notifications.ts'
import { selectPhases } from '../../document/select-phases.ts'
import { readHeadBranch } from '../../stored/read-head-branch.ts'
import { storeFlags } from '../../stored/stored-flags.ts'
import { openConfined } from '../../stored/open-confined.ts'
import { estimateRun } from '../../stored/estimate/estimate-run.ts'
import { findIntegration } from '../../stored/find-integration.ts'
import { placedIssue } from '../../document/place-of-issue.ts'
import { planOfFile } from '../../document/plan-of-file.ts'
import { readPlanFile } from '../../document/read-plan-file.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { usageError } from '../../terminal/usage-error.ts'
import { newRun } from './new-run.ts'
import { offerAgent } from './offer-agent.ts'
import { unnamedAgent } from '../../setting/unnamed-agent.ts'
import { warnOfFailover } from '../../setting/failover/warn-of-failover.ts'

/** Runs a plan. Checks everything before writing anything. */
export const runCommand = async (
  terminal: Terminal,
  paths: readonly string[],
  given: RunCommandOptions,
): Promise<number> => {
  let options = given
  if (options.detach === true && options.dryRun !== true && !isDetached())
    return startDetached(terminal, options)
  if (paths.includes('-'))
    throw usageError(
      'A run needs a file with its plan, which - is not.',
      'Check the standard input with amelia check -, and pass a file to amelia run.',
    )
  const named = namedAgents(options)
  if (options.adapt === true && named.length === 0 && options.plugins?.driver === undefined)
    throw usageError('--adapt needs an agent that fixes steps.', 'Add --driver NAME, or leave out --adapt.')
  const configured = await readChecks(options)
  checkPlace(options)
  checkNotifications(options)
  const file = await readPlanFile(paths, options, splitBatches)
  const { plan: written, ok } = file.check
  if (options.format === 'github' && (!ok || options.dryRun === true)) {
    const { reportCheck } = await import('../github/report-check.ts')
    await reportCheck(terminal, file)
  }
  if (!ok || written === undefined) {
    printIssues(terminal, file)
    return exitCode.usage
  }
  await checkFolder(options.repo)
  await checkPullOptions(options)
  const attended = terminal.attended && options.json !== true
  const opened = await openConfined(terminal, options, { attended })
  if (opened === undefined) return exitCode.cancelled
  options = opened.options
  const cluster = await openCluster(terminal, opened.host, options)
  const { host } = cluster.adapters
  const own = await planOfFile(written, file, options.repo)
  const plan = await selectPhases(own, options, findIntegration(host, own))
  options = await offerAgent(terminal, options, { plan, attended })
  const agents = await readAgents(options, { plan, finalReview: endsWithReview(plan, options) })

  options = checkStoredBudget(terminal, options, agents)

  const asker = attended ? createAsker(terminal, plan) : undefined
  const verify = await completeChecks(terminal, configured, { ...options, attended })
  const runOptions = runOptionsOf(plan, options, { cluster: cluster.adapters, verify, agents, asker })
  const checked = await newRun(terminal, file, runOptions, options)
  if (checked === undefined) return exitCode.usage
  const push =
    options.pr === true
      ? await findPush(options, { target: options.target, base: await readHeadBranch(options.repo) })
      : undefined
  if (options.dryRun === true) {
    const facts = await planDryRun(
      file.path,
      checked.plan,
      {
        ...options,
        ...(push && { push: pushOutput(push) }),
        ...(host.confinement && { confinement: host.confinement }),
        verify,
        estimate: (work) => estimateRun(host, work),
        firstPrompt: () => previewPrompt(checked, runOptions),
      },
      agents,
    )
    const issues = allIssues(file.check.issues, checked.warnings).map((issue) => placedIssue(file, issue))
    printDryRun(terminal, facts, issues, {
      json: options.json === true,
      needsTrust: options.trust === undefined,
    })
    return exitCode.completed
  }
  checkTrust(options, { attended })
  const chosen = await choosePush(terminal, push, { ...options, attended })
  if (chosen === undefined) return exitCode.cancelled
  const tdd = describeTdd(plan, { tdd: options.tdd, hasTests: verify['test'] !== undefined })
  if (options.json !== true && !terminal.quiet) {
    printIssues(terminal, file)
    if (tdd !== undefined) printNote(terminal, `note: TDD ${tdd}.\n`)
  }
  const refused = await confirmSkipped(terminal, file, { ...options, attended })
  if (refused !== undefined) return refused
  if (options.inPlace === true && (options.concurrency ?? 1) > 1)
    printNote(
      terminal,
      'note: --concurrency has no effect with --in-place, which runs one phase at a time.\n',
    )
  warnOfFailover(terminal, agents)
  try {
    const limit = await completeBudget(terminal, { options, agents, plan: checked.plan, host, attended })
    if (limit === undefined) {
      terminal.error('Nothing was started.\n')
      return exitCode.cancelled
    }
    const isLimited = Object.keys(limit).length > 0
    const run = isLimited ? await createRun({ ...runOptions, ...readBudget(limit) }) : checked
    await storeFlags(terminal, { repo: options.repo, runId: run.id }, options)
    return await executeRun(terminal, run, plan, { ...options, ...chosen }, asker)
  } finally {
    await agents.close()
    await cluster.close()
  }
}

/** The issues of a plan, and changes that the run makes to it, each once. */
const allIssues = (issues: readonly PlanIssue[], changes: readonly PlanIssue[]): PlanIssue[] => {
  const known = new Set(issues.map(({ message }) => message))
  return [...issues, ...changes.filter(({ message }) => !known.has(message))]
}

/** Inputs of a run other than its options. */
interface RunParts {
  cluster: OpenedCluster['adapters']
  verify: Record<string, string[]>
  agents: ReadAgents
  asker: GateAsker | undefined
}

const runOptionsOf = (
  plan: Plan,
  options: RunCommandOptions,
  { cluster, verify, agents, asker }: RunParts,
): RunOptions => {
  const { yes = false, planApproved = yes, oneSession, commit, artifacts, tick } = options
  const isUnnamed =
    options.dryRun === true && agents.options.driver === undefined && needsAgent(plan).length > 0
  return {
    plan,
    ...cluster,
    planApproved,
    enablePhasedExecution: oneSession !== true,
    publish: commit === 'auto' ? 'phase' : commit,
    ...(options.inPlace && { inPlace: true }),
    ...(options.allowDirty && { allowDirty: true }),
    artifacts: artifacts ? 'commit' : 'none',
    tick,
    verify,
    secrets: readSecrets(process.env),
    ...agents.options,
    ...(isUnnamed && { driver: unnamedAgent(plan) }),
    ...(asker && { onGate: asker.ask }),
    ...((options.ui === true || isAttendedElsewhere()) && { attended: true }),
    ...givenOptions(options),
  }
}

/** Throws a usage error for options that contradict `--in-place`. */
const checkPlace = ({ inPlace, allowDirty, setup, copy, link }: RunCommandOptions): void => {
  if (allowDirty && !inPlace)
    throw usageError(
      '--allow-dirty needs --in-place: other runs never touch your checkout.',
      'Leave out --allow-dirty, or add --in-place.',
    )
  if (inPlace && (setup ?? copy ?? link))
    throw usageError(
      '--setup, --copy and --link prepare workspaces, and --in-place does not use any.',
      'Leave them out, and prepare your checkout before the run.',
    )
}
