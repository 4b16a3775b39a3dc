import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkPath } from './check-path.ts'

test.each([
  ['src/a.ts', 'src/a.ts'],
  ['./src//a.ts', 'src/a.ts'],
  ['docs/', 'docs'],
  ['a b/ü.md', 'a b/ü.md'],
  ['.gitignore', '.gitignore'],
  ['.github/x', '.github/x'],
  ['git', 'git'],
  ['a..b', 'a..b'],
  ['__proto__', '__proto__'],
])('%j is %j', (path, plain) => {
  expect(checkPath(path)).toEqual({ path: plain })
})

test.each([
  '',
  '.',
  './',
  '..',
  '../x',
  'a/../../b',
  '/etc/passwd',
  '//host/share',
  '\\\\host\\share',
  'C:/x',
  'c:x',
  'a\\b',
  '~/x',
  'a\0b',
  'a\nb',
  '.. /x',
  'a/\u200b../x',
  'x'.repeat(2000),
])('fault 14: %j is refused', (path) => {
  expect(checkPath(path)).toHaveProperty('problem')
})

test.each([
  '.git',
  '.git/hooks/x',
  'a/.GIT/config',
  'git~1',
  'GIT~1/x',
  '.git./x',
  '.git /x',
  '.git::$DATA',
  '.g\u200cit/x',
])("fault 16: %j is git's own", (path) => {
  expect(checkPath(path)).toMatchObject({ problem: expect.stringContaining("git's own") })
})

test('an accepted path stays below the root', () => {
  const part = fc.constantFrom('..', '.', '', 'a', '.git', ' ', '...', '.. ', 'C:', '\\', '\u200d')
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const checked = checkPath(parts.join('/'))
      if ('problem' in checked) return
      expect(checked.path).not.toMatch(/^\/|\\|(?:^|\/)\.{1,2}(?:\/|$)|(?:^|\/)\.git(?:\/|$)/)
    }),
  )
})
