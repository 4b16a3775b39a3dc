import type { EvaluatedComment, Review } from '../../contract/review.ts'
import { boundOutput } from '../../text/bound-output.ts'
import { indentText } from '../../text/indent-text.ts'
import { oneLine } from '../../text/one-line.ts'
import { stripAnsi } from '../../text/strip-ansi.ts'

/** Lists the comments of a review that are to be implemented, heaviest first, each with file and line. */
export const describeComments = ({ comments, summary }: Review): string[] => {
  const open = comments.filter(({ disposition }) => disposition === 'implement')
  return open.length === 0
    ? [`1. ${oneLine(summary)}`]
    : [...open]
        .sort((a, b) => weight(a) - weight(b))
        .map((comment, index) => `${index + 1}. ${describe(comment)}`)
}

const weight = ({ severity }: EvaluatedComment): number => ['critical', 'major', 'minor'].indexOf(severity)

const describe = ({ severity, file, line, message, suggestion }: EvaluatedComment): string => {
  const place = file === undefined ? '' : ` \`${oneLine(file)}${line === undefined ? '' : `:${line}`}\``
  const [first = '', ...rest] = boundOutput(message.trim()).split('\n')
  const more = [
    ...rest,
    ...(suggestion === undefined ? [] : [`Suggestion: ${boundOutput(suggestion.trim())}`]),
  ]
  return [
    `${severity}${place}: ${stripAnsi(first).trim()}`,
    ...(more.length === 0 ? [] : [indentText(more.join('\n'))]),
  ].join('\n')
}
