/**
 * The state of the connection to a run. `over`: the run has ended and sends nothing more. `failed`: the
 * connection is not retried by itself.
 */
export type Connection =
  | { state: 'connecting' }
  | { state: 'live' }
  | { state: 'reconnecting'; error: unknown }
  | { state: 'over' }
  | { state: 'failed'; error: unknown }
