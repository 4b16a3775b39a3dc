import { isAnsweredBy } from '../../event/gate-view.ts'
import { sharePrefix } from '../settings/option/share-prefix.ts'
import type { RunSummary } from '../../contract/run-store.ts'
import { AmeliaError } from '../../error/amelia-error.ts'
import type { RunStatus } from '../../event/run-status.ts'
import type { RunCondition } from '../../report/words/run-condition.ts'
import { countPhases } from '../../report/count-phases.ts'
import { checkCall } from '../boundary/check-call.ts'
import { readSource, type RunSource } from '../boundary/run-source.ts'
import { readStored } from './read/read-stored.ts'

/** Options of `listRuns`. */
export interface ListRunsOptions extends Omit<RunSource, 'runId'> {
  /** Only runs that have all of these labels. Default: all runs. */
  labels?: Readonly<Record<string, string>> | undefined
  /** Only runs with one of these statuses. Default: all runs. */
  status?: readonly ListedRun['status'][] | undefined
  /** The most runs to return. Default: all. The runs after them are not read. */
  limit?: number | undefined
  /** The last run of the previous page: the list continues after it. Default: the newest run is the first. */
  after?: Pick<ListedRun, 'runId' | 'updatedAt'> | undefined
  /** Milliseconds that reading one run may take. Default: 2,000. */
  limitMs?: number | undefined
}

/** A run in a list. */
export interface ListedRun {
  /** The run's id. */
  runId: string
  /**
   * The status of the report; `not_started` for a run that was created and executed nothing, `damaged` for a
   * damaged journal, and `unreadable` for any other failure.
   */
  status: RunStatus | 'not_started' | 'damaged' | 'unreadable'
  /** Whether the run, or its last batch, was reverted: its status is `aborted`. */
  reverted?: true
  /** The title of the plan. Absent if the run cannot be read or never started. */
  title?: string
  /** The labels that the run was created with. Empty if it has none or cannot be read. */
  labels: Record<string, string>
  /** The time of the last write, ISO 8601 in UTC. */
  updatedAt: string
  /** The run as people see it. Absent if it cannot be read or never started. */
  condition?: RunCondition
  /** Whether a live process owns the run. */
  locked: boolean
  /** Whether the run can be resumed. */
  canGoOn: boolean
  /** The number of phases, and of those that are completed. Absent if the run cannot be read. */
  phases?: { done: number; all: number }
  /** The full name of the branch that receives the commits. Absent if the run cannot be read. */
  target?: string
  /** The cost of its sessions in US dollars; null if it is unknown. Absent if the run cannot be read. */
  usd?: number | null
  /** The number of open gates without a saved answer. */
  gates?: number
  /** Why the run cannot be read. */
  problem?: string
}

/** Implements `listRuns`. A run that cannot be read does not hide the others. */
export const listStored = async (options: ListRunsOptions): Promise<ListedRun[]> => {
  checkCall('listRuns', options)
  const { labels = {}, status, limit = Infinity, after, limitMs = 2_000 } = options
  const { store, clock } = readSource('listRuns', options)
  const runs: ListedRun[] = []
  for (const { runId, updatedAt, locked } of skipTo(after, await store.list())) {
    if (runId.startsWith(sharePrefix)) continue
    if (runs.length >= limit) break
    const known = { runId, updatedAt: new Date(updatedAt).toISOString() }
    const run = await readStored({
      ...{ host: { store, clock }, runId },
      limit: { ms: limitMs },
    }).then(
      ({ report, plan, condition, locked, canGoOn, savedAnswers }): ListedRun => ({
        ...known,
        status: report.status,
        ...{ condition, locked },
        ...(report.reverted && { reverted: true }),
        title: plan.title,
        labels: report.labels ?? {},
        canGoOn,
        phases: countPhases(report.phases),
        target: report.target,
        usd: report.spent.usd,
        gates: report.gates.filter((gate) => !isAnsweredBy(gate, savedAnswers)).length,
      }),
      (error: unknown): ListedRun => ({
        ...{ ...known, locked },
        ...describeFailure(runId, error),
        labels: {},
        canGoOn: false,
      }),
    )
    const hasLabels = Object.entries(labels).every(([key, value]) => run.labels[key] === value)
    if (hasLabels && (status?.includes(run.status) ?? true)) runs.push(run)
  }
  return runs
}

/** Leaves out the runs of earlier pages. A run that was written since then is now before them. */
const skipTo = (after: ListRunsOptions['after'], runs: readonly RunSummary[]): readonly RunSummary[] => {
  if (!after) return runs
  const time = Date.parse(after.updatedAt)
  const last = runs.findIndex(
    ({ runId, updatedAt }) => runId === after.runId && Math.trunc(updatedAt) === time,
  )
  return last >= 0 ? runs.slice(last + 1) : runs.filter(({ updatedAt }) => Math.trunc(updatedAt) <= time)
}

const describeFailure = (runId: string, error: unknown): Pick<ListedRun, 'status' | 'problem'> => {
  if (AmeliaError.is(error, 'RUN_NOT_FOUND')) return { status: 'not_started' }
  const status = AmeliaError.is(error, 'RUN_DAMAGED') ? 'damaged' : 'unreadable'
  return { status, problem: problemOf(runId, error) }
}

const problemOf = (runId: string, error: unknown): string => {
  if (AmeliaError.is(error)) return error.message
  return `Run ${runId} cannot be read: ${error instanceof Error ? error.message : String(error)}`
}
