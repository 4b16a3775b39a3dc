import type { Run, RunEventOf } from '@amelia/core'
import { checkArgument, checkOptions, rules } from '@amelia/core/plugin'
import type { Notification, Notifier } from './notification.ts'

/** Options of {@link notifyAbout}. */
export interface NotifyOptions {
  /** The receivers. Each gets its notifications in order; a slow one delays only itself. */
  notifiers: readonly Notifier[]
  /** Receives a warning if a notification could not be delivered. */
  onWarning: (message: string, error: unknown) => void
}

/** The deliveries of a run. */
export interface Notifications {
  /** Resolves when everything that was sent so far is delivered or has failed. */
  flush(): Promise<void>
  /** Sends nothing more, and stops the deliveries that are under way. */
  stop(): void
}

const aRun = rules.shape('a run, as createRun returns', { on: rules.function, gates: rules.function })
const notifier = rules.shape('a notifier, such as webhook()', { id: rules.text, send: rules.function })

/**
 * Sends a notification when a run opens a gate or ends. Call it before `start`; after `openRun`, it also
 * sends the gates that are still open again, with the same keys.
 *
 * A delivery never delays the run and never fails it. Notifications contain events of the run, whose secrets
 * are redacted.
 */
export const notifyAbout = (run: Pick<Run, 'id' | 'on' | 'gates'>, options: NotifyOptions): Notifications => {
  checkArgument('notifyAbout', 'run', run, aRun)
  checkOptions('notifyAbout', options, { notifiers: rules.list(notifier), onWarning: rules.function })
  const { notifiers, onWarning } = options
  const over = new AbortController()
  const { signal } = over
  const queues = new Map(notifiers.map((notifier) => [notifier, Promise.resolve()]))
  const send = (notification: Notification): void => {
    for (const [notifier, before] of queues) {
      const deliver = async (): Promise<void> => {
        await before
        if (signal.aborted) return
        try {
          await notifier.send(notification, { signal })
        } catch (error) {
          if (!signal.aborted) onWarning(describe(notifier, notification, error), error)
        }
      }
      queues.set(notifier, deliver())
    }
  }
  const openGate = (gate: Extract<Notification, { type: 'gate_opened' }>['gate'], at: string): void =>
    send({ key: `${run.id}:${encodeURIComponent(gate.id)}`, runId: run.id, at, type: 'gate_opened', gate })
  const known = run.gates()
  const stops = [
    run.on('run_resumed', ({ at }) => known.splice(0).forEach((gate) => openGate(gate, at))),
    run.on('gate_opened', ({ gate, at }) => openGate(gate, at)),
    run.on('run_ended', (event) => send(describeEnd(event))),
  ]
  return {
    flush: async () => void (await Promise.all(queues.values())),
    stop() {
      for (const stop of stops) stop()
      over.abort()
    },
  }
}

const describeEnd = ({ runId, at, seq, status, report }: RunEventOf<'run_ended'>): Notification => {
  const { goal, target, targetNote } = report
  const phases: Record<string, number> = {}
  for (const phase of report.phases) phases[phase.status] = (phases[phase.status] ?? 0) + 1
  const note = targetNote === undefined ? {} : { targetNote }
  return { key: `${runId}:${seq}`, runId, at, type: 'run_ended', status, goal, phases, target, ...note }
}

const describe = ({ id }: Notifier, { type, runId }: Notification, error: unknown): string => {
  const why = error instanceof Error ? error.message : String(error)
  return `The notification ${type} of run ${runId} was not delivered to ${id}: ${why}`
}
