/** The rules of `performDispatch`, and of the parts that messages of workers share with it. */
import type { DispatchedWork } from '../../contract/dispatcher.ts'
import {
  aFunction,
  count,
  matching,
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

/** The name of a worker's claim, which is part of refs and paths. */
export const claimName = matching(/^[A-Za-z0-9-]{1,64}$/, 'at most 64 letters, digits and hyphens')

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
  claim: claimName,
  check: aFunction,
  replicas: optional(shape('the states of runs, from createReplicas', { clear: aFunction })),
})
