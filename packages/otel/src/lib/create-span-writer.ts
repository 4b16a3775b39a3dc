import {
  type Attributes,
  type Context,
  type HrTime,
  ROOT_CONTEXT,
  type SpanContext,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Tracer,
} from '@opentelemetry/api'
import { deriveId } from './derive-id.ts'
import { withIds } from './run-id-generator.ts'

/** A finished span. */
export interface SpanDraft {
  /** Unique in the run, and equal in each process that reads the run's events. */
  key: string
  /** The key of its parent; undefined for the run. */
  parent?: string
  name: string
  /** Milliseconds since 1970. */
  start: number
  end: number
  attributes: Attributes
  /** The kind of error with which it ended. */
  error?: string
}

/**
 * Creates a function that sends finished spans of a run, with the ids that are derived from their keys. So
 * children can be sent before their parents, and by another process.
 *
 * `link`: a span of the caller, to which the run is linked.
 */
export const createSpanWriter = (tracer: Tracer, runId: string, link?: SpanContext) => {
  const traceId = deriveId(`trace ${runId}`, 32)
  const spanIdOf = (key: string): string => deriveId(`span ${runId} ${key}`, 16)
  const contextOf = (parent: string | undefined): Context =>
    parent === undefined
      ? ROOT_CONTEXT
      : trace.setSpanContext(ROOT_CONTEXT, {
          traceId,
          spanId: spanIdOf(parent),
          traceFlags: TraceFlags.SAMPLED,
          isRemote: true,
        })
  return ({ key, parent, name, start, end, attributes, error }: SpanDraft): void => {
    const options = {
      startTime: hrTime(start),
      attributes: {
        'amelia.run.id': runId,
        ...attributes,
        ...(error === undefined ? {} : { 'error.type': error }),
      },
      ...(link === undefined || parent !== undefined ? {} : { links: [{ context: link }] }),
    }
    const span = withIds({ traceId, spanId: spanIdOf(key) }, () =>
      tracer.startSpan(name, options, contextOf(parent)),
    )
    if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end(hrTime(Math.max(start, end)))
  }
}

// The SDK reads a number before its own start as an offset.
const hrTime = (ms: number): HrTime => [Math.floor(ms / 1000), (ms % 1000) * 1_000_000]
