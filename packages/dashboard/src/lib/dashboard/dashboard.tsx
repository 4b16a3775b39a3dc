import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { describeError, isUnauthenticated, isUnreachable } from '../format/describe-error.ts'
import { type Drafts, DraftsContext } from '../part/drafts.ts'
import { EmptyState } from '../part/empty-state.tsx'
import { Offline } from '../part/offline.ts'
import { RunList } from '../runs/run-list.tsx'
import { useRuns } from '../runs/use-runs.ts'
import type { DashboardSource } from '../source/dashboard-source.ts'
import { PlanPreview } from '../start/plan-preview.tsx'
import { KeysDialog } from './keys-dialog.tsx'
import { RunPane } from './run-pane.tsx'
import { useAccess } from './use-access.ts'
import { useKeptFocus } from './use-kept-focus.ts'
import { usePageKeys } from './use-page-keys.ts'

/** The properties of {@link Dashboard}. */
export interface DashboardProps {
  /** Reads and controls the runs. Keep the object: another one connects again. */
  source: DashboardSource
  /** The run that is shown first. Default: the newest one then. Another one is shown after a click only. */
  runId?: string | undefined
  /** Called when a run is shown: the first one, and each that a person selects. */
  onSelect?: ((runId: string) => void) | undefined
  /** Called with a title for the page: the open questions, the state and the goal of the shown run. */
  onTitle?: ((title: string) => void) | undefined
  /** The theme. Default: that of the system. */
  theme?: 'light' | 'dark' | undefined
}

/** Everything about the runs of a source: their list, and the selected one. Fills the element around it. */
export const Dashboard = ({ source, runId, onSelect, onTitle, theme }: DashboardProps): ReactNode => {
  const { runs, error } = useRuns(source)
  const access = useAccess(source)
  const root = useRef<HTMLDivElement>(null)
  useKeptFocus(root)
  const [showsKeys, setShowsKeys] = useState(false)
  const openKeys = useCallback(() => setShowsKeys(true), [])
  usePageKeys(root, openKeys)
  const drafts = useMemo((): Drafts => new Map(), [source])
  const [chosen, setChosen] = useState(runId)
  const [showsPlan, setShowsPlan] = useState(false)
  const [isListOpen, setIsListOpen] = useState(false)
  const may = access.value
  const newest = runs?.[0]?.runId
  const selected = chosen ?? newest
  useEffect(() => {
    if (chosen !== undefined || newest === undefined) return
    // A run that starts later does not replace it.
    setChosen(newest)
    onSelect?.(newest)
  }, [chosen, newest, onSelect])
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
    <DraftsContext value={drafts}>
      <div
        ref={root}
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
            <button type="button" className="amelia-small-button" aria-label="Keys" onClick={openKeys}>
              ?
            </button>
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
          {(runs !== undefined || !isUnauthenticated(error)) && (
            <RunList source={source} selected={showsPlan ? undefined : selected} onSelect={select} />
          )}
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
          {(showsPlan || selected === undefined || isUnauthenticated(error)) && (
            <h1 className="amelia-hidden" tabIndex={-1}>
              {showsPlan ? 'New run' : 'Runs'}
            </h1>
          )}
          {(showsPlan || selected === undefined) && isUnreachable(error) && (
            <p className="amelia-banner" data-tone="warn" role="status">
              The server cannot be reached. The page connects again by itself.
            </p>
          )}
          {isUnauthenticated(error) ? (
            <EmptyState title="This page needs a new token">{describeError(error)}</EmptyState>
          ) : showsPlan ? (
            <Offline value={isUnreachable(error)}>
              <PlanPreview source={source} onStarted={select} />
            </Offline>
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
            <RunPane key={selected} source={source} runId={selected} onTitle={onTitle} />
          )}
        </main>
        {showsKeys && <KeysDialog onClose={() => setShowsKeys(false)} />}
      </div>
    </DraftsContext>
  )
}
