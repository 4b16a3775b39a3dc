import { expect, it } from 'vitest'
import { printNote } from './print-note.ts'

it('prints a note, unless the terminal is quiet', () => {
  let printed = ''
  const error = (text: string): void => void (printed += text)
  printNote({ error }, 'note: one\n')
  printNote({ error, quiet: true }, 'note: two\n')
  printNote({ error, quiet: false }, 'note: three\n')
  expect(printed).toBe('note: one\nnote: three\n')
})
