/** The rules of `performDispatch`, and of the parts that messages of workers share with it. */
import type { DispatchedWork } from '../../contract/dispatcher.ts'
import { claim } from '../../error/check/claim.ts'
import {
  aFunction,
  count,
  name,
  optional,
  record,
  type Rules,
  type RulesOf,
  shape,
} from '../../error/check/rule.ts'

/** A dispatch. */
export const dispatchedWork = record({
  runId: name,
  phaseId: name,
  attempt: count,
  dispatch: count,
} satisfies RulesOf<DispatchedWork>)

/** The rules of a worker's options: the adapters that a run has, without those of its coordinator. */
export const workerRules = ({
  dispatcher: _,
  onGate: _onGate,
  attended: _attended,
  whenWaiting: _whenWaiting,
  retryRule: _retryRule,
  ...adapters
}: Rules) => ({
  ...adapters,
  work: dispatchedWork,
  claim,
  check: aFunction,
  replicas: optional(shape('the states of runs, from createReplicas', { clear: aFunction })),
})
