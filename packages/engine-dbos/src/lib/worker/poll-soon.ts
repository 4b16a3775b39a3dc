import { wfQueueRunner } from '@dbos-inc/dbos-sdk/internal/wfqueue'
import { workflowTimeoutConfig } from '@dbos-inc/dbos-sdk/internal/workflow_management'

/** The scheduler of DBOS's queues, whose types hide these members. */
interface Scheduler {
  states: Map<string, { nextPollAt: number }>
  scheduleDueQueues(
    executor: unknown,
    now: number,
    most: number,
    polls: ReadonlyMap<string, unknown>,
    wake: () => void,
  ): void
}

// Every second, each worker would look for registered queues, and for workflows that are delayed or have a
// deadline: there are none.
Object.assign(wfQueueRunner.constructor, { reconcileIntervalMs: 60_000, transitionIntervalMs: 60_000 })
workflowTimeoutConfig.pollingIntervalMs = 60_000

const scheduler = wfQueueRunner as unknown as Scheduler
const { scheduleDueQueues } = scheduler

let isAsked = false
let wakeScheduler = (): void => {}

// DBOS polls in intervals, and gives the function that ends its pause only to this method.
scheduler.scheduleDueQueues = (executor, now, most, polls, wake) => {
  wakeScheduler = wake
  // DBOS's own queue, where nothing ever waits: each poll of it would be four statements.
  scheduler.states.delete('_dbos_internal_queue')
  // A poll that has begun may have missed the dispatch.
  if (isAsked && polls.size === 0) {
    isAsked = false
    for (const state of scheduler.states.values()) state.nextPollAt = now
  }
  scheduleDueQueues.call(scheduler, executor, now, most, polls, wake)
}

/** Has this process poll its queues now, or as soon as the poll that is under way has ended. */
export const pollSoon = (): void => {
  isAsked = true
  wakeScheduler()
}
