import { findPhaseId } from '../../../plan/source/find-phase-id.ts'
import { isShared } from '../../settings/refuse-own-clone.ts'
import type { Clock } from '../../../contract/clock.ts'
import { AmeliaError } from '../../../error/amelia-error.ts'
import type { Plan } from '../../../plan/model/plan.ts'
import { buildReport } from '../../../report/build-report.ts'
import { lacksProcess } from '../../../report/view/lacks-process.ts'
import { executionFolder } from '../../../report/execution-folder.ts'
import { isoTime } from '../../../report/iso-time.ts'
import type { RunSettings } from '../../../machine/state/run-settings.ts'
import { runCondition, type RunCondition } from '../../../report/words/run-condition.ts'
import { explainWait } from '../../../report/wait/explain-wait.ts'
import type { PhaseWait } from '../../../report/wait/phase-wait.ts'
import type { Report } from '../../../event/report.ts'
import { checkCall } from '../../boundary/check-call.ts'
import { checkedHost } from '../../boundary/checked-host.ts'
import { foldRun } from '../../journal/fold-run.ts'
import { isOver } from '../../journal/is-over.ts'
import { readSource, type RunSource } from '../../boundary/run-source.ts'
import { readSaved } from '../../mailbox/find-saved.ts'
import type { GateAnswer } from '../../mailbox/gate-question.ts'

/** Options of `readRun`. */
export interface ReadRunOptions extends RunSource {
  /** The time up to which a live process has worked, in milliseconds since 1970. Default: its last record. */
  now?: number | undefined
  /**
   * A time limit: `RUN_UNREADABLE` is thrown after `ms` milliseconds of the clock, by default the host's.
   * Default: no limit.
   */
  limit?: { clock?: Clock; ms: number } | undefined
}

/** A stored run as recorded in its journal. */
export interface StoredRun {
  /** The current plan: the edited one if the run was continued with one. */
  plan: Plan
  /**
   * Its status is the last that a process recorded: `running` also if that process died. Its phases, steps
   * and batches are then `interrupted`.
   */
  report: Report
  /** The run as people see it: `interrupted` if its process died. */
  condition: RunCondition
  /** Whether a live process owns the run. */
  locked: boolean
  /** Whether `openRun` and `start()` can resume it. */
  canGoOn: boolean
  /** The number of its last event. */
  seq: number
  /** The folder in the tree with its plan, summaries and report. Absent if it commits none. */
  folder?: string
  /** Whether several machines share its repository: `openRun` refuses a host that reaches one clone only. */
  isShared: boolean
  /** The checks that the run verifies its work with. */
  checks: RunSettings['checks']
  /** The stored answers to open gates that no process has applied yet. A resumed run applies them first. */
  savedAnswers: GateAnswer[]
  /** Explains why a phase was not running when the journal was read, as `Run` does. */
  whyWaiting(phaseId: string): PhaseWait | undefined
}

/** Implements `readRun`: loads and folds the journal within the limit. */
export const readStored = async (options: ReadRunOptions): Promise<StoredRun> => {
  checkCall('readRun', options)
  const { store, clock: own } = readSource('readRun', options)
  const { runId, now, limit } = options
  const { clock } = checkedHost({ clock: limit?.clock ?? own })
  const over = new AbortController()
  const until = limit === undefined ? Infinity : clock.now() + limit.ms
  const tooSlow = (): AmeliaError => unreadable(runId, limit!.ms)
  try {
    const late = limit && clock.wait(limit.ms, over.signal, 'limit').then(() => Promise.reject(tooSlow()))
    const within = <T>(reading: Promise<T>): Promise<T> =>
      late === undefined ? reading : Promise.race([reading, late])
    // Read first: a process records the end of its run before it releases the run.
    const lock = await within(store.lockOf(runId))
    const records = await within(store.load(runId))
    const { state } = foldRun(runId, records, {
      between: () => {
        if (limit && clock.now() > until) throw tooSlow()
      },
    })
    const lastAt = state.budget.lastAt ?? 0
    const isInterrupted = lacksProcess(state, lock)
    const report = buildReport(state, isInterrupted ? lastAt : (now ?? lastAt), { isInterrupted })
    const saved = report.gates.length === 0 ? [] : await within(readSaved(store, state))
    const folder = executionFolder(state)
    const at = isoTime(lastAt)
    return {
      plan: state.plan,
      report,
      condition: runCondition({ report, lock, at, now: own.now() }),
      locked: lock.locked,
      canGoOn: !isOver(state),
      seq: state.seq,
      ...(folder !== undefined && { folder }),
      isShared: isShared(state),
      checks: state.settings.checks,
      savedAnswers: saved.map(({ id: _, ...answer }) => answer),
      whyWaiting: (phaseId) => explainWait(state, own.now(), findPhaseId(state.graph.ids, phaseId)),
    }
  } finally {
    over.abort()
  }
}

const unreadable = (runId: string, ms: number): AmeliaError =>
  new AmeliaError(
    'RUN_UNREADABLE',
    `Run ${runId} could not be read within ${ms / 1000} s. To read it without a limit: amelia status ${runId}`,
    { runId, ms },
  )
