import { AmeliaError } from '../../error/amelia-error.ts'
import { refNames } from '../../machine/state/ref-names.ts'
import { executionFolder } from '../../report/execution-folder.ts'
import { renderPlan } from '../../report/render/render-plan.ts'
import type { Performer } from '../performer.ts'
import { runMessage } from './run-message.ts'

/**
 * The commit that phases begin on: the base with the plan in the run's folder, where every agent finds it, or the base itself.
 *
 * The same run gives the same commit, so a process that died after it changes nothing.
 */
export const prepareRun = async (performer: Performer, base: string): Promise<string> => {
  const { state, host } = performer
  const folder = executionFolder(state)
  if (folder === undefined) return base
  try {
    return await host.git.compose({
      ref: refNames(state.runId).own('plan'),
      tree: await host.git.readTree(base),
      parent: base,
      files: { [`${folder}/plan.md`]: performer.redact(renderPlan(state.plan)) },
      message: runMessage(state, 'Plan'),
      date: Math.floor(state.startedAt / 1000),
    })
  } catch (error) {
    throw noRoom(error, folder)
  }
}

/** The error of a tree in which something is in the way of the run's folder; every other error as it is. */
export const noRoom = (error: unknown, folder: string): unknown =>
  AmeliaError.is(error, 'PATH_DENIED')
    ? new AmeliaError(
        'OPTION_INVALID',
        `${error.message} The run keeps its plan and report in ${folder}: run it without them (artefacts: 'none', --no-artefacts), or make room there.`,
        { option: 'artefacts' },
        { cause: error },
      )
    : error
