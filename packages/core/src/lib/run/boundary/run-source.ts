import { invalidOption } from '../../error/check/check-options.ts'
import type { Clock } from '../../contract/clock.ts'
import type { Host } from '../../contract/host.ts'
import type { RunStoreV1 } from '../../contract/run-store.ts'
import { timerClock } from '../../contract/timer-clock.ts'
import { checkedHost } from './checked-host.ts'

/** A stored run, for functions that read the run or send it a request. */
export interface RunSource {
  /** The store that contains the run. Either this or `host` is required. */
  store?: RunStoreV1
  /** The host whose store contains the run, and whose clock is used. */
  host?: Pick<Host, 'store' | 'clock'>
  /** The id of the run. */
  runId: string
}

/**
 * Returns the store and the clock of a source, both with checked results. Without a host, the clock is that
 * of the program. Throws `OPTION_INVALID`.
 */
export const readSource = (
  caller: string,
  { store, host }: Omit<RunSource, 'runId'>,
): { store: RunStoreV1; clock: Clock } => {
  if (host && !store) return checkedHost({ store: host.store, clock: host.clock })
  if (store && !host) return checkedHost({ store, clock: timerClock() })
  throw invalidOption('store', `Pass either \`store\` or \`host\` to \`${caller}\`.`)
}
