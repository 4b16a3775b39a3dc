import { expect, it } from 'vitest'
import { findRefused } from './find-refused.ts'

it.each([
  ['sh: 1: cannot create /etc/x: Read-only file system', ['/etc/x']],
  ["touch: cannot touch '/home/u/a b': Read-only file system", ['/home/u/a']],
  ["Error: EROFS: read-only file system, open '/etc/x'", ['/etc/x']],
  ["OSError: [Errno 30] Read-only file system: '/etc/x'", ['/etc/x']],
  ['open /root/.cache/go: read-only file system', ['/root/.cache/go']],
  [
    'mkdir /a: Read-only file system\nmkdir /a: Read-only file system\nmkdir /b: Read-only file system',
    ['/a', '/b'],
  ],
  ['Read-only file system (os error 30)', []],
  ['cat: /etc/x: No such file or directory', []],
])('finds the paths in %j', (output, paths) => {
  expect(findRefused(output)).toEqual(paths)
})
