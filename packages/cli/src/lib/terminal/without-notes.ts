import { stripVTControlCharacters } from 'node:util'
import type { Terminal } from './terminal.ts'

/** A note may be painted. */
const isNote = (text: string): boolean => stripVTControlCharacters(text).startsWith('note:')

/** Returns a terminal that leaves out notes. Warnings and errors are printed. */
export const withoutNotes = (terminal: Terminal): Terminal =>
  Object.create(terminal, {
    error: {
      value: (text: string) => {
        if (!isNote(text)) terminal.error(text)
      },
    },
  }) as Terminal
