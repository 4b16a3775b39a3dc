import type { PhaseReport, RunView } from '@amelia/core'
import { words } from '@amelia/core/view'
import { type ReactNode, useEffect, useRef } from 'react'
import { EvidenceView } from '../detail/evidence-view.tsx'
import { PhaseDiff } from '../detail/phase-diff.tsx'
import { PhaseOverview } from '../detail/phase-overview.tsx'
import { isWorking } from '../format/is-working.ts'
import type { CancelTarget } from '../gate/cancel-dialog.tsx'
import { useDraft } from '../part/drafts.ts'
import { EmptyState } from '../part/empty-state.tsx'
import { StatusMark } from '../part/status-mark.tsx'
import { Tabs } from '../part/tabs.tsx'
import { useReturnedFocus } from '../part/use-returned-focus.ts'
import { LiveSession } from '../session/live-session.tsx'
import { TranscriptView } from '../session/transcript-view.tsx'
import type { DashboardSource } from '../source/dashboard-source.ts'
import type { RunStore } from '../state/create-run-store.ts'
import { useNow } from '../state/use-now.ts'
import { useRunView } from '../state/use-run-part.ts'
import { SteerForm } from './steer-form.tsx'

/** The properties of {@link PhasePanel}. */
export interface PhasePanelProps {
  /** The run, as `useRun` returns it. */
  store: RunStore
  /** Reads diffs and transcripts, and receives texts for the agent. */
  source: DashboardSource
  /** The phase. */
  phaseId: string
  /** Whether the person may cancel and steer. Default: true. */
  canOperate?: boolean
  /** Whether the session is beside the changes, over the whole width. Default: false. */
  isWide?: boolean | undefined
  /** Called when a person wants the whole width, or no longer. Absent: no button. */
  onWide?: ((isWide: boolean) => void) | undefined
  /** Called when a person wants to see another phase. */
  onOpen: (phaseId: string) => void
  /** Called when a person closes the panel. */
  onClose: () => void
  /** Called when a person wants to cancel the phase. */
  onCancel?: ((target: CancelTarget) => void) | undefined
}

const session = { id: 'session', label: 'Session' }
const others = [
  { id: 'changes', label: 'Changes' },
  { id: 'checks', label: 'Checks' },
  { id: 'about', label: 'About' },
] as const

/**
 * A phase in detail: its sessions as they run, its changes so far, its checks and its facts, and a field for
 * texts to the agent. Escape closes it.
 */
export const PhasePanel = ({ store, source, phaseId, ...props }: PhasePanelProps): ReactNode => {
  const { canOperate = true, isWide = false, onClose } = props
  const panel = useRef<HTMLElement>(null)
  useReturnedFocus(panel)
  useEffect(() => {
    // The card that had the focus is not shown any more.
    if (isWide && !panel.current?.contains(document.activeElement))
      panel.current?.querySelector('h2')?.focus()
  }, [isWide])
  const view = useRunView(store)
  const phase = view?.phases.get(phaseId)
  const works = phase !== undefined && isWorking(phase)
  return (
    <aside
      className="amelia-panel"
      ref={panel}
      aria-label={`Phase ${phaseId}`}
      data-wide={isWide || undefined}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <PanelHead {...{ ...props, phaseId, phase, works, isWide, canOperate }} />
      {view && phase ? (
        <>
          <Content {...{ ...props, store, source, view, phase, works, isWide, canOperate }} />
          {canOperate && <SteerForm {...{ source, store, phaseId, works }} />}
        </>
      ) : (
        <EmptyState title="No such phase">The plan of this run has no phase {phaseId}.</EmptyState>
      )}
    </aside>
  )
}

type Given = Pick<PhasePanelProps, 'onOpen' | 'onClose' | 'onCancel' | 'onWide'> & {
  works: boolean
  isWide: boolean
  canOperate: boolean
}

const PanelHead = ({
  phaseId,
  phase,
  works,
  isWide,
  canOperate,
  onCancel,
  onWide,
  onClose,
}: Given & { phaseId: string; phase: PhaseReport | undefined }): ReactNode => (
  <header className="amelia-panel-head">
    <StatusMark status={words.shownStatus(phase)} />
    <h2 tabIndex={-1}>
      <span className="amelia-card-id">{words.plainLabel(phaseId)}</span>{' '}
      {words.plainLabel(phase?.title ?? `Phase ${phaseId}`)}
    </h2>
    {canOperate && onCancel && works && (
      <button type="button" className="amelia-small-button" onClick={() => onCancel({ phaseId })}>
        Cancel phase
      </button>
    )}
    {onWide && (
      <button
        type="button"
        className="amelia-small-button"
        aria-pressed={isWide}
        aria-label="Over the whole width"
        title="Over the whole width"
        onClick={() => onWide(!isWide)}
      >
        ⤢
      </button>
    )}
    <button type="button" className="amelia-small-button" aria-label="Close the panel" onClick={onClose}>
      ✕
    </button>
  </header>
)

type ContentProps = Given & Pick<PhasePanelProps, 'store' | 'source'> & { view: RunView; phase: PhaseReport }

/** How often the changes of a running phase are read, in milliseconds. */
const everyMs = 5_000

const Content = ({ store, source, view, phase, works, isWide, ...on }: ContentProps): ReactNode => {
  const { runId } = store
  const { id: phaseId, commit, attempt, status, spent } = phase
  const [chosen, setTab] = useDraft<string>(`part:${runId}`, 'session')
  const revision = `${commit} ${attempt} ${status} ${spent?.sessions}`
  const now = useNow(works)
  const sessions = (
    <TranscriptView
      {...{ source, runId, phaseId, revision }}
      live={works ? <LiveSession {...{ store, phaseId }} /> : undefined}
    />
  )
  const tabs = isWide ? others : [session, ...others]
  const tab = isWide && chosen === 'session' ? 'changes' : chosen
  const { onCancel, canOperate } = on
  const parts = (
    <Tabs label="Details of the phase" tabs={tabs} selected={tab} onSelect={setTab}>
      <div className="amelia-panel-content">
        {tab === 'session' && sessions}
        {tab === 'changes' && (
          <PhaseDiff
            {...{ source, runId, phaseId }}
            revision={works ? `${revision} ${Math.floor(now / everyMs)}` : revision}
          />
        )}
        {tab === 'checks' && <EvidenceView phase={phase} />}
        {tab === 'about' && (
          <PhaseOverview
            {...{ view, phaseId }}
            onSelect={on.onOpen}
            onCancelStep={canOperate && onCancel ? (stepId) => onCancel({ phaseId, stepId }) : undefined}
          />
        )}
      </div>
    </Tabs>
  )
  if (!isWide) return parts
  return (
    <div className="amelia-panel-columns">
      <section className="amelia-panel-session" aria-label="Sessions">
        {sessions}
      </section>
      {parts}
    </div>
  )
}
