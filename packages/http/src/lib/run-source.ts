import type { Host, RunStoreV1 } from '@amelia/core'

/** The part of a host that the handler uses. */
export type WatchedHost = Pick<Host, 'store' | 'clock'>

/** Where the runs are, as `watchRun` takes it. */
export type RunSource = { store: RunStoreV1 } | { host: WatchedHost }
