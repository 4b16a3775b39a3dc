import { AmeliaError } from '../error/amelia-error.ts'
import type { RevertScope } from '../machine/find-before.ts'
import { changesOf } from '../machine/adopt-plan.ts'
import type { InputDraft } from '../machine/input.ts'
import type { RunState } from '../machine/run-state.ts'
import type { PlanIssue } from '../plan/plan-issue.ts'
import type { Plan, PlanDraft } from '../plan/plan-schema.ts'
import { createEventHub } from './event-hub.ts'
import { findIntegrated } from './find-integrated.ts'
import { foldRun } from './fold-run.ts'
import { isOver } from './is-over.ts'
import { journalVersion } from './journal-version.ts'
import { makeRun } from './make-run.ts'
import type { Run } from './run.ts'
import type { RunAdapters } from './run-options.ts'
import { checkedPlan, shapePlan } from './shape-plan.ts'

export interface OpenRunOptions extends RunAdapters {
  runId: string
  /**
   * An edited plan to go on by, from `readPlan` or made in code. What that would change is in `run.changes` before the start; without it the
   * run goes by the plan that it knows, whatever became of the file.
   */
  plan?: Plan | PlanDraft
  /** Whether somebody has agreed to the commands that are new in that plan. Default: false: they are asked about. */
  planApproved?: boolean
}

/**
 * Takes up a stored run. Its state is the fold of its journal; `start` goes on with it.
 *
 * A run that is completed, partial or aborted is only looked at: its `start` gives the report.
 * Throws `RUN_NOT_FOUND`, `RUN_DAMAGED`, `RUN_VERSION`; with a plan also what `createRun` throws of one, and `RUN_ENDED` for a run that is
 * over. `start` throws `RUN_HELD` when another process has it.
 */
export const openRun = (options: OpenRunOptions): Promise<Run> => openStored(options, {})

/** The same, with more to say when it starts. */
export const openStored = async (options: OpenRunOptions, more: { revert?: RevertScope }): Promise<Run> => {
  const { host, runId, onListenerError = () => {} } = options
  const records = await host.store.load(runId)
  const hub = createEventHub(onListenerError)
  const { state, digest, version } = foldRun(runId, records, hub.recall)
  const edited = options.plan && (await readEdited(state, options.plan, options.driver !== undefined))
  return makeRun({
    ...options,
    state,
    digest,
    hub,
    warnings: edited?.issues ?? [],
    changes: edited ? changesOf(state, edited.plan) : [],
    first: {
      ...firstInput(options.driver?.provider),
      ...(version !== journalVersion && { version: journalVersion }),
      ...more,
      ...(edited && { plan: edited.plan, ...(options.planApproved === true && { planApproved: true }) }),
    },
    async hold() {
      const lease = await host.store.acquire(runId)
      try {
        const now = await host.store.load(runId)
        if (now.length !== records.length) throw wentOn(runId)
        const found = await findIntegrated(host.git, state)
        return { lease, nextSeq: records.length + 1, ...(found && { found }) }
      } catch (error) {
        await lease.release()
        throw error
      }
    },
  })
}

/** The edited plan as it would be run. */
const readEdited = async (
  state: RunState,
  draft: Plan | PlanDraft,
  hasDriver: boolean,
): Promise<{ plan: Plan; issues: PlanIssue[] }> => {
  const { runId, settings, closing } = state
  if (isOver(state) || closing?.updates)
    throw new AmeliaError(
      'RUN_ENDED',
      `Run ${runId} has come to its end: what is new in the plan is for a new run.`,
      { runId },
    )
  const given = checkedPlan(draft)
  const { trackerId } = state.plan
  const { shape = 'as it is', tdd } = settings
  return shapePlan(trackerId === undefined ? given : { ...given, trackerId }, { shape, tdd, hasDriver })
}

const wentOn = (runId: string): AmeliaError =>
  new AmeliaError('RUN_HELD', `Run ${runId} went on in another process since it was opened. Open it again.`, {
    runId,
    holder: 'another process',
  })

const firstInput = (provider: string | undefined): Extract<InputDraft, { type: 'run_resumed' }> => ({
  type: 'run_resumed',
  ...(provider !== undefined && { provider }),
})
