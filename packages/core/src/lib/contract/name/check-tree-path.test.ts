import { expect, it } from 'vitest'
import { checkTreePath } from './check-tree-path.ts'

it.each([
  ['../x', 'it is not a path below the root'],
  ['/x', 'it is not a path below the root'],
  ['a\\..\\b', 'it is not a path below the root'],
  ['a/.git/config', 'git takes the name for its own'],
  ['a\0', 'the name contains a null character'],
])('%j cannot be committed: %s', (path, why) => {
  expect(() => checkTreePath(path)).toThrowError(expect.objectContaining({ code: 'PATH_DENIED' }))
  expect(() => checkTreePath(path)).toThrow(`cannot be committed: ${why}`)
})

it('accepts a path below the root', () => {
  checkTreePath('src/a.ts')
})
