import type { Failure } from '../../contract/failure.ts'

/**
 * Identifies a failure, so that a repetition has the same key: the class, the command with its exit code, and
 * everything that failed, in any order.
 *
 * Durations, times, ids of processes and commits, and the folders of absolute paths differ between two runs
 * of the same command, so they are left out. Counts, lines and relative paths are kept: fewer failed tests,
 * or a comment about another file, are another failure. Of a rejection only the comments count, since its
 * summary differs each time. Linear in the text's length.
 */
export const failureKey = (failure: Failure): string => {
  const { class: failureClass, command = '', exitCode = '', message, output = '' } = failure
  const isRejection = failureClass === 'review_rejected' && output !== ''
  const said = isRejection ? output : `${message}\n${output}`
  const lines = said.split('\n').map(steady)
  return [failureClass, command, String(exitCode), ...lines.filter((line) => line !== '').sort()].join('\n')
}

/** A line without anything that differs between two runs. */
const steady = (line: string): string =>
  line
    .replace(/\d+\s(?:milliseconds?|seconds?|minutes?|[mµn]?s|min|sec)\b/g, '')
    .split(/\s+/)
    .map((word) => steadyWord(word))
    .filter((word) => word !== '')
    .join(' ')

/** A time of the day, a number with a fraction or five digits, a duration, or an id in hexadecimal digits. */
const volatile =
  /\d{1,2}:\d{2}:\d{2}\S{0,12}|\d{4}-\d{2}-\d{2}\S{0,30}|\d+\.\d+[a-zµ]{0,2}|\d{5,}|\b\d+(?:[mµn]?s|min)\b|\b(?=[a-f]*\d)[0-9a-f]{7,40}\b/g

const steadyWord = (word: string): string => {
  if (word.length > 400) return word
  // The workspace has another place in each attempt.
  const absolute = /(?:^|[("'`=]|file:\/\/)(?:[A-Za-z]:)?[\\/](?:[^\\/]*[\\/])*/.exec(word)
  if (!absolute) return word.replace(volatile, '')
  const name = word.slice(absolute.index + absolute[0].length)
  // A name without an extension may be that of a temporary folder.
  return name.includes('.') ? name.replace(volatile, '') : name.replace(/\d/g, '')
}
