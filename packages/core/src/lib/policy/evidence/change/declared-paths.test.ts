import { describe, expect, it } from 'vitest'
import { phaseSchema } from '../../../plan/plan-schema.ts'
import { declaredPaths } from './declared-paths.ts'

const declared = (body: string, files: string[] = []) =>
  declaredPaths(phaseSchema.parse({ id: 'a', title: 'A', body, files }))

describe('declaredPaths', () => {
  it('has files of the phase, of its subtasks and of their steps', () => {
    const { has, entries } = declaredPaths(
      phaseSchema.parse({
        id: 'a',
        title: 'A',
        files: ['a.js'],
        subtasks: [
          { id: '1', title: 'B', files: ['b.js'], steps: [{ id: 's', action: 'code', filePath: 'c.js' }] },
        ],
      }),
    )
    expect(entries).toEqual(['a.js', 'b.js', 'c.js'])
    expect(['a.js', 'b.js', 'c.js', 'd.js'].map(has)).toEqual([true, true, true, false])
  })

  it.each([
    ['test', 'test/a.js', true],
    ['test/', 'test/a.js', true],
    ['test/*.test.js', 'test/a.test.js', true],
    ['test/*.test.js', 'test/a.js', false],
    ['test/**', 'test/deep/a.js', true],
    ['*.js', 'src/a.js', true],
    ['test', 'tests/a.js', false],
  ])('covers by %s the file %s: %s', (entry, path, covered) => {
    expect(declared('', [entry]).has(path)).toBe(covered)
  })

  it.each([
    '- Delete: `test/a.test.js`',
    '**Delete:** `test/a.test.js`',
    '* delete test/a.test.js, test/b.test.js',
    'Remove `test/`.',
    '- Move: `test/a.test.js` -> `test/unit/a.test.js`',
  ])('removes: %s', (line) => {
    expect(declared(`Some words.\n${line}\nMore.`).removes('test/a.test.js')).toBe(true)
  })

  it.each([
    '- Modify: `test/a.test.js`',
    '- Delete the dead branch in `test/a.test.js`',
    '- Move: `test/b.test.js` -> `test/a.test.js`',
    'Do not delete `test/a.test.js`.',
  ])('does not remove: %s', (line) => {
    expect(declared(line).removes('test/a.test.js')).toBe(false)
  })
})
