import type { PhaseReport } from '@amelia/core'
import { words } from '@amelia/core/view'
import type { ReactNode } from 'react'
import { StatusMark } from '../part/status-mark.tsx'

type Subtask = NonNullable<PhaseReport['subtasks']>[number] & {
  steps?: readonly { id: string; status: Subtask['status'] }[]
}

/** The properties of {@link PhaseParts}. */
export interface PhasePartsProps {
  /** The status of the phase. */
  phase: PhaseReport['status']
  subtasks: readonly Subtask[]
}

/** The subtasks of a phase, with their steps. */
export const PhaseParts = ({ phase, subtasks }: PhasePartsProps): ReactNode => (
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
                <li key={step.id}>
                  <StatusMark status={words.shownPartStatus(step, phase)} /> {words.plainLabel(step.id)}
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  </section>
)
