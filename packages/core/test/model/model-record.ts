import type { InputOf } from '../../src/lib/machine/state/input/input.ts'
import { listPhases, type ModelRun } from './model-run.ts'

/**
 * DESIGN 5: an unfinished end is reported on the branch if a phase was published and no other move is left.
 */
const needsRecord = (run: ModelRun): boolean => {
  const { publish, artifacts } = run.world.rules
  const isKept = publish === 'phase' && (artifacts === 'commit' || run.world.marks === 'ticked')
  const isTold = run.record !== undefined || run.recorded === run.head.commit
  const isBusy = run.locks.length > 0 || (run.closing !== undefined && run.closing !== 'asking')
  const isLeft = listPhases(run).some(({ intent }) => intent === true)
  if (!isKept || isTold || isBusy || isLeft || run.reverting !== undefined || run.checkoutInUse) return false
  return listPhases(run, 'completed').length > 0
}

/** Ends the run after its report is committed. */
export const endRecorded = (run: ModelRun, how: 'failed' | 'cancelled' | 'aborted'): void => {
  if (needsRecord(run)) {
    run.record = { how, stage: 'close_run', commit: '' }
    run.status = 'running'
  } else Object.assign(run, { status: how, over: true })
}

/** Whether the report is being committed, which excludes everything else. */
export const isRecording = ({ record }: ModelRun): boolean =>
  record !== undefined && record.stage !== 'locked'

/** Whether a lock opens no gate, because the run ends. */
export const leavesLocks = (run: ModelRun): boolean =>
  isRecording(run) && (!run.record!.resumed || run.stopping !== undefined)

export const takeOfRecord = (
  run: ModelRun,
  input: InputOf<'run_composed' | 'refs_moved' | 'refs_refused' | 'closing_failed' | 'git_locked'>,
): void => {
  const record = run.record!
  if (input.type === 'run_composed' && input.updates.length > 0)
    return void Object.assign(record, { stage: 'move_refs', commit: input.commit })
  if (input.type === 'refs_moved') run.head.commit = record.commit
  if (input.type === 'git_locked' && record.stage === 'move_refs') record.stage = 'locked'
  else delete run.record
  const continuesAt = record.resumed && run.stopping !== 'aborted'
  if (!continuesAt) run.recorded = run.head.commit
  if (run.stopping !== 'aborted' && !record.resumed) Object.assign(run, { status: record.how, over: true })
}

/** A lock blocks the move, and the run is stopped. */
export const lockRecord = ({ record }: ModelRun): void => {
  if (record) record.stage = 'locked'
}

/** The next process finishes only a journalled move. */
export const resumeRecord = (run: ModelRun): void => {
  if (run.stopping !== 'aborted') delete run.recorded
  delete run.checkoutInUse
  if (!run.record) return
  if (run.record.stage === 'close_run') delete run.record
  else Object.assign(run.record, { stage: 'move_refs', resumed: true })
}
