import { expect, it } from 'vitest'
import { visibleText } from './visible-text.ts'

it('shows characters that are invisible or change the direction, and drops ANSI sequences', () => {
  expect(visibleText('rm \u202E-rf\u202c /\u200b')).toBe('rm [U+202E]-rf[U+202C] /[U+200B]')
  expect(visibleText('\u001b[31mred\u001b[0m\n  two')).toBe('red\n  two')
  expect(visibleText('<b>bold</b> שלום')).toBe('<b>bold</b> שלום')
})
