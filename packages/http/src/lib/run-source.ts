import type { Host, RunStoreV1 } from '@amelia/core'

/** A host. Without its repository, runs are read and watched, but neither their changes nor their details. */
export type WatchedHost = Pick<Host, 'store' | 'clock'> & Partial<Host>

/** Where the runs are, as `watchRun` takes it. */
export type RunSource = { store: RunStoreV1 } | { host: WatchedHost }
