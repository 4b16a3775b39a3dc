import { listWords } from '../../report/list/list-words.ts'
import { describeEvidence } from '../../report/render/describe-evidence.ts'
import { describeReview } from '../../report/render/describe-review.ts'
import { plainLabel } from '../../report/render/plain-label.ts'
import type { FrozenPhase } from '../../machine/state/frozen-run.ts'
import { stripAnsi } from '../../text/strip-ansi.ts'
import { wrapItem } from './wrap-item.ts'

/** Most lines of the summary, most items of a list, and most characters of an item. */
const maxLines = 20
const maxItems = 20
const maxItem = 400

/**
 * Builds the body of a phase's commit message from the machine's state: the agent's summary, a line per
 * subtask, the plan's other messages, the work that is not done, concerns, checks and the review. Absent
 * facts have no section.
 *
 * The body is bounded, its lines have at most 72 columns, and none of them can be read as a trailer or as an
 * instruction to a program that reads commit messages.
 */
export const messageBody = (
  phase: FrozenPhase,
  others: readonly string[],
  redact: (text: string) => string,
): string[] => {
  const { planned, subtaskStatus, attempt, reviews } = phase
  const { summary, notDone, concerns } = listWords(phase)
  const subtasks = planned.subtasks.map(
    ({ id, title }) => `${title}${subtaskStatus.get(id) === 'skipped' ? ' (skipped)' : ''}`,
  )
  const { checks, evidence, evidenceAccepted } = attempt
  // Until the work is verified, results and reviews are those of other work.
  const results = attempt.verified
    ? [
        ...checks.map(
          ({ name, passed, note }) =>
            `${name} ${passed ? 'passed' : 'failed'}${note === undefined ? '' : ` (${note})`}`,
        ),
        ...(evidence ? [describeEvidence(evidence, evidenceAccepted)] : []),
      ]
    : []
  const review = attempt.reviewPassed ? reviews.at(-1) : undefined
  const verdict =
    review && `${describeReview(review)}${review.approved ? '' : '; a person approved the change'}`
  // Redacted before it is wrapped: a secret on two lines would not be found.
  const write = (title: string, items: readonly string[]): string[] => writeList(title, items.map(redact))
  return [
    ...writeSummary(redact(summary)),
    ...(subtasks.length > 1 ? [writeItems(subtasks.map(redact))] : []),
    ...write("The plan's other messages", others),
    ...write('Not done', notDone),
    ...write('Concerns', concerns),
    ...write('Checks', results),
    ...write('Review', verdict === undefined ? [] : [verdict]),
  ]
}

const writeSummary = (summary: string): string[] => {
  const lines = stripAnsi(summary)
    .split('\n', 10 * maxLines)
    .flatMap((line) => {
      const text = cleanLine(line)
      return text === '' ? [''] : wrapItem(text, /^(?:[-*+]|\d{1,3}[.)]) /.exec(text)?.[0] ?? '')
    })
    .filter((line, index, all) => line !== '' || (index > 0 && all[index - 1] !== ''))
  const kept = lines.length > maxLines ? [...lines.slice(0, maxLines - 1), '…'] : lines
  // The first line may be indented by its guard.
  const text = kept.join('\n').trimEnd().replace(/^\n+/, '')
  return text === '' ? [] : [text]
}

const writeList = (title: string, items: readonly string[]): string[] => {
  const list = writeItems(items)
  return list === '' ? [] : [`${title}:\n${list}`]
}

const writeItems = (items: readonly string[]): string => {
  const given = items.map((item) => cleanLine(item)).filter((item) => item !== '')
  const left = given.length - maxItems
  return [
    ...given.slice(0, maxItems).flatMap((item) => wrapItem(`- ${item}`, '- ')),
    ...(left > 0 ? [`- and ${left} more`] : []),
  ].join('\n')
}

/** Words in brackets that keep services from building a commit. */
const skipsBuild = /\[(skip[ -]ci|ci[ -]skip|no[ -]ci|skip[ -]actions|actions[ -]skip)\]/gi

/** Reduces foreign text to one plain line, without marks of headings and without orders to services. */
const cleanLine = (text: string): string => {
  const line = plainLabel(text)
    .replace(/^#{1,6} /, '')
    .replace(skipsBuild, '($1)')
  return line.length > maxItem ? `${line.slice(0, maxItem)}…` : line
}
