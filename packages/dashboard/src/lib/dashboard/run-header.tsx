import type { ReportedStatements, RunView } from '@amelia/core'
import { words, workedTime } from '@amelia/core/view'
import { type ReactNode, useState } from 'react'
import { clockTime } from '../format/clock-time.ts'
import { isWorking } from '../format/is-working.ts'
import { StatusMark } from '../part/status-mark.tsx'
import { AgentProgressBar } from '../run/agent-progress-bar.tsx'
import { estimateLeft } from '../run/estimate-left.ts'
import { PhaseBar } from '../run/phase-bar.tsx'
import type { Connection } from '../state/connection.ts'
import type { RunStore } from '../state/create-run-store.ts'
import { isAtWork, useCondition } from '../state/read-condition.ts'
import { useNow } from '../state/use-now.ts'
import { useConnection, useRunPlan, useRunReport, useRunView } from '../state/use-run-part.ts'

/** The properties of {@link RunHeader}. */
export interface RunHeaderProps {
  /** The run, as `useRun` returns it. */
  store: RunStore
  /** Buttons for the run. */
  actions?: ReactNode
  /** Called when a person clicks the cell of a phase. */
  onOpen?: ((phaseId: string) => void) | undefined
}

/** The head of a run: title, status, branch, agents, a cell for each phase, stages, time left and cost. */
export const RunHeader = ({ store, actions, onOpen }: RunHeaderProps): ReactNode => {
  const report = useRunReport(store)
  const plan = useRunPlan(store)
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
        <div>
          <h1 tabIndex={-1} title={words.plainLabel(report.goal)}>
            {words.plainLabel(plan?.title || report.goal)}
          </h1>
          <div className="amelia-header-meta">
            <span title={condition.sentence}>
              <StatusMark status={condition.status} withWord />
            </span>
            <Branch name={report.target} />
            <Agents store={store} />
          </div>
        </div>
        {actions}
      </div>
      <PhaseBar {...{ store, onOpen }} />
      <div className="amelia-header-facts">
        <AgentProgressBar store={store} />
        <Forecast store={store} />
        {report.statements && <Statements {...{ statements: report.statements }} />}
        <span className="amelia-spacer" />
        <span className="amelia-header-figures">
          <RunTime store={store} />
          {spent.tokens > 0 && (
            <span className="amelia-number">{words.formatCount(spent.tokens)} tokens</span>
          )}
          {spent.usd !== null && (
            <span className="amelia-number">
              {words.describeDollars(spent)}
              {report.budget?.usd !== undefined && ` of ${words.formatDollars(report.budget.usd)}`}
            </span>
          )}
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

/** The number of phases with signed statements. The reason of unsigned ones is in its tooltip. */
const Statements = ({ statements }: { statements: ReportedStatements }): ReactNode => {
  const sentence = words.plainLabel(words.describeStatements(statements))
  return (
    <span className="amelia-muted" title={sentence}>
      {sentence.split(':')[0]}
    </span>
  )
}

const connectionWord = ({ state }: Connection): string => (state === 'over' ? 'ended' : state)

/** The branch that receives the work, which a click copies. */
const Branch = ({ name }: { name: string }): ReactNode => {
  const [isCopied, setIsCopied] = useState(false)
  const branch = words.plainLabel(name.replace(/^refs\/heads\//, ''))
  if (branch === '') return null
  const copy = (): void => {
    void navigator.clipboard?.writeText(branch).then(
      () => setIsCopied(true),
      // Without the permission, the name can still be selected.
      () => {},
    )
  }
  return (
    <span className="amelia-branch">
      <code>{branch}</code>
      <button
        type="button"
        className="amelia-copy"
        aria-label={`Copy the branch ${branch}`}
        onClick={copy}
        onBlur={() => setIsCopied(false)}
      >
        {isCopied ? 'Copied' : 'Copy'}
      </button>
    </span>
  )
}

/** The agents of a run: the drivers of its sessions, with their models. */
const Agents = ({ store }: { store: RunStore }): ReactNode => {
  const names = agentsOf(useRunView(store))
  return names.length > 0 && <span>{names.slice(0, 3).join(', ')}</span>
}

const agentsOf = (view: RunView | undefined): string[] => {
  const names = new Set<string>()
  for (const { attempts = [] } of view?.phases.values() ?? []) {
    for (const { sessions } of attempts)
      for (const { driver, model } of sessions)
        names.add(words.plainLabel(model === undefined ? driver : `${driver} (${model})`))
    // A run has few agents: the first phases name them.
    if (names.size > 2) break
  }
  return [...names]
}

/** The number of running phases and the time that is left, while a process runs them. */
const Forecast = ({ store }: { store: RunStore }): ReactNode => {
  const view = useRunView(store)
  const ticks = isAtWork(useCondition(store))
  const now = useNow(ticks)
  if (!view || !ticks) return null
  const running = [...view.phases.values()].filter(isWorking).length
  const left = estimateLeft(view, workedTime(view, now))
  return (
    <span className="amelia-number">
      {running > 0 && `${running} running`}
      {left !== undefined && `${running > 0 ? ', ' : ''}about ${describeLeft(left)} left`}
    </span>
  )
}

const describeLeft = (ms: number): string => {
  const minutes = Math.max(1, Math.round(ms / 60_000))
  return minutes < 90 ? `${minutes} min` : `${Math.round(minutes / 60)} h`
}

/** The time in which a run worked, which ticks while it is running. */
const RunTime = ({ store }: { store: RunStore }): ReactNode => {
  const view = useRunView(store)
  const ticks = isAtWork(useCondition(store))
  const now = useNow(ticks)
  if (!view) return null
  const ms = workedTime(view, now)
  return <span className="amelia-number">{ticks ? clockTime(ms) : words.formatDuration(ms)}</span>
}
