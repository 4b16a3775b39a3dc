import type { GateView, RunStatus } from '@amelia/core'

/** A message that a run has opened a gate or ended. */
export type Notification = {
  /**
   * Stays the same when the notification is sent again: the id of the run, and that of the gate or the number
   * of the event.
   */
  key: string
  runId: string
  /** ISO 8601 in UTC. */
  at: string
} & (
  | { type: 'gate_opened'; gate: GateView }
  | {
      type: 'run_ended'
      status: RunStatus
      goal: string
      /** The number of phases by their status. */
      phases: Record<string, number>
      /** The branch that people get. */
      target: string
      targetNote?: string
    }
)

/** Sends notifications, as `webhook` of this package and `commandNotifier` of `@amelia/node` do. */
export interface Notifier {
  /** Names it in warnings. It must not contain secrets. */
  id: string
  /**
   * Resolves when the notification is delivered, and rejects if it cannot be. Stops when the signal aborts.
   */
  send(notification: Notification, context: { signal: AbortSignal }): Promise<void>
}
