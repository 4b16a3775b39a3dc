import { words, workedTime } from '@amelia/core/view'
import type { ReactNode } from 'react'
import { clockTime } from '../format/clock-time.ts'
import { StatusMark } from '../part/status-mark.tsx'
import { AgentProgressBar } from '../run/agent-progress-bar.tsx'
import type { Connection } from '../state/connection.ts'
import type { RunStore } from '../state/create-run-store.ts'
import { isAtWork, useCondition } from '../state/read-condition.ts'
import { useNow } from '../state/use-now.ts'
import { useConnection, useRunReport, useRunView } from '../state/use-run-part.ts'

/** The properties of {@link RunHeader}. */
export interface RunHeaderProps {
  /** The run, as `useRun` returns it. */
  store: RunStore
  /** Buttons for the run. */
  actions?: ReactNode
}

/** The head of a run: goal, status, stages, time and cost. */
export const RunHeader = ({ store, actions }: RunHeaderProps): ReactNode => {
  const report = useRunReport(store)
  const connection = useConnection(store)
  const condition = useCondition(store)
  if (!report || !condition)
    return (
      <header className="amelia-header amelia-muted">
        <h1 tabIndex={-1}>Reading run {store.runId}…</h1>
      </header>
    )
  const { spent } = report
  return (
    <header className="amelia-header">
      <div className="amelia-header-top">
        <h1 tabIndex={-1} title={words.plainLabel(report.goal)}>
          {words.plainLabel(report.goal)}
        </h1>
        {actions}
      </div>
      <div className="amelia-header-facts">
        <span title={condition.sentence}>
          <StatusMark status={condition.status} withWord />
        </span>
        <AgentProgressBar store={store} />
        <span className="amelia-spacer" />
        <span className="amelia-header-figures">
          <RunTime store={store} />
          {spent.tokens > 0 && (
            <span className="amelia-number">{words.formatCount(spent.tokens)} tokens</span>
          )}
          {spent.usd !== null && <span className="amelia-number">{words.describeDollars(spent)}</span>}
          <span
            className="amelia-number"
            data-connection={condition.state === 'interrupted' ? 'stopped' : connection.state}
          >
            {condition.state === 'interrupted' ? 'not running' : connectionWord(connection)}
          </span>
        </span>
      </div>
    </header>
  )
}

const connectionWord = ({ state }: Connection): string => (state === 'over' ? 'ended' : state)

/** The time in which a run worked, which ticks while it is running. */
const RunTime = ({ store }: { store: RunStore }): ReactNode => {
  const view = useRunView(store)
  const ticks = isAtWork(useCondition(store))
  const now = useNow(ticks)
  if (!view) return null
  const ms = workedTime(view, now)
  return <span className="amelia-number">{ticks ? clockTime(ms) : words.formatDuration(ms)}</span>
}
