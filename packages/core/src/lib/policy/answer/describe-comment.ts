import type { EvaluatedComment } from '../../contract/review.ts'
import { labelContent } from '../../text/content/label-content.ts'

/**
 * Describes a review comment for a person who has to judge it: the reviewer, the decision and the place, then
 * the message, the suggestion and the reason of the decision, each in full and on its own lines.
 */
export const describeComment = (comment: EvaluatedComment): string => {
  const { reviewer, severity, disposition, file, line, message, suggestion, reason } = comment
  const place = file === undefined ? '' : ` ${file}${line === undefined ? '' : `:${line}`}`
  return [
    labelContent(`${reviewer} (${severity}, ${disposition})${place}`, message),
    ...(suggestion === undefined ? [] : [labelContent('Suggestion', suggestion)]),
    ...(reason === undefined ? [] : [labelContent('Why', reason)]),
  ].join('\n')
}
