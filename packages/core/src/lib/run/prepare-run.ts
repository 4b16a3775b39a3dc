import { refNames } from '../machine/ref-names.ts'
import { executionFolder } from '../report/execution-folder.ts'
import { renderPlan } from '../report/render-plan.ts'
import type { Engine } from './engine.ts'
import { runMessage } from './run-message.ts'

/**
 * The commit that phases begin on: the base with the plan in the run's folder, where every agent finds it, or the base itself.
 *
 * The same run gives the same commit, so a process that died after it changes nothing.
 */
export const prepareRun = async (engine: Engine, base: string): Promise<string> => {
  const { state, host } = engine
  const folder = executionFolder(state)
  if (folder === undefined) return base
  return host.git.compose({
    ref: refNames(state.runId).own('plan'),
    tree: await host.git.readTree(base),
    parent: base,
    files: { [`${folder}/plan.md`]: engine.redact(renderPlan(state.plan)) },
    message: runMessage(state, 'Plan'),
    date: Math.floor(state.startedAt / 1000),
  })
}
