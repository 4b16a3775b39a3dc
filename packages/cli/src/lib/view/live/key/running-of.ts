import type { RunView } from '@amelia/core'
import { runCondition } from '@amelia/core/view'
import type { Cancellable } from './live-state.ts'

/** Returns the running phases, each at its running step. */
export const runningOf = ({ phases, activities }: RunView): Cancellable[] =>
  [...phases.values()]
    .filter(({ status }) => status === 'running')
    .map(({ id }) => {
      const { step } = activities.get(id) ?? {}
      return { phaseId: id, ...(step && { stepId: step.id }) }
    })

/** Whether a process runs the run. */
export const isRunning = (run: RunView): boolean => ['running', 'draining'].includes(runCondition(run).state)
