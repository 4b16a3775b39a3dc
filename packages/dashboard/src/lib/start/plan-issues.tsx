import { words } from '@amelia/core/view'
import type { PlanIssue } from '@amelia/core'
import type { ReactNode } from 'react'
import { StatusMark } from '../part/status-mark.tsx'

/** The properties of {@link PlanIssues}. */
export interface PlanIssuesProps {
  issues: readonly PlanIssue[]
  /** The id of the element that counts them. */
  id?: string
  /** Called when a person wants to see the line of an issue. */
  onShow: (issue: PlanIssue) => void
}

const mostIssues = 200

/** The errors and warnings of a plan, each with its line. */
export const PlanIssues = ({ issues, id, onShow }: PlanIssuesProps): ReactNode => {
  const errors = issues.filter(({ severity }) => severity === 'error').length
  const warnings = issues.length - errors
  return (
    <section className="amelia-issues" aria-label="Issues">
      <div role="status" id={id}>
        <h2>
          {issues.length === 0
            ? 'No errors and no warnings'
            : [
                ...(errors > 0 ? [words.plural(errors, 'error')] : []),
                ...(warnings > 0 ? [words.plural(warnings, 'warning')] : []),
              ].join(', ')}
        </h2>
      </div>
      <ul>
        {issues.slice(0, mostIssues).map((issue, index) => (
          <li key={index}>
            <button type="button" onClick={() => onShow(issue)} data-severity={issue.severity}>
              <span aria-hidden="true">
                <StatusMark status={issue.severity === 'error' ? 'failed' : 'waiting'} />
              </span>
              <span className="amelia-hidden">{issue.severity}</span>
              <span className="amelia-issue-place">
                {issue.file === undefined ? 'Line ' : `${issue.file}:`}
                {issue.line}
              </span>
              <span className="amelia-wrap">{issue.message}</span>
              <code>{issue.code}</code>
            </button>
          </li>
        ))}
      </ul>
      {issues.length > mostIssues && <p className="amelia-muted">and {issues.length - mostIssues} more</p>}
    </section>
  )
}
