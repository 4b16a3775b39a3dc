import type { SendResult } from '@amelia/core'
import { type ReactNode, useState } from 'react'
import { describeError } from '../format/describe-error.ts'
import { useIsOffline } from '../part/offline.ts'
import { Dialog } from '../part/dialog.tsx'
import type { DashboardSource } from '../source/dashboard-source.ts'

/** The part of a run to cancel: the run, the running phases of a batch, a phase, or a step. */
export interface CancelTarget {
  /** The phase. */
  phaseId?: string
  /** The step of the phase. */
  stepId?: string
  /** The batch, and those of its phases that are being worked on. */
  batch?: { number: number; phaseIds: readonly string[] }
}

/** The properties of {@link CancelDialog}. */
export interface CancelDialogProps {
  /** Receives the cancellation. */
  source: Pick<DashboardSource, 'send'>
  /** The run. */
  runId: string
  /** The part to cancel. Without a phase and a batch: the run. */
  target: CancelTarget
  /** Called when the dialog closes, with the outcome if something was cancelled. */
  onClose: (result?: SendResult) => void
}

const describe = ({ phaseId, stepId, batch }: CancelTarget): { name: string; text: string } => {
  if (batch)
    return {
      name: 'batch',
      text: `The running agents and commands of batch ${batch.number} will be terminated: ${batch.phaseIds.join(', ')}. Then you are asked how to continue.`,
    }
  if (stepId !== undefined)
    return {
      name: 'step',
      text: `The running process of step ${stepId} of phase ${phaseId ?? ''} will be terminated. Then you are asked how to continue.`,
    }
  if (phaseId !== undefined)
    return {
      name: 'phase',
      text: `The running agent and commands of phase ${phaseId} will be terminated. Then you are asked how to continue.`,
    }
  return {
    name: 'run',
    text: 'All running agents and commands will be terminated. The run can be resumed later.',
  }
}

/** Asks whether a run, a batch, a phase or a step is to be cancelled, and cancels it. */
export const CancelDialog = ({ source, runId, target, onClose }: CancelDialogProps): ReactNode => {
  const [isSending, setIsSending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const isOffline = useIsOffline()
  const { name, text } = describe(target)
  const cancel = async (): Promise<void> => {
    setIsSending(true)
    try {
      onClose(await sendCancellation(source, runId, target))
    } catch (error) {
      setIsSending(false)
      setProblem(describeError(error))
    }
  }
  return (
    <Dialog
      title={`Cancel this ${name}?`}
      onClose={onClose}
      actions={
        <>
          <button type="button" className="amelia-button" onClick={() => onClose()}>
            Keep running
          </button>
          <button
            type="button"
            className="amelia-button amelia-button-bad"
            disabled={isSending || isOffline}
            onClick={() => void cancel()}
          >
            {isSending ? 'Cancelling…' : `Cancel ${name}`}
          </button>
        </>
      }
    >
      <p>{text}</p>
      {problem !== undefined && (
        <p className="amelia-note" data-tone="bad" role="alert">
          {problem}
        </p>
      )}
    </Dialog>
  )
}

/**
 * Cancels a part of a run. Each phase of a batch is one cancellation: those that have ended since do not
 * count.
 */
const sendCancellation = async (
  source: CancelDialogProps['source'],
  runId: string,
  { batch, ...part }: CancelTarget,
): Promise<SendResult> => {
  if (!batch) return source.send(runId, { type: 'cancel', ...part })
  const results = await Promise.allSettled(
    batch.phaseIds.map((phaseId) => source.send(runId, { type: 'cancel', phaseId })),
  )
  const taken = results.find((result) => result.status === 'fulfilled')
  if (taken) return taken.value
  const [refused] = results.filter((result) => result.status === 'rejected')
  throw refused?.reason
}
