/** Runs over HTTP: the typed client, without the handler. */
export {
  type Client,
  type ClientOptions,
  createClient,
  type WatchOptions,
} from './lib/client/create-client.ts'
export type { RemoteAccess } from './lib/access/remote-access.ts'
export type { RemoteListedRun, RemoteRun, RemoteWait } from './lib/wire/remote-run.ts'
