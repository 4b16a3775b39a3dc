import { invalidOption } from '../../error/check/check-options.ts'
import { AmeliaError } from '../../error/amelia-error.ts'
import type { NotedStatement } from '../../event/noted-statement.ts'
import { refNames } from '../../machine/state/ref-names.ts'
import { executionFolder } from '../../report/execution-folder.ts'
import { planText } from '../own/plan-text.ts'
import type { Performer } from '../performer.ts'
import { runMessage } from '../message/run-message.ts'
import { addStatement } from './add-statement.ts'

/**
 * Returns the commit that phases begin on: the base plus the plan in the run's folder, or the base itself if
 * the run commits no artifacts; and the statement about the commit.
 *
 * The commit is the same each time, and the reference of the chain of statements is not moved here, so
 * repeating this after a crash changes nothing.
 */
export const prepareRun = async (
  performer: Performer,
  base: string,
): Promise<{ head: string; statement?: NotedStatement }> => {
  const { state, host } = performer
  const folder = executionFolder(state)
  if (folder === undefined) return { head: base }
  try {
    const head = await host.git.compose({
      ref: refNames(state.runId).own('plan'),
      tree: await host.git.readTree(base),
      parent: base,
      files: { [`${folder}/plan.md`]: planText(performer).text },
      message: runMessage(state, 'Plan'),
      date: Math.floor(state.startedAt / 1000),
    })
    const stated = { kind: 'run', name: 'run/plan', commit: head, parent: base } as const
    return { head, statement: await addStatement(performer, stated) }
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
