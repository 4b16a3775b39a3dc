import type { Phase, PhaseReport } from '@amelia/core'
import { words } from '@amelia/core/view'
import type { ReactNode } from 'react'
import { StatusMark } from '../part/status-mark.tsx'
import { StepNode } from '../part/step-node.tsx'

type Subtask = NonNullable<PhaseReport['subtasks']>[number] & {
  steps?: readonly {
    id: string
    status: Subtask['status']
    command?: string
    startedAt?: string
    durationMs?: number
  }[]
}

/** The properties of {@link PhaseParts}. */
export interface PhasePartsProps {
  /** The status of the phase. */
  phase: PhaseReport['status']
  subtasks: readonly Subtask[]
  /** The subtasks in the plan, with the commands of their steps. */
  planned?: Phase['subtasks'] | undefined
  /** Cancels a running step. Absent: no buttons. */
  onCancel?: ((stepId: string) => void) | undefined
}

/** The subtasks of a phase, with their steps. */
export const PhaseParts = ({ phase, subtasks, planned = [], onCancel }: PhasePartsProps): ReactNode => (
  <section>
    <h3>Subtasks</h3>
    <ul className="amelia-parts">
      {subtasks.map(({ id, title, type, status, error, claimed, steps = [] }) => (
        <li key={id}>
          <p className="amelia-part">
            <StatusMark status={words.shownPartStatus({ status, ...(claimed && { claimed }) }, phase)} />
            <b>{words.plainLabel(id)}</b>
            <span className="amelia-wrap">{words.plainLabel(title)}</span>
            {type !== 'other' && <span className="amelia-chip">{type}</span>}
            {claimed && (
              <span className="amelia-chip" title="Reported by the agent, not observed by the engine">
                claimed
              </span>
            )}
          </p>
          {error !== undefined && <p className="amelia-part-error">{words.plainLabel(error)}</p>}
          {steps.length > 0 && (
            <ul className="amelia-steps">
              {steps.map((step) => (
                <StepRow
                  key={step.id}
                  {...{ step, phase, onCancel }}
                  planned={planned.flatMap((each) => each.steps).find((each) => each.id === step.id)}
                />
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  </section>
)

interface StepRowProps extends Pick<PhasePartsProps, 'phase' | 'onCancel'> {
  step: NonNullable<Subtask['steps']>[number]
  planned: Phase['subtasks'][number]['steps'][number] | undefined
}

/** A step with its command, its time, and while it runs its cancellation. */
const StepRow = ({ step, phase, planned, onCancel }: StepRowProps): ReactNode => {
  const { id, startedAt, durationMs } = step
  const command = step.command ?? planned?.command ?? planned?.filePath
  return (
    <li>
      <StepNode
        title={command === undefined ? id : `${id}: ${command}`}
        status={words.shownPartStatus(step, phase)}
        {...{ startedAt, durationMs }}
        onCancel={onCancel && (() => onCancel(id))}
      />
    </li>
  )
}
