/**
 * The functions that programs call to make, read and change runs. Each loads the engine when it is first
 * called: see decision 019. Only types are imported at once, so a program that never calls them loads none of
 * it.
 */
import { checkArgument } from '../error/check/check-options.ts'
import { aFunction, shape } from '../error/check/rule.ts'
import type { Report } from '../event/report.ts'
import type { RunEvent } from '../event/run-event.ts'
import type { ArchitectGuidance } from '../prompt/architect-guidance.ts'
import type { PhaseWait } from '../report/wait/phase-wait.ts'
import type { RunChange } from '../report/view/run-change.ts'
import { loadEngine } from './load-engine.ts'
import type { SendResult, AnswerRunOptions } from './mailbox/send-command.ts'
import type { RunOptions } from './settings/option/run-options.ts'
import type { CleanedRun, CleanRunOptions } from './start/clean-stored.ts'
import type { BulkCleanedRun, CleanRunsOptions } from './start/clean-all-stored.ts'
import type { ForkRunOptions } from './start/fork-stored.ts'
import type { ListedRun, ListRunsOptions } from './start/list-stored.ts'
import type { OpenRunOptions } from './start/open-stored.ts'
import type { FileDiff, ReadDiffOptions } from './start/read/read-stored-diff.ts'
import type { PhaseDetails, ReadPhaseOptions } from './start/read/read-phase-details.ts'
import type { ReadTranscriptOptions } from './start/read/read-stored-transcript.ts'
import type { ReadRunOptions, StoredRun } from './start/read/read-stored.ts'
import type { RevertRunOptions } from './start/revert-stored.ts'
import type { PerformDispatchOptions, PerformedDispatch } from './loop/worker/perform-dispatch-options.ts'
import type { Run } from './start/run.ts'
import type { WatchedEvent, WatchRunOptions } from './start/watch/watch-stored.ts'
import type { GeneratedPlan, GeneratePlanOptions } from './start/write-plan.ts'

/**
 * Creates a run. Checks the plan, the options and the repository; nothing is written or executed until
 * `start()`.
 *
 * Throws `PLAN_INVALID`, `OPTION_INVALID`, `DRIVER_MISSING`, `FUNCTION_MISSING`, `NOT_A_REPOSITORY`,
 * `REPOSITORY_NOT_READY`, `TARGET_INVALID`, `RUN_EXISTS`.
 */
export const createRun = async (options: RunOptions): Promise<Run> => (await loadEngine()).setUpRun(options)

/**
 * Opens a stored run from its journal; `start()` resumes it.
 *
 * `start()` of a completed, partial or aborted run finishes its clean-up, in case its process died before,
 * and returns its report. Throws `RUN_NOT_FOUND`, `RUN_DAMAGED`, `RUN_VERSION`; with a plan also what
 * `createRun` throws for one, and `RUN_ENDED` if the run has ended. `start()` throws `RUN_LOCKED` while
 * another process owns the run.
 */
export const openRun = async (options: OpenRunOptions): Promise<Run> =>
  (await loadEngine()).openStored(options)

/**
 * Creates a run that adopts the commits of another one before a phase, and runs the rest of the plan on top
 * of them, on its own branch. The other run stays as it is and may be running: the fork adopts what is
 * integrated now. Commits are adopted in the order of their integration, so those of parallel phases that
 * were integrated earlier are among them. If the phase is not integrated, all commits are adopted. A phase
 * that only the option `plan` has continues the other run: the fork may then have its branch as `target`.
 *
 * Plan, rules, checks and labels are those of the other run, as far as no option replaces them. Agents and
 * reviewers are not stored: pass them again. An adopted phase whose work another `plan` changes runs again.
 * Nothing is written until `start()`.
 *
 * Throws `NOT_FORKED`, `RUN_NOT_FOUND`, `RUN_DAMAGED`, `RUN_VERSION` and what `createRun` throws.
 */
export const forkRun = async (options: ForkRunOptions): Promise<Run> =>
  (await loadEngine()).forkStored(options)

/**
 * Performs one dispatch of a run that another process coordinates with a dispatcher: its sessions, commits,
 * checks and reviews. Follows the run's journal, and sends the results to the coordinator.
 *
 * The host has the store of the run and a clone of its repository. Throws `LEASE_LOST` and other errors of
 * `check`, of the store and of the plugins, `RUN_NOT_FOUND`, `RUN_DAMAGED` and `RUN_VERSION`: the work is
 * lost then, and a `work_lost` command tells the coordinator.
 */
export const performDispatch = async (options: PerformDispatchOptions): Promise<PerformedDispatch> =>
  (await loadEngine()).performStored(options)

/**
 * Reads a run without locking it. Another process may be running it.
 *
 * Throws `RUN_NOT_FOUND`, `RUN_DAMAGED`, `RUN_VERSION`, and `RUN_UNREADABLE` after the limit. The limit is
 * checked between records: a single slow record is not interrupted.
 */
export const readRun = async (options: ReadRunOptions): Promise<StoredRun> =>
  (await loadEngine()).readStored(options)

/**
 * Reads the facts about a phase that its report does not contain: its prompt, the names of its transcripts,
 * the changed files and its summary.
 *
 * Throws what `readRun` throws, and `OPTION_INVALID` for an unknown phase.
 */
export const readPhase = async (options: ReadPhaseOptions): Promise<PhaseDetails> =>
  (await loadEngine()).readPhaseDetails(options)

/**
 * Reads the transcript of a session by its name. Secrets were redacted before it was stored.
 *
 * Throws what `readRun` throws, and `OPTION_INVALID` for a name that the run's report does not list, and for
 * a transcript that was deleted.
 */
export const readTranscript = async (options: ReadTranscriptOptions): Promise<string> =>
  (await loadEngine()).readStoredTranscript(options)

/**
 * Reads the change of a run so far, or of one of its phases: of its commit or, before it is integrated, of
 * its last attempt with a commit. Empty if there is none. Files that the run commits about itself are left
 * out.
 *
 * At most 300 files of 512 kB each, and about 20,000 lines, have their lines; the others are only named.
 * Throws what `readRun` throws, `OPTION_INVALID` for an unknown phase, and `COMMIT_MISSING` for commits that
 * only another machine has.
 */
export const readDiff = async (options: ReadDiffOptions): Promise<FileDiff[]> =>
  (await loadEngine()).readStoredDiff(options)

/**
 * Iterates over the events of a run that any process executes: past events first, then each new one. All
 * viewers receive the same events, numbered without gaps. With `views` it also yields the changes of the
 * run's view, for `applyRunChange`.
 *
 * May begin before the run: it then waits for the run. Ends when the run has ended, or the signal aborts. A
 * run that waits for an answer, or whose process died, has not ended: another process may resume it.
 *
 * Throws `OPTION_INVALID`, `RUN_DAMAGED`, `RUN_VERSION` and `STORE_FAILED`. After an error, watch again with
 * `after`.
 */
export function watchRun(
  options: WatchRunOptions & { progress?: false; views?: false },
): AsyncIterable<RunEvent>
export function watchRun(options: WatchRunOptions & { views?: false }): AsyncIterable<WatchedEvent>
export function watchRun(options: WatchRunOptions): AsyncIterable<WatchedEvent | RunChange>
export async function* watchRun(options: WatchRunOptions): AsyncIterable<WatchedEvent | RunChange> {
  yield* (await loadEngine()).watchStored(options)
}

/**
 * Explains why a phase of a run, from `createRun`, `openRun` or `readRun`, is not running: as data, and as a
 * sentence. Returns undefined for a phase that is running or has ended. If there are several reasons, it
 * returns the one that a person can do most about.
 *
 * Throws `OPTION_INVALID` for an unknown phase.
 */
export const whyWaiting = (run: Pick<StoredRun, 'whyWaiting'>, phaseId: string): PhaseWait | undefined => {
  checkArgument('whyWaiting', 'run', run, aRun)
  return run.whyWaiting(phaseId)
}

const aRun = shape('a run, as createRun, openRun or readRun return', { whyWaiting: aFunction })

/**
 * Undoes a run, finished or not: restores its target branch and ends the run. The report says `reverted`, or
 * why the branch was left as it is. Nothing is lost: the commit that the branch pointed to stays under a ref
 * that the report names. For a reverted run it returns the report, and writes nothing.
 *
 * Throws `RUN_NOT_FOUND`, `RUN_LOCKED`, `RUN_DAMAGED`, `RUN_VERSION`.
 */
export const revertRun = async (options: RevertRunOptions): Promise<Report> =>
  (await loadEngine()).revertStored(options)

/**
 * Deletes the workspaces of a finished run, and those of its refs whose commits are in the history of the
 * target. The journal stays, so the run can still be read. With `journal`, deletes everything that is kept
 * for the run.
 *
 * Throws `RUN_NOT_ENDED` for a run that can be resumed, with `journal` only for one that waits for an answer,
 * `RUN_LOCKED`, and what `readRun` throws.
 */
export const cleanRun = async (options: CleanRunOptions): Promise<CleanedRun> =>
  (await loadEngine()).cleanStored(options)

/**
 * Lists the stored runs, newest first; with `labels` and `status` only those that match. A run that cannot be
 * read is listed with the reason.
 *
 * Throws `OPTION_INVALID` and the errors of the store.
 */
export const listRuns = async (options: ListRunsOptions): Promise<ListedRun[]> =>
  (await loadEngine()).listStored(options)

/**
 * Cleans all runs of at least an age, as {@link cleanRun} does for one, and reports each. Runs that a process
 * owns, that can be resumed or that cannot be read are kept, with the reason.
 *
 * Throws `OPTION_INVALID` and the errors of `listRuns`.
 */
export const cleanRuns = async (options: CleanRunsOptions): Promise<BulkCleanedRun[]> =>
  (await loadEngine()).cleanAllStored(options)

/**
 * Sends an answer, a cancellation or a drain request to a run that another process may own.
 *
 * Requests that cannot succeed are refused at once, judged by the run's journal, and not stored. An answer to
 * a run that no process owns is stored, and the next process applies it first. `cancel` and `drain` only
 * apply to the process that owns the run now.
 *
 * Throws `COMMAND_INVALID`, `GATE_UNKNOWN`, `GATE_EXPIRED`, `GATE_CHOICE`, `NOT_CANCELLED`, `RUN_ENDED`,
 * `RUN_NOT_FOUND`, `RUN_DAMAGED` and `RUN_VERSION`. Each of them may also come after the wait, because the
 * first of two answers wins. The same holds for stored answers: a different second one throws `GATE_EXPIRED`,
 * an equal one changes nothing.
 */
export const answerRun = async (options: AnswerRunOptions): Promise<SendResult> =>
  (await loadEngine()).sendCommand(options)

/**
 * Asks an agent to read the repository and write a plan for a goal (seed: intelligent-execution, Architect
 * Integration).
 *
 * The agent has read access to a workspace of the last commit. Its plan is parsed like any other; errors are
 * sent back in the same session. A plan in prose, or in another format than requested, is an error. The plan
 * is marked as unapproved (`byAgent`), so `createRun` without `planApproved` opens the plan gate.
 *
 * Throws `PLAN_NOT_WRITTEN` with the last text if errors remain, `DRIVER_FAILED` if a session fails,
 * `CALL_ABANDONED`, `OPTION_INVALID`, `NOT_A_REPOSITORY`, `REPOSITORY_NOT_READY`.
 */
export const generatePlan = async (options: GeneratePlanOptions): Promise<GeneratedPlan> =>
  (await loadEngine()).writePlan(options)

/**
 * Builds the instructions for an agent that writes a plan: parts, tests first, risk, batches, commands,
 * dependencies, and an example in the format (seeds: intelligent-execution, Architect Integration;
 * phased-execution, TDD Workflow).
 *
 * The caller adds the goal and the context of the repository. The limits of batches are those of
 * `splitBatches`. Throws `OPTION_INVALID`.
 */
export const buildArchitectGuidance = async (guidance: ArchitectGuidance): Promise<string> =>
  (await loadEngine()).guideArchitect(guidance)
