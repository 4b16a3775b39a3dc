/** Runs over HTTP: the handler. */
export { type Access, type Authenticate, type Caller } from './lib/access/caller.ts'
export { bearerTokens } from './lib/access/bearer-tokens.ts'
export { createHandler } from './lib/create-handler.ts'
export type {
  ChoicesRequest,
  HandlerOptions,
  OfferedPlanRequest,
  PlanRequest,
  ProvenRequest,
  ResumeRequest,
  StartedRun,
  StartRequest,
} from './lib/handler-options.ts'
export { type ResumedRun, resumeRuns, type ResumeRunsOptions } from './lib/resume-runs.ts'
export type {
  AmountRange,
  OfferedAgent,
  OfferedPlan,
  PhaseFigures,
  StartChoices,
  StartSettings,
} from './lib/wire/start-choices.ts'
export type { WatchedHost } from './lib/run-source.ts'
