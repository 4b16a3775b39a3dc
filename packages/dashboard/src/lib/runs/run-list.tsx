import { words } from '@amelia/core/view'
import { type MouseEvent, type ReactNode, useRef, useState } from 'react'
import { dayTime, fullTime } from '../format/day-time.ts'
import { formatAgo } from '../format/format-ago.ts'
import { isUnauthenticated, isUnreachable } from '../format/describe-error.ts'
import { useDraft } from '../part/drafts.ts'
import { EmptyState } from '../part/empty-state.tsx'
import { LoadError } from '../part/load-error.tsx'
import { StatusMark } from '../part/status-mark.tsx'
import { useRowKeys } from '../part/use-row-keys.ts'
import type { DashboardRun, DashboardSource } from '../source/dashboard-source.ts'
import { EmptyRuns } from './empty-runs.tsx'
import { findRuns } from './find-runs.ts'
import { useRuns } from './use-runs.ts'

/** The properties of {@link RunList}. */
export interface RunListProps {
  /** Lists the runs. */
  source: Pick<DashboardSource, 'listRuns' | 'startHint'>
  /** The id of the chosen run. */
  selected?: string | undefined
  /** Called when a person chooses a run. */
  onSelect: (runId: string) => void
  /** Called with the search when a person changes it. */
  onSearch?: ((search: string) => void) | undefined
  /** Returns the address of a run: its row is a link then. */
  hrefOf?: ((place: { runId: string }) => string) | undefined
}

const pageOfRuns = 200

/** The runs of a repository, newest first, with a search. It is read again while the page is visible. */
export const RunList = ({ source, selected, onSelect, onSearch, hrefOf }: RunListProps): ReactNode => {
  const { runs, error, at, reload } = useRuns(source)
  const [search, setSearch] = useDraft('search', '')
  const [most, setMost] = useState(pageOfRuns)
  const list = useRef<HTMLUListElement>(null)
  const found = findRuns(runs ?? [], search)
  const shown = found.slice(0, most)
  const keys = useRowKeys({
    ...{ list, control: '.amelia-run', count: shown.length, shown: shown.map((_, index) => index) },
    show: (index) => list.current?.children[index]?.scrollIntoView({ block: 'nearest' }),
    initial: shown.findIndex(({ runId }) => runId === selected),
  })
  if (!runs)
    return (
      <div className="amelia-runs">
        {error === undefined || isUnreachable(error) ? (
          <EmptyState title="Reading the runs…" />
        ) : (
          <LoadError name="The list of runs" error={error} onRetry={reload} />
        )}
      </div>
    )
  if (runs.length === 0) return <EmptyRuns source={source} />
  return (
    <section className="amelia-runs" aria-label="Runs">
      <div className="amelia-runs-bar">
        <input
          type="search"
          placeholder="Search runs"
          aria-label="Search runs"
          value={search}
          onChange={({ target }) => {
            setSearch(target.value)
            onSearch?.(target.value)
          }}
        />
        <span className="amelia-number" role="status">
          {search === '' ? countOf(runs.length) : `${found.length} of ${runs.length}`}
        </span>
      </div>
      {isUnreachable(error) || isUnauthenticated(error) ? (
        // It is read again by itself.
        <p className="amelia-muted">As of {dayTime(at)}</p>
      ) : (
        error !== undefined && <LoadError name="The list of runs" error={error} onRetry={reload} />
      )}
      {found.length === 0 && <EmptyState title="No run matches" />}
      <ul ref={list} onKeyDown={keys.onKeyDown} onFocus={keys.onFocus}>
        {shown.map((run, index) => (
          <li key={run.runId} data-index={index}>
            <RunRow
              {...{ run, hrefOf, onSelect }}
              now={at}
              isSelected={run.runId === selected}
              isReached={index === keys.active}
            />
          </li>
        ))}
      </ul>
      {found.length > most && (
        <button type="button" className="amelia-button" onClick={() => setMost(most + pageOfRuns)}>
          Show {Math.min(pageOfRuns, found.length - most)} more runs
        </button>
      )}
    </section>
  )
}

interface RunRowProps extends Pick<RunListProps, 'onSelect' | 'hrefOf'> {
  run: DashboardRun
  now: number
  isSelected: boolean
  isReached: boolean
}

/** A run in a row. As a link, it can be opened in another tab. */
const RunRow = ({ run, now, isSelected, isReached, hrefOf, onSelect }: RunRowProps): ReactNode => {
  const { runId } = run
  const shared = {
    className: 'amelia-run',
    'aria-current': isSelected || undefined,
    tabIndex: isReached ? 0 : -1,
    children: <RunFacts {...{ run, now }} />,
  }
  if (!hrefOf) return <button type="button" {...shared} onClick={() => onSelect(runId)} />
  const open = (event: MouseEvent): void => {
    // The browser opens another tab or window.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onSelect(runId)
  }
  return <a href={hrefOf({ runId })} {...shared} onClick={open} />
}

const RunFacts = ({ run, now }: { run: DashboardRun; now: number }): ReactNode => {
  const { runId, title = '', updatedAt, phases, target, usd, gates = 0 } = run
  return (
    <>
      <span aria-hidden="true">
        <StatusMark status={words.listedStatus(run)} />
      </span>
      <span className="amelia-run-title" title={words.plainLabel(title) || undefined}>
        {words.plainLabel(title) || words.plainLabel(runId)}
      </span>
      {gates > 0 ? (
        <span className="amelia-chip amelia-chip-warn">
          {gates} {words.nounOf(gates, 'question')}
        </span>
      ) : (
        <time dateTime={updatedAt} title={fullTime(updatedAt)}>
          {formatAgo(updatedAt, now)}
        </time>
      )}
      <span className="amelia-run-facts">
        <span className="amelia-run-status">{words.statusWord(words.listedStatus(run))}</span>
        {phases && (
          <span>
            {phases.done} of {phases.all}
            <span className="amelia-hidden"> phases</span>
          </span>
        )}
        {typeof usd === 'number' && usd > 0 && <span>{words.formatDollars(usd)}</span>}
        <span className="amelia-run-place" title={runId}>
          {target === undefined
            ? words.plainLabel(runId)
            : words.plainLabel(target.replace(/^refs\/heads\//, ''))}
        </span>
      </span>
    </>
  )
}

const countOf = (count: number): string => words.plural(count, 'run')
