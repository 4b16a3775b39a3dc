import type { ControlCommand, GateAnswer, GateView, SendResult } from '@amelia/core'
import { type ReactNode, useCallback, useEffect, useRef } from 'react'
import { countOpen } from '../gate/count-open.ts'
import type { CancelTarget } from '../gate/cancel-dialog.tsx'
import { GatePanel } from '../gate/gate-panel.tsx'
import { BatchStepCanvas } from '../graph/batch-step-canvas.tsx'
import { EventLog } from '../log/event-log.tsx'
import { PhasePanel } from '../panel/phase-panel.tsx'
import { Tabs } from '../part/tabs.tsx'
import { useReturnedFocus } from '../part/use-returned-focus.ts'
import type { DashboardSource } from '../source/dashboard-source.ts'
import type { RunStore } from '../state/create-run-store.ts'
import { RunCost, RunTimeline } from './run-timeline.tsx'

/** The thing that a person looks at in a run. `byPerson`: a person chose the question: the focus follows. */
export type Shown =
  | { kind: 'gate'; id: string; byPerson?: true }
  | { kind: 'phase'; id: string; isWide?: boolean }
  | { kind: 'closed' }

interface RunBodyProps {
  store: RunStore
  source: DashboardSource
  /** Receives the answers. */
  answers: Pick<DashboardSource, 'send' | 'readDiff'>
  gates: readonly GateView[]
  /** The answers that a resume applies. */
  saved: readonly GateAnswer[]
  shown: Shown | undefined
  /** The view. */
  tab: string
  setTab(tab: string): void
  onShow(shown: Shown): void
  canOperate: boolean
  onCancel: ((target: CancelTarget) => void) | undefined
  onAnswered(result: SendResult, command: ControlCommand, gateId: string): void
  onRefused(error: unknown): void
}

const views = [
  { id: 'graph', label: 'Graph' },
  { id: 'timeline', label: 'Timeline' },
  { id: 'events', label: 'Events' },
  { id: 'cost', label: 'Cost' },
] as const

/** The views of a run: its open questions, the graph and the others, and a panel for a phase beside them. */
export const RunBody = ({
  store,
  source,
  gates,
  saved,
  shown,
  onShow,
  ...props
}: RunBodyProps): ReactNode => {
  const { answers, canOperate, tab, setTab, onCancel, onAnswered, onRefused } = props
  const gate = shown?.kind === 'gate' ? gates.find(({ id }) => id === shown.id) : undefined
  const body = useRef<HTMLDivElement>(null)
  const isWide = shown?.kind === 'phase' && shown.isWide === true
  const openPhase = (id: string): void => onShow({ kind: 'phase', id, isWide })
  const openCard = useCallback(
    (id: string, byKey?: boolean): void => onShow({ kind: 'phase', id, isWide: byKey === true }),
    [onShow],
  )
  const close = useCallback((): void => onShow({ kind: 'closed' }), [onShow])
  const closePhase = (id: string): void => {
    close()
    // The graph is made again after a phase over the whole width.
    if (isWide) focusCard(body.current, id)
  }
  const open = countOpen(gates, saved)
  const questions =
    gates.length === 0
      ? []
      : [{ id: 'question', label: gates.length === 1 ? 'Question' : 'Questions', count: open }]
  const select = (id: string): void => {
    const [first] = gates
    if (id === 'question' && first) return onShow({ kind: 'gate', id: gate?.id ?? first.id })
    if (gate) close()
    setTab(id)
  }
  return (
    <div
      className="amelia-body"
      ref={body}
      // Without this condition, Escape would keep the next question closed.
      onKeyDown={(event) => event.key === 'Escape' && !event.defaultPrevented && shown && close()}
    >
      {!isWide && (
        <Tabs
          label="Views of the run"
          tabs={[...questions, ...views]}
          selected={gate ? 'question' : tab}
          onSelect={select}
        >
          {gate ? (
            <Question key={gate.id} takesFocus={shown?.kind === 'gate' && shown.byPerson === true}>
              <GatePanel
                {...{ store, gate, saved, onRefused }}
                source={answers}
                canAnswer={canOperate}
                onOpen={openPhase}
                onAnswered={(result, command) => onAnswered(result, command, gate.id)}
              />
            </Question>
          ) : (
            <>
              {tab === 'graph' && (
                <BatchStepCanvas
                  {...{ store, onCancel }}
                  selected={shown?.kind === 'phase' ? shown.id : undefined}
                  onOpen={openCard}
                  onClose={close}
                />
              )}
              {tab === 'timeline' && <RunTimeline store={store} onSelect={openPhase} />}
              {tab === 'events' && <EventLog store={store} onSelect={openPhase} />}
              {tab === 'cost' && <RunCost store={store} onSelect={openPhase} />}
            </>
          )}
        </Tabs>
      )}
      {shown?.kind === 'phase' && (
        <PhasePanel
          key={shown.id}
          {...{ store, source, canOperate, onCancel }}
          phaseId={shown.id}
          isWide={isWide}
          onWide={(wide) => onShow({ kind: 'phase', id: shown.id, isWide: wide })}
          onOpen={openPhase}
          onClose={() => closePhase(shown.id)}
        />
      )}
    </div>
  )
}

/** Moves the focus to a question that a person opened, and returns it afterwards. */
const Question = ({ takesFocus, children }: { takesFocus: boolean; children: ReactNode }): ReactNode => {
  const element = useRef<HTMLDivElement>(null)
  useReturnedFocus(element)
  useEffect(() => {
    if (takesFocus) element.current?.querySelector('h2')?.focus()
  }, [takesFocus])
  return (
    <div className="amelia-question-view" ref={element}>
      {children}
    </div>
  )
}

/** Moves the focus to the card of a phase once the graph shows it, for at most half a second. */
const focusCard = (body: HTMLElement | null, id: string, frames = 30): void => {
  const card = body?.querySelector<HTMLElement>(`[data-focus="${CSS.escape(id)}"]`)
  if (card) card.focus()
  else if (body && frames > 0) requestAnimationFrame(() => focusCard(body, id, frames - 1))
}
