import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { describeError, isUnauthenticated, isUnreachable } from '../format/describe-error.ts'
import { type Drafts, DraftsContext } from '../part/drafts.ts'
import { EmptyState } from '../part/empty-state.tsx'
import { Offline } from '../part/offline.ts'
import { RunList } from '../runs/run-list.tsx'
import { useRuns } from '../runs/use-runs.ts'
import type { DashboardSource } from '../source/dashboard-source.ts'
import { PlanPreview } from '../start/plan-preview.tsx'
import type { DashboardPlace } from './dashboard-place.ts'
import { KeysDialog } from './keys-dialog.tsx'
import { RunPane } from './run-pane.tsx'
import type { TitleMark } from './title-of.ts'
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
  /** The place to show. Another object is shown at once, such as after a step back in the history. */
  place?: DashboardPlace | undefined
  /** Called when a person goes to another place. `isStep`: it is worth a step in the history. */
  onPlace?: ((place: DashboardPlace, isStep: boolean) => void) | undefined
  /** Returns the address of a place: runs are links then. */
  hrefOf?: ((place: DashboardPlace) => string) | undefined
  /**
   * Called with a title for the page: the open questions, the state and the goal of the shown run. `mark`: it
   * asks a person, or has ended.
   */
  onTitle?: ((title: string, mark?: TitleMark) => void) | undefined
  /** A button beside the keys, such as one that asks for notifications. */
  aside?: ReactNode
  /** The theme. Default: that of the system. */
  theme?: 'light' | 'dark' | undefined
}

/** Everything about the runs of a source: their list, and the selected one. Fills the element around it. */
export const Dashboard = ({ source, runId, theme, ...props }: DashboardProps): ReactNode => {
  const { onSelect, onTitle, place, onPlace, hrefOf, aside } = props
  const { runs, error } = useRuns(source)
  const access = useAccess(source)
  const root = useRef<HTMLDivElement>(null)
  useKeptFocus(root)
  const [showsKeys, setShowsKeys] = useState(false)
  const openKeys = useCallback(() => setShowsKeys(true), [])
  usePageKeys(root, openKeys)
  const drafts = useMemo((): Drafts => new Map([['search', place?.search ?? '']]), [source])
  const [chosen, setChosen] = useState(place?.runId ?? runId)
  // The search and the place in the run come from different components, and are one address.
  const current = useRef<DashboardPlace>({ ...place })
  const go = useCallback(
    (next: DashboardPlace, isStep: boolean): void => {
      current.current = { ...current.current, ...next }
      onPlace?.(current.current, isStep)
    },
    [onPlace],
  )
  useEffect(() => {
    if (!place) return
    current.current = { ...place }
    if (place.runId !== undefined) setChosen(place.runId)
    setShowsPlan(false)
  }, [place])
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
    go({ runId: newest }, false)
  }, [chosen, newest, onSelect, go])
  const select = (id: string): void => {
    setChosen(id)
    setShowsPlan(false)
    setIsListOpen(false)
    onSelect?.(id)
    if (id !== selected) go({ runId: id, view: undefined, phaseId: undefined, isWide: undefined }, true)
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
            {aside}
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
            <RunList
              {...{ source, hrefOf }}
              selected={showsPlan ? undefined : selected}
              onSelect={select}
              onSearch={(search) => go({ search: search === '' ? undefined : search }, false)}
            />
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
            <RunPane key={selected} {...{ source, onTitle }} runId={selected} place={place} onPlace={go} />
          )}
        </main>
        {showsKeys && <KeysDialog onClose={() => setShowsKeys(false)} />}
      </div>
    </DraftsContext>
  )
}
