import { plural } from '../../text/format-count.ts'
import type { Disposition, Review } from '../../contract/review.ts'

const words: readonly [Disposition, string][] = [
  ['implement', 'to implement'],
  ['clarify', 'to clarify'],
  ['defer', 'deferred'],
  ['reject', 'rejected'],
]

/** Describes the result of a review: `approved, 1 comment to clarify, 2 deferred`. */
export const describeReview = ({ approved, comments, failure }: Review): string => {
  const counts = words.flatMap(([disposition, word]) => {
    const count = comments.filter((comment) => comment.disposition === disposition).length
    return count === 0 ? [] : [{ count, word }]
  })
  return [
    failure ? 'failed' : approved ? 'approved' : 'changes requested',
    ...counts.map(({ count, word }, index) =>
      index > 0 ? `${count} ${word}` : `${plural(count, 'comment')} ${word}`,
    ),
  ].join(', ')
}
