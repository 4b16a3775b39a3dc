import { expect, it } from 'vitest'
import { conflictLabels, hasConflict } from './conflict-labels.ts'

const [ours, theirs] = ['a'.repeat(40), '0123456789abcdef'.repeat(4)]
const labels = conflictLabels({ ours, theirs })

it('names each side with the beginning of its commit', () => {
  expect(labels).toEqual({ ours: `the-run-g${ours.slice(0, 12)}`, theirs: 'this-phase-g0123456789ab' })
})

it.each([
  ['a conflict', `x\n<<<<<<< ${labels.ours}\na\n=======\nb\n>>>>>>> ${labels.theirs}\n`],
  ['its first line', `<<<<<<< ${labels.ours}`],
  ['its last line', `b\n>>>>>>> ${labels.theirs}\nc`],
  ['CRLF', `b\r\n>>>>>>> ${labels.theirs}\r\nc`],
  ['another marker size', `<<<<<<<<<<<< ${labels.ours}\n`],
  ['a renamed file', `<<<<<<< ${labels.ours}:src/old name.ts\n`],
])('finds %s', (_, text) => {
  expect(hasConflict(text)).toBe(true)
})

it.each([
  ['markers of git', '<<<<<<< HEAD\na\n=======\nb\n>>>>>>> main\n'],
  ['a separator', '=======\n'],
  ['a label in a line', `see ${labels.ours}\n  <<<<<<< ${labels.ours}\n`],
  ['a longer name', `<<<<<<< ${labels.ours}0\n`],
])('does not find %s', (_, text) => {
  expect(hasConflict(text)).toBe(false)
})
