import type { Phase, PhaseReport, RunView } from '@amelia/core'
import { words, workedTime } from '@amelia/core/view'
import type { Node, NodeProps } from '@xyflow/react'
import { memo, type ReactNode } from 'react'
import { clockTime } from '../format/clock-time.ts'
import { isWorking } from '../format/is-working.ts'
import { Chips } from '../part/chips.tsx'
import { type Chip, listChips } from '../part/list-chips.ts'
import { StatusMark } from '../part/status-mark.tsx'
import { useNow } from '../state/use-now.ts'
import { usePhase, usePhaseActivity, usePhaseWait } from '../state/use-run-part.ts'
import { listParts } from './list-parts.ts'
import { SegmentBar } from './segment-bar.tsx'
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
  const activity = usePhaseActivity(store, phase.id)
  const parts = listParts(phase, report)
  const works = isWorking({ ...report, status })
  const said = works && activity?.text ? activity.text : undefined
  const reason =
    said ?? reasonOf(report) ?? (wait?.reason === 'gate' ? 'Waits for an answer.' : wait?.sentence)
  const why = reason === undefined ? undefined : words.plainLabel(reason)
  const cancel = works ? onCancel : undefined
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
        onClick={() => onOpen(phase.id, false)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // It would be a click too.
          event.preventDefault()
          onOpen(phase.id, true)
        }}
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
          <PhaseTime phase={report} view={store.view()} />
        </span>
        <span className="amelia-card-title" title={words.plainLabel(phase.title)}>
          {words.plainLabel(phase.title)}
        </span>
        <span className="amelia-card-why" title={why}>
          {why ?? words.statusWord(status)}
        </span>
        {parts.length > 0 && <SegmentBar parts={parts} />}
        <span className="amelia-card-chips">
          <Chips chips={chipsOf(report)} />
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

/** The figures of a phase that has begun: attempt, changed lines, checks, review and tokens. */
const chipsOf = (phase: PhaseReport | undefined): Chip[] => {
  if (!phase) return []
  const { attempt, lines, spent } = phase
  return [
    ...(attempt > 1 ? [{ text: `Attempt ${attempt}` }] : []),
    ...(lines ? [{ text: `+${lines.added} −${lines.removed}` }] : []),
    ...listChips([phase]).slice(0, 2),
    ...(spent && spent.tokens > 0 ? [{ text: `${words.formatCount(spent.tokens)} tokens` }] : []),
  ]
}
