import { describe, expect, it } from 'vitest'
import { changedEntries } from './changed-entries.ts'
import { isSnapshot } from './is-snapshot.ts'

describe('isSnapshot', () => {
  it.each([
    ['test/__snapshots__/a.test.js.snap', true],
    ['a.test.js.snapshot', true],
    ['tests/__snapshots__/test_a.ambr', true],
    ['tests/__image_snapshots__/a.png', true],
    ['e2e/a.spec.ts-snapshots/a.png', true],
    ['src/snapshots/a.ts', false],
  ])('%s: %s', (path, expected) => {
    expect(isSnapshot(path)).toBe(expected)
  })
})

describe('changedEntries', () => {
  const entry = (name: string, value: string): string => `exports[\`${name}\`] = \`\n${value}\n\`;\n\n`
  const before = entry('a 1', 'one') + entry('b 1', 'two')

  it('names changed and removed entries, and no new ones', () => {
    expect(changedEntries(before, before + entry('c 1', 'three'))).toEqual([])
    expect(changedEntries(before, entry('a 1', 'other') + entry('b 1', 'two'))).toEqual([
      { name: 'a 1', before: '`\none\n`;', after: '`\nother\n`;' },
    ])
    expect(changedEntries(before, entry('a 1', 'one'))).toMatchObject([{ name: 'b 1' }])
    expect(changedEntries(before, undefined)).toHaveLength(2)
  })

  it('reads entries of syrupy', () => {
    expect(changedEntries('# name: test_a\n  1\n# ---\n', '# name: test_a\n  2\n# ---\n')).toMatchObject([
      { name: 'test_a' },
    ])
  })

  it('takes a file without entries as one', () => {
    expect(changedEntries('{"a":1}', '{"a":2}')).toEqual([{ name: '', before: '{"a":1}', after: '{"a":2}' }])
    expect(changedEntries('{"a":1}', '{"a":1}')).toEqual([])
    expect(changedEntries('{"a":1}', undefined)).toEqual([{ name: '', before: '{"a":1}' }])
  })
})
