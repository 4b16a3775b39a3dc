import { invalidOption } from '../../error/check/check-options.ts'
import { definedOf } from '../settings/defined-of.ts'
import type { JournalEnd } from '../../machine/state/git-comparison.ts'
import type { Budget } from '../../event/budget.ts'
import { spendKinds } from '../../policy/dispatch/find-exhausted.ts'
import { AmeliaError } from '../../error/amelia-error.ts'
import { changesOf } from '../../machine/whole/adopt-plan.ts'
import type { JournalRecord } from '../../contract/run-store.ts'
import type { DriverV1 } from '../../contract/driver.ts'
import type { RevertScope } from '../../event/gate-view.ts'
import type { RunState } from '../../machine/state/run-state.ts'
import type { PlanIssue } from '../../plan/plan-issue.ts'
import type { Plan, PlanDraft } from '../../plan/model/plan.ts'
import { checkCall } from '../boundary/check-call.ts'
import { checkedHost } from '../boundary/checked-host.ts'
import { compareWithGit } from '../journal/compare-with-git.ts'
import { createReportingHub } from '../journal/reporting-hub.ts'
import { foldRun } from '../journal/fold-run.ts'
import { readEndedSessions } from '../journal/read-ended-sessions.ts'
import { isOver } from '../journal/is-over.ts'
import { makeRun } from './make-run.ts'
import type { Run } from './run.ts'
import { losesConfinement } from '../settings/check-confinement.ts'
import { checkFunctions } from '../settings/check-functions.ts'
import { checkMeters, withReviewers } from '../settings/check-meters.ts'
import { checkPhaseNames, listDrivers } from '../settings/list-drivers.ts'
import { readDrivers } from '../settings/read-drivers.ts'
import { refuseInPlace } from '../settings/refuse-in-place.ts'
import { refuseOwnClone } from '../settings/refuse-own-clone.ts'
import { isAttended, type RunAdapters } from '../settings/option/run-adapters.ts'
import { keepIds } from '../../plan/source/rename-ids.ts'
import { checkedPlan } from '../../read/checked-plan.ts'
import { shapePlan } from '../settings/shape-plan.ts'
import { describeValue } from '../../error/check/describe-value.ts'

/** Options of `openRun`. */
export interface OpenRunOptions extends RunAdapters {
  /** The id of the stored run. */
  runId: string
  /**
   * An edited plan to continue with, from `readPlan` or built in code. `run.changes` lists its changes before
   * the start. Without it the run keeps the plan in its journal, whether or not the plan's file has changed.
   */
  plan?: Plan | PlanDraft | undefined
  /**
   * Whether the commands that are new in the edited plan are approved; all of its commands if the earlier
   * plan was never approved. Default: false, a gate asks about them.
   */
  planApproved?: boolean | undefined
  /**
   * New limits of the run's budget: totals, as in `createRun`. Each must be above what the run has used. An
   * open question about the budget is closed if no limit is used up any more. Default: the limits stay.
   */
  budget?: Budget | undefined
}

/** Implements `openRun`. */
export const openStored = async (options: OpenRunOptions): Promise<Run> => {
  checkCall('openRun', options)
  return openChecked(options)
}

/** Opens a run with checked options; with `revert` to undo it. */
export const openChecked = async (
  given: OpenRunOptions,
  more: { revert?: RevertScope } = {},
): Promise<Run> => {
  const options = { ...given, host: checkedHost(given.host) }
  const { host, runId } = options
  const records = await host.store.load(runId)
  const { hub, onListenerError } = createReportingHub(runId, options)
  const { state, digest, claims } = foldRun(runId, records, { receive: hub.recall })
  refuseOwnClone(state, host.git)
  refuseInPlace(state.settings.inPlace !== undefined, options.dispatcher)
  const unconfined = !more.revert && losesConfinement(runId, state.settings.confinement, host)
  const drivers = readDrivers(options.driver)
  const edited = options.plan && (await readEdited(state, options.plan, options))
  const plan = edited?.plan ?? state.plan
  checkPhaseNames(plan, options)
  const { all, input } = listDrivers(drivers, plan)
  const budget = options.budget && readLimits(state, options.budget, all, options)
  return makeRun({
    ...options,
    state,
    digest,
    claims,
    hub,
    onListenerError,
    warnings: edited?.issues ?? [],
    changes: edited ? changesOf(state, edited.plan) : [],
    first: {
      type: 'run_resumed',
      ...input,
      journal: journalEnd(state, records),
      ...more,
      ...(isAttended(options) && { attended: true }),
      ...(options.dispatcher && { workers: true }),
      ...(host.git.shared && { shared: true }),
      ...(turnsOff(state, options) && { unreviewed: true }),
      ...(unconfined && { unconfined }),
      ...(budget && { budget }),
      ...(edited && { plan: edited.plan, ...(options.planApproved === true && { planApproved: true }) }),
    },
    async lock() {
      if (!more.revert) checkFunctions(plan, options, (phaseId) => isDone(state, phaseId))
      const lease = await host.store.acquire(runId)
      try {
        const now = await host.store.load(runId)
        if (now.length !== records.length) throw wentOn(runId)
        // Those of an earlier process: a session that continues must not run twice. Those of workers go on.
        if (!options.dispatcher) {
          await host.commands?.endSessions?.(runId).catch(onListenerError)
          await host.commands?.endCommands?.(runId, { servers: false }).catch(onListenerError)
        }
        const compared = await compareWithGit(host.git, state, {
          ...(options.secrets && { secrets: options.secrets }),
          workers: options.dispatcher !== undefined,
        })
        const used = await readEndedSessions({
          ...{ state, drivers: withReviewers(all, options), clock: host.clock },
          ...{ hasWorkers: options.dispatcher !== undefined, onError: onListenerError },
        })
        return { lease, nextSeq: records.length + 1, compared, used }
      } catch (error) {
        await lease.release()
        throw error
      }
    },
  })
}

/** Whether the steps of a phase do not run any more. */
const isDone = (state: RunState, phaseId: string): boolean => {
  const status = state.phases[state.graph.index.get(phaseId) ?? -1]?.status
  return status === 'completed' || status === 'external' || status === 'skipped'
}

/** Whether this process turns off the reviews of the run. */
const turnsOff = ({ settings: { review } }: RunState, { reviewers }: RunAdapters): boolean =>
  reviewers?.length === 0 && (review.phase !== false || review.run !== false)

/** Checks new limits of the run's budget. */
const readLimits = (
  state: RunState,
  given: Budget,
  drivers: readonly DriverV1[],
  options: RunAdapters,
): Budget => {
  const { runId } = state
  if (isOver(state))
    throw new AmeliaError('RUN_ENDED', `Run ${runId} has ended, so its budget cannot change.`, { runId })
  const limits: Budget = definedOf(given)
  checkMeters(drivers, { ...options, budget: limits })
  for (const kind of spendKinds) {
    const { [kind]: limit = Infinity } = limits
    const spent = state.budget.spent[kind] ?? 0
    if (limit <= spent)
      throw invalidOption(
        'budget',
        `\`budget.${kind}\` is the limit of the full run: it must be above the ${spent} that run ${runId} has used; got ${describeValue(limit)}.`,
      )
  }
  return limits
}

/** Checks and shapes the edited plan. */
const readEdited = async (
  state: RunState,
  draft: Plan | PlanDraft,
  { driver, secrets }: OpenRunOptions,
): Promise<{ plan: Plan; issues: PlanIssue[] }> => {
  const {
    runId,
    settings,
    ending: { closing },
  } = state
  if (isOver(state) || closing?.updates)
    throw new AmeliaError(
      'RUN_ENDED',
      `Run ${runId} has ended, so its plan cannot change. Start a new run for the edited plan.`,
      { runId },
    )
  const given = keepIds(checkedPlan(draft, secrets), state.plan)
  const { trackerId } = state.plan
  const { shape = 'as it is' } = settings
  return shapePlan(trackerId === undefined ? given : { ...given, trackerId }, {
    ...settings,
    shape,
    hasDriver: (shaped) => listDrivers(readDrivers(driver), shaped).hasDriver,
  })
}

const wentOn = (runId: string): AmeliaError =>
  new AmeliaError(
    'RUN_LOCKED',
    `Run ${runId} was continued by another process after it was opened here. Open it again.`,
    {
      runId,
      holder: 'another process',
    },
  )

/** The first record has no timestamp; it was written when the run started. */
const journalEnd = ({ startedAt }: RunState, records: readonly JournalRecord[]): JournalEnd => {
  const last = records.at(-1)?.value as { at?: unknown } | undefined
  const at = typeof last?.at === 'number' ? last.at : startedAt
  return { records: records.length, at: new Date(at).toISOString() }
}
