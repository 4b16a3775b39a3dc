import type { RunEvent, RunEventOf } from '@amelia/core'
import type { Meter } from '@opentelemetry/api'
import { sessionAttributes } from './session-attributes.ts'

/** A phase or an attempt that has ended. */
export interface EndedPart {
  kind: 'phase' | 'attempt'
  ms: number
  outcome: string
}

/** Counts the parts of a run. */
export interface RunMetrics {
  /** Counts a session or the end of the run. `live`: false for an event of an earlier process. */
  receive(event: RunEvent, live: boolean): void
  ended(part: EndedPart): void
}

/** Creates the metrics of a run. */
export const createRunMetrics = (meter: Meter): RunMetrics => {
  const tokens = meter.createHistogram('gen_ai.client.token.usage', {
    unit: '{token}',
    description: 'Tokens of a session, by type.',
  })
  const sessions = meter.createHistogram('gen_ai.client.operation.duration', {
    unit: 's',
    description: 'Duration of sessions.',
  })
  const cost = meter.createCounter('amelia.session.cost', {
    unit: '{USD}',
    description: 'Cost of sessions, as far as their drivers report it.',
  })
  const parts = {
    phase: meter.createHistogram('amelia.phase.duration', { unit: 's', description: 'Duration of phases.' }),
    attempt: meter.createHistogram('amelia.attempt.duration', {
      unit: 's',
      description: 'Duration of attempts at phases.',
    }),
  }
  const runs = meter.createHistogram('amelia.run.duration', { unit: 's', description: 'Duration of runs.' })
  /** The usage that was counted, by session. A later event has the usage since the session began. */
  const counted = new Map<string, { input: number; output: number; usd: number }>()
  const charge = (event: RunEventOf<'session_charged'>, live: boolean): void => {
    const before = counted.get(event.session)
    const now = { input: event.inputTokens ?? 0, output: event.outputTokens ?? 0, usd: event.usd ?? 0 }
    counted.set(event.session, now)
    if (!live) return
    const attributes = sessionAttributes(event)
    for (const type of ['input', 'output'] as const) {
      const more = now[type] - (before?.[type] ?? 0)
      if (event[`${type}Tokens`] !== undefined && more >= 0)
        tokens.record(more, { ...attributes, 'gen_ai.token.type': type })
    }
    const more = now.usd - (before?.usd ?? 0)
    if (event.usd !== null && more >= 0) cost.add(more, attributes)
    const error = event.failure === undefined ? {} : { 'error.type': event.failure }
    if (before === undefined) sessions.record(event.durationMs / 1000, { ...attributes, ...error })
  }
  return {
    receive(event, live) {
      if (event.type === 'session_charged') charge(event, live)
      else if (event.type === 'run_ended' && live)
        runs.record(event.report.durationMs / 1000, { 'amelia.outcome': event.status })
    },
    ended: ({ kind, ms, outcome }) => parts[kind].record(ms / 1000, { 'amelia.outcome': outcome }),
  }
}
