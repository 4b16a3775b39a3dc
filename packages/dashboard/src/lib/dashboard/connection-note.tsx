import type { ReactNode } from 'react'
import { describeError } from '../format/describe-error.ts'
import type { RunStore } from '../state/create-run-store.ts'
import { useConnection } from '../state/use-run-part.ts'

/** Explains a connection that is lost or failed; nothing while it is fine. */
export const ConnectionNote = ({ store }: { store: RunStore }): ReactNode => {
  const connection = useConnection(store)
  if (connection.state === 'reconnecting')
    return (
      <p className="amelia-banner" data-tone="warn" role="status">
        The server cannot be reached. The page shows the last known state, and connects again by itself.
      </p>
    )
  if (connection.state !== 'failed') return null
  return (
    <div className="amelia-banner" data-tone="bad" role="alert">
      <span>{describeError(connection.error)}</span>
      <button type="button" className="amelia-small-button" onClick={store.retry}>
        Connect again
      </button>
    </div>
  )
}
