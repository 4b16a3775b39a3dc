import { checkArgument } from '../error/check/check-options.ts'
import { list, shape, text } from '../error/check/rule.ts'

const phasesRule = list(
  shape('a phase, as viewPhases returns', { id: text, title: text, dependsOn: list(text) }),
  'a list of phases, as viewPhases returns',
)

const batchesRule = list(
  shape('a batch', { phases: list(text) }),
  'a list of batches, as planBatches returns',
)

/** Checks the phases and the batches that a function draws. Throws `OPTION_INVALID`. */
export const checkDrawing = (caller: string, phases: unknown, batches: unknown = []): void => {
  checkArgument(caller, 'phases', phases, phasesRule)
  checkArgument(caller, 'batches', batches, batchesRule)
}
