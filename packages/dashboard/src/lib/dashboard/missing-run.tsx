import type { ReactNode } from 'react'
import { describeError, isNotFound } from '../format/describe-error.ts'
import { EmptyState } from '../part/empty-state.tsx'

interface MissingRunProps {
  runId: string
  /** Why it cannot be followed. Default: it does not exist. */
  error?: unknown
  onRetry?: () => void
}

/** Explains why a run cannot be shown, and how to continue. */
export const MissingRun = ({ runId, error, onRetry }: MissingRunProps): ReactNode => {
  const isMissing = error === undefined || isNotFound(error)
  return (
    <div className="amelia-run-pane" role="alert">
      <h1 className="amelia-hidden" tabIndex={-1}>
        Run {runId}
      </h1>
      <EmptyState
        title={isMissing ? `Run ${runId} was not found` : 'This run cannot be shown'}
        action={
          !isMissing && (
            <button type="button" className="amelia-button" onClick={onRetry}>
              Connect again
            </button>
          )
        }
      >
        {isMissing
          ? 'It was deleted, belongs to another repository, or has not started. Choose a run in the list.'
          : describeError(error)}
      </EmptyState>
    </div>
  )
}
