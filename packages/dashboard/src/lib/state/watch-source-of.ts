import { type Host, type RunStoreV1, watchRun } from '@amelia/core'
import type { RunWatchSource } from './create-run-store.ts'

/** The place where a run is: a dashboard's source, or a store, host or client as `watchRun` takes them. */
export type RunPlace =
  | { source: RunWatchSource }
  | { store: RunStoreV1 }
  | { host: Pick<Host, 'store' | 'clock'> }
  | { client: NonNullable<Parameters<typeof watchRun>[0]['client']> }

/** The sources of stores, hosts and clients: the same object always has the same one. */
const known = new WeakMap<object, RunWatchSource>()

/** Returns the source that watches the runs of a place. It depends on the object in the place alone. */
export const watchSourceOf = (place: RunPlace): RunWatchSource => {
  if ('source' in place) return place.source
  const [from, key] =
    'store' in place
      ? [{ store: place.store }, place.store]
      : 'host' in place
        ? [{ host: place.host }, place.host]
        : [{ client: place.client }, place.client]
  const source = known.get(key) ?? {
    watch: ({ signal, ...request }) => watchRun({ ...from, ...request, ...(signal && { signal }) }),
  }
  known.set(key, source)
  return source
}
