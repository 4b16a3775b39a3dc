import type { PhaseReport, RunView } from '@amelia/core'
import { words, workedTime } from '@amelia/core/view'
import { listTries, type NamedTry } from '@amelia/core/machine'
import type { ReactNode } from 'react'
import { fullTime } from '../format/day-time.ts'
import { visibleText } from '../format/visible-text.ts'
import { clockTime } from '../format/clock-time.ts'
import { EmptyState } from '../part/empty-state.tsx'
import { StatusMark } from '../part/status-mark.tsx'
import { useNow } from '../state/use-now.ts'
import { FeedbackNote } from './feedback-note.tsx'
import { PhaseParts } from './phase-parts.tsx'
import { PlainText } from './plain-text.tsx'

/** The properties of {@link PhaseOverview}. */
export interface PhaseOverviewProps {
  /** The run. */
  view: RunView
  /** The phase. */
  phaseId: string
  /** Called when a person chooses a dependency. */
  onSelect?: ((phaseId: string) => void) | undefined
  /** Cancels a running step. Absent: no buttons. */
  onCancelStep?: ((stepId: string) => void) | undefined
}

/** The state of a phase: status, wait, failure, attempts, parts, times, commit and cost. */
export const PhaseOverview = ({ view, phaseId, onSelect, onCancelStep }: PhaseOverviewProps): ReactNode => {
  const phase: PhaseReport | undefined = view.phases.get(phaseId)
  if (!phase) return <EmptyState title={`The plan has no phase ${words.plainLabel(phaseId)}`} />
  const planned = view.plan.phases.find(({ id }) => id === phaseId)
  const wait = view.waits.get(phaseId)
  const { failure, status } = phase
  return (
    <div className="amelia-overview">
      <header>
        <StatusMark status={words.shownStatus(phase)} withWord />
        {planned && planned.risk !== 'medium' && (
          <span className={`amelia-chip${planned.risk === 'high' ? ' amelia-chip-bad' : ''}`}>
            {planned.risk === 'high' ? 'High' : 'Low'} risk
          </span>
        )}
      </header>
      {wait && (
        <p
          className="amelia-note"
          data-tone={wait.reason === 'gate' || wait.reason === 'blocked' ? 'warn' : undefined}
        >
          {wait.sentence}
        </p>
      )}
      {failure &&
        status !== 'completed' &&
        (failure.answer ? <FeedbackNote answer={failure.answer} /> : <FailureNote failure={failure} />)}
      <Facts
        {...{ phase, view, onSelect }}
        dependsOn={planned?.dependsOn ?? []}
        files={planned?.files ?? []}
      />
      {phase.subtasks && phase.subtasks.length > 0 && (
        <PhaseParts
          phase={phase.status}
          subtasks={phase.subtasks}
          planned={planned?.subtasks}
          onCancel={onCancelStep}
        />
      )}
      {planned && planned.body.trim() !== '' && (
        <details className="amelia-fold">
          <summary>Description in the plan</summary>
          <PlainText text={planned.body} />
        </details>
      )}
    </div>
  )
}

type Failure = NonNullable<PhaseReport['failure']>

const FailureNote = ({ failure }: { failure: Failure }): ReactNode => {
  const { tries, suggestions = [] } = failure
  return (
    <div className="amelia-note amelia-failure" data-tone="bad">
      <p>
        <b>{visibleText(words.failureLine(failure))}</b>
      </p>
      {listTries(failure).map((each) => (
        <Try key={each.name} each={each} isNamed={tries !== undefined} />
      ))}
      <Lines name="Suggestions" lines={suggestions} />
    </div>
  )
}

/** A try with its output. It is named if it is one of several. */
const Try = ({ each, isNamed }: { each: NamedTry; isNamed: boolean }): ReactNode => {
  const { name, command, problem, exitCode, output = '', outputFile } = each
  const text = visibleText(output).trim()
  const end =
    exitCode === undefined ? '' : exitCode === null ? 'ended by a signal' : `exited with ${exitCode}`
  return (
    <>
      {command !== undefined && (
        <p>
          {isNamed && `${name}: `}
          <code>{words.plainLabel(command)}</code> {words.plainLabel(problem ?? end)}
        </p>
      )}
      {text !== '' && (
        <pre
          className="amelia-text"
          tabIndex={0}
          aria-label={isNamed ? `Output of ${name}` : 'Output of the failure'}
        >
          {text}
        </pre>
      )}
      {outputFile !== undefined && (
        <p className="amelia-muted">
          Full output: <code>{words.plainLabel(outputFile)}</code>
        </p>
      )}
    </>
  )
}

const Lines = ({ name, lines }: { name: string; lines: readonly string[] }): ReactNode =>
  lines.length === 0 ? null : (
    <div>
      <p className="amelia-muted">{name}</p>
      <ul className="amelia-lines">
        {lines.map((line, index) => (
          <li key={index}>{words.plainLabel(line)}</li>
        ))}
      </ul>
    </div>
  )

interface FactsProps extends Pick<PhaseOverviewProps, 'view' | 'onSelect'> {
  phase: PhaseReport
  dependsOn: readonly string[]
  files: readonly string[]
}

const Facts = ({ phase, view, dependsOn, files, onSelect }: FactsProps): ReactNode => {
  const { attempt, commit, startedAt, completedAt, spent, because } = phase
  const isRunning = phase.active === true
  const now = useNow(isRunning)
  const worked = phase.durationMs === undefined ? undefined : workedTime(view, now, phase)
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['Attempt', attempt === 0 ? undefined : String(attempt)],
    [
      'Worked',
      worked === undefined ? undefined : isRunning ? clockTime(worked) : words.formatDuration(worked),
    ],
    ['Started', startedAt === undefined ? undefined : fullTime(startedAt)],
    ['Ended', completedAt === undefined ? undefined : fullTime(completedAt)],
    ['Commit', commit === undefined ? undefined : <code title={commit}>{commit.slice(0, 12)}</code>],
    ['Because of', because === undefined ? undefined : words.plainLabel(because)],
    ['Depends on', dependsOn.length === 0 ? undefined : <Phases ids={dependsOn} {...{ view, onSelect }} />],
    ['Cost', spent === undefined ? undefined : words.describeDollars(spent)],
    [
      'Tokens',
      spent === undefined || spent.unknownTokens === spent.sessions ? undefined : words.describeTokens(spent),
    ],
    ['Sessions', spent === undefined || spent.sessions === 0 ? undefined : String(spent.sessions)],
    ['Writes', files.length === 0 ? undefined : <code>{words.plainLabel(files.join(', '))}</code>],
  ]
  return (
    <dl className="amelia-facts">
      {facts.map(
        ([name, value]) =>
          value !== undefined && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

const Phases = ({
  ids,
  view,
  onSelect,
}: { ids: readonly string[] } & Pick<PhaseOverviewProps, 'view' | 'onSelect'>): ReactNode => (
  <ul className="amelia-phase-links">
    {ids.map((id) => {
      const { status = 'pending', title = '' } = view.phases.get(id) ?? {}
      const content = (
        <>
          <StatusMark status={status} /> <b>{words.plainLabel(id)}</b> {words.plainLabel(title)}
        </>
      )
      return (
        <li key={id}>
          {onSelect ? (
            <button type="button" className="amelia-link" onClick={() => onSelect(id)}>
              {content}
            </button>
          ) : (
            content
          )}
        </li>
      )
    })}
  </ul>
)
