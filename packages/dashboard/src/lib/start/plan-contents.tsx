import type { Phase } from '@amelia/core'
import { words, showContent } from '@amelia/core/view'
import { type ReactNode, useMemo } from 'react'
import type { CheckedPlan } from '../source/dashboard-source.ts'
import { listCommands } from './list-commands.ts'

/** The properties of {@link PlanContents}. */
export interface PlanContentsProps {
  /** The plan. */
  plan: NonNullable<CheckedPlan['plan']>
  /** The phases of each batch. Default: one batch. */
  batches?: CheckedPlan['batches'] | undefined
  /** The minutes that the plan expects. */
  minutes?: number | undefined
  /** Whether the phases are folded, such as below their graph. Default: false. */
  isFolded?: boolean
}

const mostPhases = 200

/** The phases of a plan by batch, and the commands that it runs. */
export const PlanContents = ({ plan, batches, minutes, isFolded = false }: PlanContentsProps): ReactNode => {
  const commands = useMemo(() => listCommands(plan), [plan])
  const phases = useMemo(() => new Map(plan.phases.map((phase) => [phase.id, phase])), [plan])
  const groups = batches ?? [{ phases: plan.phases.map(({ id }) => id) }]
  const list = (
    <>
      <ol className="amelia-batches">
        {groups.slice(0, mostPhases).map(({ phases: ids }, index) => (
          <li key={index}>
            {batches && (
              <p className="amelia-batch-name">
                Batch {index + 1}
                {ids.length > 1 && <span className="amelia-muted"> {ids.length} phases</span>}
              </p>
            )}
            <ul>
              {ids.slice(0, mostPhases).map((id) => {
                const phase = phases.get(id)
                return phase && <PlannedPhase key={id} phase={phase} />
              })}
            </ul>
            {ids.length > mostPhases && <p className="amelia-muted">and {ids.length - mostPhases} more</p>}
          </li>
        ))}
      </ol>
      {groups.length > mostPhases && (
        <p className="amelia-muted">and {groups.length - mostPhases} more batches</p>
      )}
    </>
  )
  return (
    <div className="amelia-contents">
      <header>
        <h2>{words.plainLabel(plan.title || plan.goal) || 'Plan without a title'}</h2>
        {plan.goal !== '' && plan.goal !== plan.title && <p className="amelia-wrap">{plan.goal}</p>}
        <p className="amelia-muted">
          {[
            countOf(plan.phases.length, 'phase'),
            ...(batches ? [countOf(batches.length, 'batch', 'batches')] : []),
            commands.length === 0 ? 'no commands' : countOf(commands.length, 'command'),
            ...(minutes === undefined
              ? []
              : [`about ${minutes < 90 ? `${Math.round(minutes)} min` : `${Math.round(minutes / 60)} h`}`]),
          ].join(' · ')}
        </p>
      </header>
      {isFolded ? (
        <details className="amelia-fold">
          <summary>Phases in order</summary>
          {list}
        </details>
      ) : (
        list
      )}
      {commands.length > 0 && (
        <details className="amelia-fold" open={commands.length <= 20}>
          <summary>Commands that the plan runs ({commands.length})</summary>
          <ul className="amelia-commands">
            {commands.map(({ phaseId, stepId, as, command, cwd, shell, asks }, index) => (
              <li key={index}>
                <span className="amelia-command-place">{words.plainLabel(stepId ?? phaseId)}</span>
                <code>{showContent(command).join('\n')}</code>
                {as && <span className="amelia-chip">{as}</span>}
                {shell && <span className="amelia-chip amelia-chip-warn">shell</span>}
                {asks && <span className="amelia-chip amelia-chip-warn">asks first</span>}
                {cwd !== undefined && <span className="amelia-muted">in {words.plainLabel(cwd)}</span>}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

const PlannedPhase = ({ phase }: { phase: Phase }): ReactNode => {
  const { id, title, dependsOn, risk, subtasks, status } = phase
  const facts = [
    ...(dependsOn.length === 0
      ? []
      : [`after ${dependsOn.slice(0, 6).join(', ')}${dependsOn.length > 6 ? '…' : ''}`]),
    ...(subtasks.length === 0 ? [] : [countOf(subtasks.length, 'subtask')]),
    ...(status === 'pending' ? [] : [status]),
  ]
  return (
    <li className="amelia-planned">
      <b>{words.plainLabel(id)}</b>
      <span>
        {words.plainLabel(title)}{' '}
        {risk === 'high' && <span className="amelia-chip amelia-chip-bad">High risk</span>}{' '}
        {facts.length > 0 && <span className="amelia-muted">{words.plainLabel(facts.join(' · '))}</span>}
      </span>
    </li>
  )
}

const countOf = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count} ${count === 1 ? noun : plural}`
