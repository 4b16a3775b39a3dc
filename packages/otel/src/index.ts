/** OpenTelemetry traces and metrics of runs. */
export { type RunIdGenerator, runIdGenerator } from './lib/run-id-generator.ts'
export { type TracedRun, traceRun, type TraceRunOptions } from './lib/trace-run.ts'
