import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mayHaveId } from './may-have-id.ts'
import { readTaskText } from './read-task-text.ts'

const part = fc.constantFrom(
  ...[
    'T012',
    '1.1',
    '3',
    'a',
    'Task ',
    'task 2',
    'Aufgabe 3:',
    'Этап 4.',
    '任务 １：',
    '（Ｐ）',
    'é',
    'Write ',
  ],
  ...[
    ' ',
    '\n',
    '*',
    '**',
    '`',
    '_',
    '~~',
    '\\\\',
    '[P] ',
    '[US1] ',
    '(P) ',
    '[',
    ']',
    '(',
    ')',
    '.',
    ': ',
    '-',
  ],
  ...['&amp;', '&#49;', '<b>', '</b>', '![x](y)', '[x](y) ', '✅ ', '№', '\u00a0', '\u200b'],
)

test('a text that may not have an id has none', () => {
  let found = 0
  fc.assert(
    fc.property(fc.array(part, { maxLength: 10 }), (parts) => {
      const text = parts.join('')
      if (readTaskText(text).id === '') return
      found++
      expect(mayHaveId(text), text).toBe(true)
    }),
    { numRuns: 10_000 },
  )
  expect(found).toBeGreaterThan(100)
  expect(mayHaveId('Write the tests of step 3')).toBe(false)
})
