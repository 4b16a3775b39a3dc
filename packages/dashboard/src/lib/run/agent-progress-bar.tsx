import { countPhases, type ShownStatus } from '@amelia/core/view'
import type { ReactNode } from 'react'
import { StatusMark } from '../part/status-mark.tsx'
import type { RunStore } from '../state/create-run-store.ts'
import { useCondition } from '../state/read-condition.ts'
import { useRunView } from '../state/use-run-part.ts'
import { listStages, type RunStage } from './list-stages.ts'

/** The properties of {@link AgentProgressBar}. */
export interface AgentProgressBarProps {
  /** The run, as `useRun` returns it. */
  store: RunStore
}

const words = { plan: 'Plan', develop: 'Develop', review: 'Review', done: 'Done' } as const

const marks: Record<RunStage['state'], ShownStatus> = {
  over: 'completed',
  current: 'running',
  waiting: 'waiting',
  failed: 'failed',
  stopped: 'cancelled',
  open: 'pending',
}

/** The stages of a run in a line: plan, develop, review, done; with the number of completed phases. */
export const AgentProgressBar = ({ store }: AgentProgressBarProps): ReactNode => {
  const view = useRunView(store)
  const condition = useCondition(store)
  if (!view || !condition) return null
  const { done, all } = countPhases([...view.phases.values()])
  return (
    <div className="amelia-progress-bar">
      <ol className="amelia-stages" aria-label="Stages of the run">
        {listStages(view, condition).map(({ name, state }) => (
          <li
            key={name}
            data-state={state}
            aria-current={state === 'current' || state === 'waiting' ? 'step' : undefined}
          >
            <StatusMark status={state === 'stopped' ? condition.status : marks[state]} />
            {words[name]}
          </li>
        ))}
      </ol>
      <span className="amelia-number">
        {done} of {all} phases
      </span>
    </div>
  )
}
