import { stripAnsi } from '@amelia/core/view'

const mostLines = 20_000

/** Splits a foreign text into lines without control characters. */
export const splitOutput = (text: string): string[] => {
  const lines = stripAnsi(text).trimEnd().split('\n')
  const plain = lines.map((line) =>
    line.replaceAll('\t', '    ').replace(/[\u0000-\u001f\u007f-\u009f]/g, ''),
  )
  if (plain.length === 1 && plain[0] === '') return []
  return plain.length <= mostLines
    ? plain
    : [...plain.slice(0, mostLines), `and ${plain.length - mostLines} more lines`]
}
