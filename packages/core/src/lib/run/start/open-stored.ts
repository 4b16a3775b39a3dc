import type { JournalEnd } from '../../machine/state/git-comparison.ts'
import { AmeliaError } from '../../error/amelia-error.ts'
import { changesOf } from '../../machine/whole/adopt-plan.ts'
import type { JournalRecord } from '../../contract/run-store.ts'
import type { InputDraft, RevertScope } from '../../machine/state/input.ts'
import type { RunState } from '../../machine/state/run-state.ts'
import type { PlanIssue } from '../../plan/plan-issue.ts'
import type { Plan, PlanDraft } from '../../plan/plan-schema.ts'
import { compareWithGit } from '../journal/compare-with-git.ts'
import { createEventHub } from '../loop/event-hub.ts'
import { foldRun } from '../journal/fold-run.ts'
import { isOver } from '../journal/is-over.ts'
import { makeRun } from './make-run.ts'
import type { OpenRunOptions } from '../door/open-run.ts'
import type { Run } from '../door/run.ts'
import { checkedPlan, shapePlan } from '../settings/shape-plan.ts'

/** What `openRun` does, with more to say when the run starts. */
export const openStored = async (
  options: OpenRunOptions,
  more: { revert?: RevertScope } = {},
): Promise<Run> => {
  const { host, runId, onListenerError = () => {} } = options
  const records = await host.store.load(runId)
  const hub = createEventHub(onListenerError)
  const { state, digest } = foldRun(runId, records, { hear: hub.recall })
  const edited = options.plan && (await readEdited(state, options.plan, options))
  return makeRun({
    ...options,
    state,
    digest,
    hub,
    warnings: edited?.issues ?? [],
    changes: edited ? changesOf(state, edited.plan) : [],
    first: {
      ...firstInput(options.driver?.provider),
      journal: journalEnd(state, records),
      ...more,
      ...(edited && { plan: edited.plan, ...(options.planApproved === true && { planApproved: true }) }),
    },
    async hold() {
      const lease = await host.store.acquire(runId)
      try {
        const now = await host.store.load(runId)
        if (now.length !== records.length) throw wentOn(runId)
        const compared = await compareWithGit(host.git, state)
        return { lease, nextSeq: records.length + 1, compared }
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
  { driver, secrets }: OpenRunOptions,
): Promise<{ plan: Plan; issues: PlanIssue[] }> => {
  const { runId, settings, closing } = state
  if (isOver(state) || closing?.updates)
    throw new AmeliaError(
      'RUN_ENDED',
      `Run ${runId} has come to its end: what is new in the plan is for a new run.`,
      { runId },
    )
  const given = checkedPlan(draft, secrets)
  const { trackerId } = state.plan
  const { shape = 'as it is', tdd } = settings
  return shapePlan(trackerId === undefined ? given : { ...given, trackerId }, {
    shape,
    tdd,
    hasDriver: driver !== undefined,
  })
}

const wentOn = (runId: string): AmeliaError =>
  new AmeliaError('RUN_HELD', `Run ${runId} went on in another process since it was opened. Open it again.`, {
    runId,
    holder: 'another process',
  })

/** The first record has no time: it was written as the run started. */
const journalEnd = ({ startedAt }: RunState, records: readonly JournalRecord[]): JournalEnd => {
  const last = records.at(-1)?.value as { at?: unknown } | undefined
  const at = typeof last?.at === 'number' ? last.at : startedAt
  return { records: records.length, at: new Date(at).toISOString() }
}

const firstInput = (provider: string | undefined): Extract<InputDraft, { type: 'run_resumed' }> => ({
  type: 'run_resumed',
  ...(provider !== undefined && { provider }),
})
