import type { PhaseReport } from '@amelia/core'
import { words, showContent } from '@amelia/core/view'
import type { ReactNode } from 'react'

/** The properties of {@link ReviewView}. */
export interface ReviewViewProps {
  review: NonNullable<PhaseReport['review']>
}

const tones = { critical: 'bad', major: 'warn', minor: undefined } as const
const ranks = { critical: 0, major: 1, minor: 2 } as const
const decisions = {
  implement: 'to implement',
  reject: 'rejected',
  defer: 'deferred',
  clarify: 'to clarify',
} as const

/** A review: its verdict, and each comment with its severity, its place and the decision about it. */
export const ReviewView = ({ review }: ReviewViewProps): ReactNode => {
  const { approved, summary, failure } = review
  const comments = [...review.comments].sort((one, other) => ranks[one.severity] - ranks[other.severity])
  return (
    <section>
      <h3>
        Review{' '}
        <span className={`amelia-chip amelia-chip-${failure ? 'bad' : approved ? 'good' : 'warn'}`}>
          {failure ? 'failed' : approved ? 'approved' : 'changes requested'}
        </span>
      </h3>
      {summary !== '' && <p className="amelia-wrap">{showContent(summary).join('\n')}</p>}
      {failure && (
        <p className="amelia-note" data-tone="bad">
          {words.plainLabel(failure.message)}
        </p>
      )}
      {comments.length > 0 && (
        <ul className="amelia-comments">
          {comments.map(
            ({ id, severity, disposition, reviewer, file, line, message, suggestion, reason }) => (
              <li key={id}>
                <p className="amelia-comment-head">
                  <span className={`amelia-chip${tones[severity] ? ` amelia-chip-${tones[severity]}` : ''}`}>
                    {severity}
                  </span>
                  <span>{decisions[disposition]}</span>
                  {file !== undefined && (
                    <code>{words.plainLabel(`${file}${line === undefined ? '' : `:${line}`}`)}</code>
                  )}
                  <span className="amelia-muted">{words.plainLabel(reviewer)}</span>
                </p>
                <p className="amelia-wrap">{showContent(message).join('\n')}</p>
                {suggestion !== undefined && (
                  <p className="amelia-comment-more">Suggested: {showContent(suggestion).join('\n')}</p>
                )}
                {reason !== undefined && (
                  <p className="amelia-comment-more">Decided because: {showContent(reason).join('\n')}</p>
                )}
              </li>
            ),
          )}
        </ul>
      )}
    </section>
  )
}
