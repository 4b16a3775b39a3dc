import type { Plan, TrustLevel } from '@amelia/core'
import { words } from '@amelia/core/view'
import { type ReactNode, useState } from 'react'
import { describeError } from '../format/describe-error.ts'
import { Dialog } from '../part/dialog.tsx'
import { listCommands } from './list-commands.ts'

/** The properties of {@link ConfirmStart}. */
export interface ConfirmStartProps {
  plan: Plan
  trust: TrustLevel
  /** Starts the run. The dialog stays open, with the error, if it fails. */
  onStart: () => Promise<void>
  onCancel: () => void
}

/** Asks a person before a run starts, and names what it may do. */
export const ConfirmStart = ({ plan, trust, onStart, onCancel }: ConfirmStartProps): ReactNode => {
  const [error, setError] = useState<unknown>()
  const [isStarting, setIsStarting] = useState(false)
  const commands = listCommands(plan).length
  const start = (): void => {
    setIsStarting(true)
    setError(undefined)
    onStart().catch((reason: unknown) => {
      setError(reason)
      setIsStarting(false)
    })
  }
  return (
    <Dialog
      title="Start this run?"
      onClose={() => {
        if (!isStarting) onCancel()
      }}
      actions={
        <>
          <button type="button" className="amelia-button" onClick={onCancel} disabled={isStarting}>
            Not now
          </button>
          <button
            type="button"
            className="amelia-button amelia-button-main"
            onClick={start}
            disabled={isStarting}
          >
            {isStarting ? 'Starting…' : 'Start the run'}
          </button>
        </>
      }
    >
      <p>
        <b>{words.plainLabel(plan.title || plan.goal) || 'The plan'}</b>: {plan.phases.length}{' '}
        {words.nounOf(plan.phases.length, 'phase')}
        {commands === 0 ? '' : ` and ${words.plural(commands, 'command')}`}, with {trust} trust. Its agents
        and commands run on the machine of the server.
      </p>
      {error !== undefined && (
        <p className="amelia-note" data-tone="bad" role="alert">
          The run did not start: {describeError(error)}
        </p>
      )}
    </Dialog>
  )
}
