import type { PhaseReport } from '@amelia/core'
import { words } from '@amelia/core/view'
import type { ReactNode } from 'react'
import { visibleText } from '../format/visible-text.ts'
import { EmptyState } from '../part/empty-state.tsx'
import { StatusMark } from '../part/status-mark.tsx'
import { ReviewView } from './review-view.tsx'

/** The properties of {@link EvidenceView}. */
export interface EvidenceViewProps {
  /** The phase, or the final result: anything with checks and a review. */
  phase: Pick<
    PhaseReport,
    | 'checks'
    | 'review'
    | 'evidence'
    | 'approvals'
    | 'fallbacks'
    | 'adaptedSteps'
    | 'byHand'
    | 'skippedParts'
    | 'unconfirmedFiles'
    | 'ignoredFiles'
  >
}

type Check = PhaseReport['checks'][number]

/** The facts that the engine observed about a phase: checks, red and green, approvals, and its review. */
export const EvidenceView = ({ phase }: EvidenceViewProps): ReactNode => {
  const { checks, review, evidence = '', approvals = [], fallbacks = [], adaptedSteps = [] } = phase
  const { byHand = [], skippedParts = [], unconfirmedFiles = [], ignoredFiles = [] } = phase
  const notes: readonly (readonly [string, readonly string[]])[] = [
    ['Approved by a person', approvals],
    ['Ran a fallback command', fallbacks],
    ['Repaired by an agent', adaptedSteps],
    ['Done by hand', byHand],
    ['Skipped', skippedParts],
    ['Reported as changed, but not changed', unconfirmedFiles],
    ['Ignored by git, so not committed', ignoredFiles],
  ]
  if (checks.length === 0 && !review && evidence === '' && notes.every(([, lines]) => lines.length === 0))
    return (
      <EmptyState title="No evidence yet">
        Checks, tests that were red and are green, approvals and reviews appear here.
      </EmptyState>
    )
  return (
    <div className="amelia-evidence">
      {evidence !== '' && (
        <section>
          <h3>Red and green</h3>
          <p className="amelia-wrap">{words.plainLabel(evidence)}</p>
        </section>
      )}
      {checks.length > 0 && (
        <section>
          <h3>Checks</h3>
          {checks.map((check, index) => (
            <CheckView key={index} check={check} />
          ))}
        </section>
      )}
      {notes.map(
        ([name, lines]) =>
          lines.length > 0 && (
            <section key={name}>
              <h3>{name}</h3>
              <ul className="amelia-lines">
                {lines.map((line, index) => (
                  <li key={index}>{words.plainLabel(line)}</li>
                ))}
              </ul>
            </section>
          ),
      )}
      {review && <ReviewView review={review} />}
    </div>
  )
}

const CheckView = ({ check }: { check: Check }): ReactNode => {
  const { name, argv, passed, exitCode, durationMs, output, outputFile, note, suggestions = [] } = check
  const text = visibleText(output).trim()
  return (
    <details className="amelia-check" open={!passed}>
      <summary>
        <StatusMark status={passed ? 'completed' : 'failed'} />
        <b>{words.plainLabel(name)}</b>
        <code>{words.plainLabel(argv.join(' '))}</code>
        <span className="amelia-number">
          {exitCode === null ? 'ended by a signal' : `exit ${exitCode}`}, {words.formatDuration(durationMs)}
        </span>
      </summary>
      {note !== undefined && <p className="amelia-wrap">{words.plainLabel(note)}</p>}
      {text === '' ? (
        <p className="amelia-muted">No output.</p>
      ) : (
        <pre className="amelia-text" tabIndex={0} aria-label={`Output of ${name}`}>
          {text}
        </pre>
      )}
      {outputFile !== undefined && (
        <p className="amelia-muted amelia-wrap">
          Full output: <code>{words.plainLabel(outputFile)}</code>
        </p>
      )}
      {suggestions.length > 0 && (
        <>
          <p className="amelia-muted">Suggestions</p>
          <ul className="amelia-lines">
            {suggestions.map((line, index) => (
              <li key={index}>{words.plainLabel(line)}</li>
            ))}
          </ul>
        </>
      )}
    </details>
  )
}
