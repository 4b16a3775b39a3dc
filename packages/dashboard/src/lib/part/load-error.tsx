import type { ReactNode } from 'react'
import { describeError } from '../format/describe-error.ts'

/** The properties of {@link LoadError}. */
export interface LoadErrorProps {
  /** The thing that cannot be read, such as `The diff`. */
  name: string
  error: unknown
  onRetry: () => void
}

/** Reports that something cannot be read, and offers to read it again. */
export const LoadError = ({ name, error, onRetry }: LoadErrorProps): ReactNode => (
  <div className="amelia-note amelia-load-error" data-tone="bad" role="alert">
    <p>
      <b>{name} cannot be read.</b> {describeError(error)}
    </p>
    <button type="button" className="amelia-small-button" onClick={onRetry}>
      Retry
    </button>
  </div>
)
