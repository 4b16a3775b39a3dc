import { expect, it } from 'vitest'
import { printNote } from './print-note.ts'

const print = (text: string, isTTY: boolean, columns = 20): string => {
  let printed = ''
  printNote({ error: (more: string) => (printed += more), quiet: false, stderr: { isTTY }, columns }, text)
  return printed
}

it('wraps sentences between words on a terminal, and nothing elsewhere', () => {
  expect(print('note: the run may spend without a limit\n', true)).toBe(
    'note: the run may\nspend without a\nlimit\n',
  )
  expect(print('note: the run may spend without a limit\n', false)).toBe(
    'note: the run may spend without a limit\n',
  )
})

it('leaves a line with a command whole', () => {
  expect(print('To resume it:\n  amelia resume 2026-01-01-run1\n', true)).toBe(
    'To resume it:\n  amelia resume 2026-01-01-run1\n',
  )
})
