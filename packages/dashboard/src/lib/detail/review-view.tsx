import type { PhaseReport } from '@amelia/core'
import { words, showContent } from '@amelia/core/view'
import type { ReactNode } from 'react'
import { ReviewComment } from './review-comment.tsx'

/** The properties of {@link ReviewView}. */
export interface ReviewViewProps {
  review: NonNullable<PhaseReport['review']>
}

const ranks = { critical: 0, major: 1, minor: 2 } as const

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
          {comments.map((comment) => (
            <li key={comment.id}>
              <ReviewComment comment={comment} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
