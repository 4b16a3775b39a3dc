import { invalidOption } from '../../error/check/check-options.ts'
import { AmeliaError } from '../../error/amelia-error.ts'
import { refNames } from '../../machine/state/ref-names.ts'
import { executionFolder } from '../../report/execution-folder.ts'
import { renderPlan } from '../../report/render/render-plan.ts'
import type { Performer } from '../performer.ts'
import { runMessage } from '../message/run-message.ts'

/**
 * Returns the commit that phases begin on: the base plus the plan in the run's folder, or the base itself if
 * the run commits no artifacts.
 *
 * The commit is the same each time, so repeating this after a crash changes nothing.
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

/** Explains the error of a tree that has no room for the run's folder. Returns other errors unchanged. */
export const noRoom = (error: unknown, folder: string): unknown =>
  AmeliaError.is(error, 'PATH_DENIED')
    ? invalidOption(
        'artifacts',
        `${error.message} The run commits its plan and report to ${folder}. Free that path, or run without artifacts (artifacts: 'none', --no-artifacts).`,
        error,
      )
    : error
