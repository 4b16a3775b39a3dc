import type { FrozenPhase } from '../../machine/state/frozen-run.ts'
import { executionFolder } from '../../report/execution-folder.ts'
import { planText } from '../own/plan-text.ts'
import type { Performer } from '../performer.ts'

/**
 * Finds the run's folder in the attempt's tree; undefined if the tree does not contain the present plan.
 *
 * After a person has edited the plan, the next phase's commit is the first one that contains it. A person may
 * also have changed the file on the target branch. The run's base never contains it: the prompt is a preview,
 * and the run will begin on a commit that does.
 */
export const findPlanFolder = async (
  { state, host: { git }, redact }: Pick<Performer, 'state' | 'host' | 'redact'>,
  { attempt: { base } }: FrozenPhase,
): Promise<string | undefined> => {
  const folder = executionFolder(state)
  if (folder === undefined || (state.plans === 1 && base === state.base)) return folder
  const content = await git.readFile(base, `${folder}/plan.md`)
  const isPresent = content !== null && new TextDecoder().decode(content) === planText({ state, redact }).text
  return isPresent ? folder : undefined
}
