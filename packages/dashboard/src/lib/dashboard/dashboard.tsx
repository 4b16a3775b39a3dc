import { type ReactNode, useCallback, useState } from 'react'
import { EmptyState } from '../part/empty-state.tsx'
import { useLoaded } from '../part/use-loaded.ts'
import { RunList } from '../runs/run-list.tsx'
import { useRuns } from '../runs/use-runs.ts'
import type { DashboardSource } from '../source/dashboard-source.ts'
import { PlanPreview } from '../start/plan-preview.tsx'
import { RunPane } from './run-pane.tsx'

/** The properties of {@link Dashboard}. */
export interface DashboardProps {
  /** Reads and controls the runs. Keep the object: another one connects again. */
  source: DashboardSource
  /** The run that is shown first. Default: the newest. */
  runId?: string | undefined
  /** Called when a person selects a run. */
  onSelect?: ((runId: string) => void) | undefined
  /** The theme. Default: that of the system. */
  theme?: 'light' | 'dark' | undefined
}

/** Everything about the runs of a source: their list, and the selected one. Fills the element around it. */
export const Dashboard = ({ source, runId, onSelect, theme }: DashboardProps): ReactNode => {
  const { runs } = useRuns(source)
  const access = useLoaded(
    useCallback(() => source.readAccess(), [source]),
    '',
  )
  const [chosen, setChosen] = useState(runId)
  const [showsPlan, setShowsPlan] = useState(false)
  const [isListOpen, setIsListOpen] = useState(false)
  const may = access.value
  const selected = chosen ?? runs?.[0]?.runId
  const select = (id: string): void => {
    setChosen(id)
    setShowsPlan(false)
    setIsListOpen(false)
    onSelect?.(id)
  }
  const openPlan = (): void => {
    setShowsPlan(true)
    setIsListOpen(false)
  }
  const startPlan = may?.canCheck && source.checkPlan ? openPlan : undefined
  const startWord = may?.canStart ? 'New run' : 'Check a plan'
  const questions = runs?.reduce((sum, { gates = 0 }) => sum + gates, 0) ?? 0
  return (
    <div
      className="amelia amelia-dashboard"
      data-amelia-theme={theme}
      data-list={isListOpen ? 'open' : undefined}
    >
      <header className="amelia-bar-top">
        <button
          type="button"
          className="amelia-small-button"
          aria-expanded={isListOpen}
          onClick={() => setIsListOpen(!isListOpen)}
        >
          Runs{questions > 0 && <span className="amelia-count">{questions}</span>}
        </button>
        <strong className="amelia-brand">Amelia</strong>
      </header>
      <nav className="amelia-sidebar" aria-label="Runs">
        <div className="amelia-sidebar-head">
          <strong className="amelia-brand">Amelia</strong>
          <span className="amelia-spacer" />
          {startPlan && (
            <button
              type="button"
              className="amelia-small-button"
              aria-pressed={showsPlan}
              onClick={startPlan}
            >
              {startWord}
            </button>
          )}
        </div>
        <RunList source={source} selected={showsPlan ? undefined : selected} onSelect={select} />
      </nav>
      {isListOpen && (
        <button
          type="button"
          className="amelia-scrim"
          aria-label="Close the list of runs"
          onClick={() => setIsListOpen(false)}
        />
      )}
      <main className="amelia-main">
        {(showsPlan || selected === undefined) && (
          <h1 className="amelia-hidden">{showsPlan ? 'New run' : 'Runs'}</h1>
        )}
        {showsPlan ? (
          <PlanPreview source={source} onStarted={select} />
        ) : selected === undefined ? (
          <EmptyState
            title={runs ? 'Nothing to show yet' : 'Loading…'}
            action={
              runs &&
              startPlan && (
                <button type="button" className="amelia-button amelia-button-main" onClick={startPlan}>
                  {startWord}
                </button>
              )
            }
          >
            {runs && 'The graph, the progress and the questions of a run appear here.'}
          </EmptyState>
        ) : (
          <RunPane key={selected} source={source} runId={selected} />
        )}
      </main>
    </div>
  )
}
