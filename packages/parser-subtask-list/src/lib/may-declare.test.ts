import { readOutline } from '@amelia/markdown'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findSections } from './find-sections.ts'
import { mayDeclare } from './may-declare.ts'

const one = fc.constantFrom
const line = fc.oneof(
  fc
    .tuple(
      one('## ', '### ', '- ', '  - ', '> - ', ''),
      one('1a. ', '2b: ', 'T1 - ', 'Subtask 3: ', 'Task 1: ', '**4.** ', '３． '),
      one('Write', 'Write `x`', 'Tasks:', 'Files:', 'Type: test'),
      one('', '', ' (test)', ' （impl）', ' (test) ✅', ' **(test)**', ' (soon'),
    )
    .map((parts) => parts.join('')),
  one(
    'Files:',
    '**Tasks:**',
    'Type: test',
    '  **Type:** impl',
    '- Depends on: 1a',
    '**Depends on:**',
    '- 1a',
  ),
  one(
    '依存: 1a',
    'empty=ok',
    'Depends on: 1a,',
    '',
    '```',
    '| Type |\n|---|\n| test |',
    '<!-- x -->',
    'text',
  ),
)

test('no section declares itself where no field or title may', () => {
  const seen = { declared: 0, none: 0 }
  fc.assert(
    fc.property(fc.array(line, { maxLength: 10 }), (lines) => {
      const outline = readOutline(lines.join('\n'))
      const declares = findSections(outline).some(({ declared }) => declared)
      if (declares) expect(mayDeclare(outline)).toBe(true)
      seen[declares ? 'declared' : 'none']++
    }),
    { numRuns: 3_000 },
  )
  expect(seen.declared).toBeGreaterThan(50)
  expect(mayDeclare(readOutline('## 1a. Write (see below\n'))).toBe(true)
  expect(mayDeclare(readOutline('## Phase 1: Write (test)\n\nText.\n\n- [ ] Do it\n'))).toBe(false)
})
