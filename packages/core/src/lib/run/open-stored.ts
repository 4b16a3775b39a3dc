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
import type { OpenRunOptions } from './open-run.ts'
import type { Run } from './run.ts'
import { checkedPlan, shapePlan } from './shape-plan.ts'

/** What `openRun` does, with more to say when the run starts. */
export const openStored = async (
  options: OpenRunOptions,
  more: { revert?: RevertScope } = {},
): Promise<Run> => {
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
