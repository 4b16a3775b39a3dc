import type { Run } from '@amelia/core'
import { checkArgument, checkOptions, rules } from '@amelia/core/plugin'
import { type MeterProvider, metrics, type SpanContext, trace, type TracerProvider } from '@opentelemetry/api'
import { createRunMetrics } from './create-run-metrics.ts'
import { createRunSpans } from './create-run-spans.ts'
import { createSpanWriter, type SpanDraft } from './create-span-writer.ts'

/** A run, or another source of its events. */
export type TracedRun = Pick<Run, 'id' | 'subscribe'>

/** Options of {@link traceRun}. */
export interface TraceRunOptions {
  /** Default: the global one. It needs `runIdGenerator` as its `idGenerator`. */
  tracerProvider?: TracerProvider | undefined
  /** Default: the global one. */
  meterProvider?: MeterProvider | undefined
  /** A span of the caller, to which the run's span is linked. Default: none. */
  link?: SpanContext | undefined
  /**
   * Whether a process that resumes a run sends the spans of earlier processes again, with their ids, because
   * a process that was killed may not have sent its last ones. Default: true.
   */
  resend?: boolean | undefined
}

const { optional } = rules
const aRun = rules.shape('a run, as createRun returns', { id: rules.name, subscribe: rules.function })

/**
 * Sends traces and metrics of a run until the returned function is called. Call it before `start`.
 *
 * A span is created when it ends, with the times of its events. Trace and span ids are derived from the run's
 * id, so that a resumed run continues its trace. Metrics count only events of this process.
 */
export const traceRun = (run: TracedRun, options: TraceRunOptions = {}): (() => void) => {
  checkArgument('traceRun', 'run', run, aRun)
  checkOptions('traceRun', options, {
    tracerProvider: optional(rules.shape('a tracer provider', { getTracer: rules.function })),
    meterProvider: optional(rules.shape('a meter provider', { getMeter: rules.function })),
    link: optional(rules.object),
    resend: optional(rules.flag),
  })
  const tracer = (options.tracerProvider ?? trace.getTracerProvider()).getTracer('@amelia/otel')
  const meter = (options.meterProvider ?? metrics.getMeterProvider()).getMeter('@amelia/otel')
  // Past events are received inside of the call of `subscribe`.
  let live = false
  /** The spans of earlier processes, by key: one that was continued is only sent with its last end. */
  const past = new Map<string, SpanDraft>()
  const send = createSpanWriter(tracer, run.id, options.link)
  const measured = createRunMetrics(meter)
  const spans = createRunSpans({
    send: (span) => {
      if (live) send(span)
      else past.set(span.key, span)
    },
    ended: (part) => {
      if (live) measured.ended(part)
    },
  })
  const stop = run.subscribe({ after: 0, progress: true }, (event) => {
    if (!('seq' in event)) {
      if (event.type === 'plugin_event') spans(event)
      return
    }
    spans(event)
    measured.receive(event, live)
  })
  live = true
  if (options.resend !== false) for (const span of past.values()) send(span)
  return stop
}
