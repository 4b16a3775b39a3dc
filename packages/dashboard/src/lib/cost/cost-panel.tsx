import type { Budget, RunView } from '@amelia/core'
import { words } from '@amelia/core/view'
import { type ReactNode, useMemo } from 'react'
import { EmptyState } from '../part/empty-state.tsx'
import { listLimits } from './list-limits.ts'
import { cachedShare, type Cost, type CostRow } from './cost-row.ts'
import { costsByPhase } from './costs-by-phase.ts'
import { costsByRole } from './costs-by-role.ts'

/** The properties of {@link CostPanel}. */
export interface CostPanelProps {
  /** The run. */
  view: RunView
  /** The limits of the run. Without them, only limits that are used up are shown. */
  budget?: Budget | undefined
  /** Called when a person chooses a phase. */
  onSelect?: ((phaseId: string) => void) | undefined
}

const mostRows = 100

/** The cost and the tokens of a run: in total, by role and by phase, and its budget. */
export const CostPanel = ({ view, budget, onSelect }: CostPanelProps): ReactNode => {
  const { phases, report } = view
  const { spent } = report
  const byPhase = useMemo(() => costsByPhase(phases.values(), spent), [phases, spent])
  const byRole = useMemo(() => costsByRole(phases.values()), [phases])
  const limits = listLimits(budget, view)
  if (spent.sessions === 0 && limits.length === 0)
    return (
      <div className="amelia-cost">
        <EmptyState title="Nothing spent yet">
          The cost of each agent session appears here when it ends.
        </EmptyState>
      </div>
    )
  if (limits.length === 0 && spent.usd === null && spent.unknownTokens === spent.sessions)
    return (
      <section className="amelia-cost" aria-label="Cost">
        <p>
          {spent.sessions === 1 ? 'One session' : `${spent.sessions} sessions`} worked for{' '}
          {words.formatDuration(spent.sessionMs)}; the agent reports neither tokens nor a price.
        </p>
      </section>
    )
  return (
    <section className="amelia-cost" aria-label="Cost">
      <dl className="amelia-figures">
        <Figure name="Cost" value={leastOf(spent)} />
        <Figure name="Tokens in" value={tokensOf(spent, spent.inputTokens)} note={cachedNote(spent)} />
        <Figure name="Tokens out" value={tokensOf(spent, spent.outputTokens)} />
        <Figure
          name="Sessions"
          value={String(spent.sessions)}
          note={spent.sessions > 0 ? `${words.formatDuration(spent.sessionMs)} together` : undefined}
        />
      </dl>
      {limits.length > 0 && (
        <div className="amelia-limits">
          <h2>Budget</h2>
          {limits.map(({ name, used, limit, share }) => (
            <div
              key={name}
              className="amelia-limit"
              data-tone={share >= 1 ? 'bad' : share >= 0.8 ? 'warn' : undefined}
            >
              <p>
                <span>{name}</span>
                <span>
                  {used}
                  {limit === undefined ? ', used up' : ` of ${limit}${share >= 1 ? ', used up' : ''}`}
                </span>
              </p>
              <progress max={1} value={share} aria-label={`${name}: ${used} used`} />
            </div>
          ))}
        </div>
      )}
      <CostTable name="By role" first="Role" rows={byRole} total={spent} />
      <CostTable name="By phase" first="Phase" rows={byPhase} total={spent} onSelect={onSelect} />
    </section>
  )
}

const Figure = ({
  name,
  value,
  note,
}: {
  name: string
  value: string
  note?: string | undefined
}): ReactNode => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
    {note !== undefined && <dd className="amelia-muted">{note}</dd>}
  </div>
)

interface CostTableProps {
  name: string
  first: string
  rows: readonly CostRow[]
  total: Cost
  onSelect?: CostPanelProps['onSelect']
}

const CostTable = ({ name, first, rows, total, onSelect }: CostTableProps): ReactNode => {
  if (rows.length === 0) return null
  const shown = rows.slice(0, mostRows)
  return (
    <div className="amelia-table-scroll" tabIndex={0} role="region" aria-label={name}>
      <table className="amelia-table">
        <caption>{name}</caption>
        <thead>
          <tr>
            <th scope="col">{first}</th>
            <th scope="col">Cost</th>
            <th scope="col">In</th>
            <th scope="col">Cached</th>
            <th scope="col">Out</th>
            <th scope="col">Sessions</th>
            <th scope="col">Time</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ name: id, title, cost }) => (
            <tr key={id}>
              <th scope="row">
                {title !== undefined && id !== 'run' && onSelect ? (
                  <button type="button" className="amelia-link" onClick={() => onSelect(id)}>
                    <Name id={id} title={title} />
                  </button>
                ) : (
                  <Name id={id} title={title} />
                )}
                <span className="amelia-share" style={{ inlineSize: `${100 * shareOf(cost, total)}%` }} />
              </th>
              <td>{leastOf(cost)}</td>
              <td>{tokensOf(cost, cost.inputTokens)}</td>
              <td>{cost.inputTokens === 0 ? '–' : `${Math.round(100 * cachedShare(cost))} %`}</td>
              <td>{tokensOf(cost, cost.outputTokens)}</td>
              <td>{cost.sessions}</td>
              <td>{words.formatDuration(cost.sessionMs)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > shown.length && (
        <p className="amelia-muted">and {rows.length - shown.length} more phases</p>
      )}
    </div>
  )
}

/** The cost, in the short form of a lower limit. */
const leastOf = (cost: Cost): string => words.describeDollars(cost).replace('at least ', '≥ ')

const Name = ({ id, title }: { id: string; title: string | undefined }): ReactNode =>
  title === undefined || id === 'run' ? (
    words.plainLabel(title ?? id)
  ) : (
    <>
      <b>{words.plainLabel(id)}</b> {words.plainLabel(title)}
    </>
  )

const tokensOf = ({ sessions, unknownTokens }: Cost, tokens: number): string => {
  if (sessions > 0 && unknownTokens === sessions) return 'unknown'
  return `${unknownTokens > 0 ? '≥ ' : ''}${words.formatCount(tokens)}`
}

const cachedNote = (cost: Cost): string | undefined =>
  cost.cachedInputTokens === 0
    ? undefined
    : `${words.formatCount(cost.cachedInputTokens)} cached (${Math.round(100 * cachedShare(cost))} %)`

/** By dollars if they are known, else by tokens. */
const shareOf = (cost: Cost, total: Cost): number => {
  const [part, all] = total.usd ? [cost.usd ?? 0, total.usd] : [cost.tokens, total.tokens]
  return all === 0 ? 0 : Math.min(1, part / all)
}
