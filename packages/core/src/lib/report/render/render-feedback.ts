import type { FrozenPhase } from '../../machine/state/frozen-run.ts'
import { refNames } from '../../machine/state/ref-names.ts'
import type { Disposition, EvaluatedComment, Review } from '../../contract/review.ts'
import { listTries } from '../../policy/failure/list-tries.ts'
import { stripAnsi } from '../../text/strip-ansi.ts'
import { plainLabel } from './plain-label.ts'

/** The heading of the comments of each disposition, in display order. */
const titles: readonly [Disposition, string][] = [
  ['implement', 'To implement'],
  ['clarify', 'To clarify, by a person'],
  ['defer', 'Deferred'],
  ['reject', 'Rejected'],
]

/**
 * Renders the failures of a phase's attempts, oldest first and in full, and its review comments with the
 * decisions about them (seed: phased-execution, Feedback for Retry). Returns undefined for a phase without
 * either.
 */
export const renderFeedback = (runId: string, phase: FrozenPhase): string | undefined => {
  const { failures } = phase
  const reviews = phase.reviews.flatMap((review, index) =>
    review.approved && review.comments.length === 0 ? [] : [renderReview(review, index)],
  )
  if (failures.length === 0 && reviews.length === 0) return undefined
  const { id } = phase
  const sections = failures.map((failure, index) => {
    const facts = listTries(failure).flatMap(({ name, command, problem, output }) => [
      ...(command === undefined ? [] : [`${failure.tries ? name : 'ran'}: ${command}`]),
      ...(problem === undefined ? [] : [`problem: ${problem}`]),
      ...(output ? [output] : []),
    ])
    const title = `## ${index + 1}. ${failure.class.replaceAll('_', ' ')}`
    return [title, indent(failure.message), ...(facts.length === 0 ? [] : [indent(facts.join('\n'))])].join(
      '\n\n',
    )
  })
  const attempts = refNames(runId).attempt(id, 0).replace(/\/0$/, '')
  const head =
    failures.length === 0
      ? [`# Phase ${id}: review comments`]
      : [`# Phase ${id}: rejected attempts`, `The attempts are kept: \`git for-each-ref ${attempts}\`.`]
  return `${[...head, ...sections, ...reviews].join('\n\n')}\n`
}

const renderReview = ({ approved, summary, comments }: Review, index: number): string =>
  [
    `## Review ${index + 1}: ${approved ? 'approved' : 'changes requested'}`,
    indent(summary),
    ...titles.flatMap(([disposition, title]) => {
      const found = comments.filter((comment) => comment.disposition === disposition)
      return found.length === 0 ? [] : [`### ${title}`, ...found.map(renderComment)]
    }),
  ].join('\n\n')

const renderComment = ({
  id,
  severity,
  message,
  file,
  line,
  suggestion,
  reason,
}: EvaluatedComment): string => {
  const place =
    file === undefined
      ? ''
      : ` in \`${plainLabel(`${file}${line === undefined ? '' : `:${line}`}`).replaceAll('`', "'")}\``
  const text = [
    message,
    ...(suggestion === undefined ? [] : [`Suggestion: ${suggestion}`]),
    ...(reason === undefined ? [] : [`Why: ${reason}`]),
  ]
  return [`**${id}** (${severity})${place}:`, indent(text.join('\n'))].join('\n\n')
}

/** Indents foreign text as a code block, so that nothing in it acts as a heading or a fence of the page. */
const indent = (text: string): string =>
  stripAnsi(text)
    .split('\n')
    .map((line) => `    ${line}`.trimEnd())
    .join('\n')
