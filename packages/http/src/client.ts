/** Runs over HTTP: the typed client, without the handler. */
export {
  type Client,
  type ClientOptions,
  createClient,
  type ListFilter,
  type WatchedRun,
  type WatchOptions,
} from './lib/client/create-client.ts'
export type { RemoteAccess } from './lib/access/remote-access.ts'
export type { RemoteListedRun, RemoteRun, RemoteWait } from './lib/wire/remote-run.ts'
export type { RetryOptions } from './lib/client/watch-remote.ts'
export type {
  AmountRange,
  OfferedAgent,
  OfferedPlan,
  PhaseFigures,
  StartChoices,
  StartSettings,
} from './lib/wire/start-choices.ts'
export type { SenderOptions } from './lib/client/create-sender.ts'
