import type { Phase, PhaseReport, RunView } from '@amelia/core'
import { words, workedTime } from '@amelia/core/view'
import type { Node, NodeProps } from '@xyflow/react'
import { memo, type ReactNode } from 'react'
import { clockTime } from '../format/clock-time.ts'
import { isWorking } from '../format/is-working.ts'
import { mostParts } from '../layout/place-plan.ts'
import { StatusMark } from '../part/status-mark.tsx'
import { useNow } from '../state/use-now.ts'
import { usePhase, usePhaseWait } from '../state/use-run-part.ts'
import { listParts, visibleParts } from './list-parts.ts'
import { StepNode } from './step-node.tsx'
import { useCanvas } from './use-canvas.ts'

/** The node of a phase in the canvas. */
export type PhaseFlowNode = Node<{ phase: Phase }, 'phase'>

/** A phase in the canvas: follows its own part of the run, and nothing else. */
export const PhaseNode = memo(({ data: { phase } }: NodeProps<PhaseFlowNode>): ReactNode => {
  const { store, onOpen, onCancel, focused, selected } = useCanvas()
  const isSelected = selected === phase.id
  const report = usePhase(store, phase.id)
  const wait = usePhaseWait(store, phase.id)
  const status = words.shownStatus(report)
  const { parts, hidden } = visibleParts(listParts(phase, report), mostParts)
  const reason = reasonOf(report) ?? (wait?.reason === 'gate' ? 'Waits for an answer.' : wait?.sentence)
  const why = reason === undefined ? undefined : words.plainLabel(reason)
  const cancel = onCancel && isWorking({ ...report, status }) ? onCancel : undefined
  return (
    <div
      className={`amelia-card amelia-is-${words.statusKind(status)}`}
      data-phase={phase.id}
      data-status={status}
      data-selected={isSelected || undefined}
    >
      <button
        type="button"
        className="amelia-card-head nodrag"
        tabIndex={focused === phase.id ? 0 : -1}
        aria-pressed={isSelected}
        data-focus={phase.id}
        // A key press counts no clicks.
        onClick={({ detail }) => onOpen(phase.id, detail === 0)}
      >
        <span className="amelia-card-top">
          {/* The status is read after the id, and once. */}
          <span className="amelia-card-mark" aria-hidden="true">
            <StatusMark status={status} />
          </span>
          <span className="amelia-hidden">Phase </span>
          <span className="amelia-card-id">{phase.id}</span>
          <span className="amelia-hidden">, {words.statusWord(status)}, </span>
          <span className="amelia-spacer" />
          {phase.risk === 'high' && <span className="amelia-chip amelia-chip-bad">High risk</span>}
          {report !== undefined && report.attempt > 1 && (
            <span className="amelia-chip">Attempt {report.attempt}</span>
          )}
          <PhaseTime phase={report} view={store.view()} />
        </span>
        <span className="amelia-card-title" title={words.plainLabel(phase.title)}>
          {words.plainLabel(phase.title)}
        </span>
        <span className="amelia-card-why" title={why}>
          {why ?? factsOf(report)}
        </span>
      </button>
      {cancel && (
        <button
          type="button"
          className="amelia-small-button amelia-card-cancel nodrag"
          tabIndex={focused === phase.id ? 0 : -1}
          aria-label={`Cancel phase ${phase.id}`}
          onClick={() => cancel({ phaseId: phase.id })}
        >
          Cancel phase
        </button>
      )}
      {parts.length > 0 && (
        <ul className="amelia-card-parts">
          {parts.map((part) => (
            <li key={`${part.level}:${part.id}`}>
              <StepNode
                {...part}
                onCancel={
                  part.level === 'step' && onCancel
                    ? () => onCancel({ phaseId: phase.id, stepId: part.id })
                    : undefined
                }
              />
            </li>
          ))}
          {hidden > 0 && <li className="amelia-card-more">{hidden} more parts</li>}
        </ul>
      )}
    </div>
  )
})
PhaseNode.displayName = 'PhaseNode'

/** The time of a phase, which ticks while it is being worked on. */
const PhaseTime = ({
  phase,
  view,
}: {
  phase: PhaseReport | undefined
  view: RunView | undefined
}): ReactNode => {
  const ticks = phase?.active === true
  const now = useNow(ticks)
  if (!view || phase?.durationMs === undefined) return null
  const ms = workedTime(view, now, phase)
  return <span className="amelia-number">{ticks ? clockTime(ms) : words.formatDuration(ms)}</span>
}

/** The reason why a phase ended without its work. */
const reasonOf = (phase: PhaseReport | undefined): string | undefined =>
  phase?.status === 'failed' || phase?.status === 'retrying'
    ? phase.failure?.message
    : phase?.blocked?.message

const factsOf = (phase: PhaseReport | undefined): string => {
  if (!phase) return ''
  const facts = [
    ...(isWorking(phase) || phase.status === 'pending' ? [words.statusWord(phase.status)] : []),
    ...(phase.commit === undefined ? [] : [phase.commit.slice(0, 7)]),
    ...(phase.spent === undefined || phase.spent.tokens === 0
      ? []
      : [`${words.formatCount(phase.spent.tokens)} tokens`]),
  ]
  return facts.join(' · ') || words.statusWord(phase.status)
}
