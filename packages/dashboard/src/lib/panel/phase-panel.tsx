import { words } from '@amelia/core/view'
import { type ReactNode, useRef } from 'react'
import { isWorking } from '../format/is-working.ts'
import type { CancelTarget } from '../gate/cancel-dialog.tsx'
import { useDraft } from '../part/drafts.ts'
import { EmptyState } from '../part/empty-state.tsx'
import { StatusMark } from '../part/status-mark.tsx'
import { Tabs } from '../part/tabs.tsx'
import { useReturnedFocus } from '../part/use-returned-focus.ts'
import type { DashboardSource } from '../source/dashboard-source.ts'
import type { RunStore } from '../state/create-run-store.ts'
import { useRunView } from '../state/use-run-part.ts'
import { EvidenceView } from '../detail/evidence-view.tsx'
import { PhaseDiff } from '../detail/phase-diff.tsx'
import { PhaseOverview } from '../detail/phase-overview.tsx'
import { TranscriptView } from '../detail/transcript-view.tsx'
import { LiveProgress } from './live-progress.tsx'
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
  /** Called when a person wants to see another phase. */
  onOpen: (phaseId: string) => void
  /** Called when a person closes the panel. */
  onClose: () => void
  /** Called when a person wants to cancel the phase. */
  onCancel?: ((target: CancelTarget) => void) | undefined
}

const tabs = [
  { id: 'overview', label: 'Overview' },
  { id: 'diff', label: 'Diff' },
  { id: 'transcript', label: 'Transcript' },
  { id: 'evidence', label: 'Evidence' },
] as const

/** A phase in detail: its facts, changes, transcripts and evidence. Escape closes it. */
export const PhasePanel = ({ store, source, phaseId, ...props }: PhasePanelProps): ReactNode => {
  const { canOperate = true, onOpen, onClose, onCancel } = props
  const [tab, setTab] = useDraft<string>(`part:${store.runId}`, 'overview')
  const panel = useRef<HTMLElement>(null)
  useReturnedFocus(panel)
  const view = useRunView(store)
  const phase = view?.phases.get(phaseId)
  const works = phase !== undefined && isWorking(phase)
  const { runId } = store
  const revision = `${phase?.commit} ${phase?.attempt} ${phase?.status} ${phase?.spent?.sessions}`
  return (
    <aside
      className="amelia-panel"
      ref={panel}
      aria-label={`Phase ${phaseId}`}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <header className="amelia-panel-head">
        <div className="amelia-panel-top">
          <StatusMark status={words.shownStatus(phase)} />
          <span className="amelia-card-id">{phaseId}</span>
          <span className="amelia-spacer" />
          {canOperate && onCancel && works && (
            <button type="button" className="amelia-small-button" onClick={() => onCancel({ phaseId })}>
              Cancel phase
            </button>
          )}
          <button
            type="button"
            className="amelia-small-button"
            aria-label="Close the panel"
            onClick={onClose}
          >
            ✕
          </button>
        </div>
        <h2>{words.plainLabel(phase?.title ?? `Phase ${phaseId}`)}</h2>
      </header>
      {view && phase ? (
        <Tabs label="Details of the phase" tabs={tabs} selected={tab} onSelect={setTab}>
          <div className="amelia-panel-content">
            {tab === 'overview' && (
              <>
                <PhaseOverview {...{ view, phaseId }} onSelect={onOpen} />
                <LiveProgress {...{ store, phaseId }} />
                {canOperate && <SteerForm {...{ source, store, phaseId, works }} />}
              </>
            )}
            {tab === 'diff' && <PhaseDiff {...{ source, runId, phaseId, revision }} />}
            {tab === 'transcript' && <TranscriptView {...{ source, runId, phaseId, revision }} />}
            {tab === 'evidence' && <EvidenceView phase={phase} />}
          </div>
        </Tabs>
      ) : (
        <EmptyState title="No such phase">The plan of this run has no phase {phaseId}.</EmptyState>
      )}
    </aside>
  )
}
