import { expect, it } from 'vitest'
import { readPaths } from './read-paths.ts'

const read = (value: string): string[] =>
  readPaths({ name: 'files', label: 'files', value, items: [], line: 1, column: 1 })

it.each([
  ['`src\\app\\main.ts`', 'src/app/main.ts'],
  ['`src\\\\app\\\\main.ts`', 'src/app/main.ts'],
  ['Modify: src\\app\\main.ts:12-30', 'src/app/main.ts'],
  ['`src\\app`', 'src/app'],
  ['`C:\\work\\b.ts`', 'C:/work/b.ts'],
  ['src/my\\_file.ts', 'src/my_file.ts'],
])('reads the path of Windows %s', (value, path) => {
  expect(read(value)).toEqual([path])
})
