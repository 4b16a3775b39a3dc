import type { PhaseReport } from '@amelia/core'
import { showContent, words } from '@amelia/core/view'
import type { ReactNode } from 'react'

/** A comment of a reviewer with the decision about it. */
export type PlacedComment = NonNullable<PhaseReport['review']>['comments'][number]

const tones = { critical: 'bad', major: 'warn', minor: undefined } as const
const decisions = {
  implement: 'to implement',
  reject: 'rejected',
  defer: 'deferred',
  clarify: 'to clarify',
} as const

/** A comment of a reviewer: its severity, its place, the decision about it, and its text in full. */
export const ReviewComment = ({ comment }: { comment: PlacedComment }): ReactNode => {
  const { severity, disposition, reviewer, file, line, message, suggestion, reason } = comment
  return (
    <div className="amelia-comment" data-severity={severity}>
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
    </div>
  )
}
