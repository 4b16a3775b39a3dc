import { words } from '@amelia/core/view'
import type { ReactNode } from 'react'
import { StatusMark } from '../part/status-mark.tsx'
import type { OfferedPlan } from '@amelia/http/client'

interface PlanListProps {
  plans: readonly OfferedPlan[]
  /** The path of the plan that was opened. */
  opened: string | undefined
  onOpen: (path: string) => void
}

/** The plans of the repository, each with the result of its check. */
export const PlanList = ({ plans, opened, onOpen }: PlanListProps): ReactNode => (
  <details className="amelia-fold amelia-plans" open={opened === undefined}>
    <summary>
      {opened === undefined
        ? `Plans of this repository (${plans.length})`
        : `Opened ${words.plainLabel(opened)}`}
    </summary>
    <ul>
      {plans.map(({ path, title, phases, errors, warnings }) => (
        <li key={path}>
          <button type="button" onClick={() => onOpen(path)} aria-current={path === opened || undefined}>
            <span aria-hidden="true">
              <StatusMark status={errors > 0 ? 'failed' : warnings > 0 ? 'waiting' : 'completed'} />
            </span>
            <span className="amelia-plan-path">{words.plainLabel(path)}</span>
            <span className="amelia-muted amelia-plan-title">{words.plainLabel(title ?? '')}</span>
            <span className="amelia-muted amelia-number">
              {errors > 0 ? countOf(errors, 'error') : countOf(phases, 'phase')}
              {errors === 0 && warnings > 0 && `, ${countOf(warnings, 'warning')}`}
            </span>
          </button>
        </li>
      ))}
    </ul>
  </details>
)

const countOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
