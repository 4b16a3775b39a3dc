import { expect, test } from 'vitest'
import { nearestName } from './nearest-name.ts'

test.each([
  ['step_2', ['step-1', 'step-2'], 'step-2'],
  ['file_pth', ['file_path', 'cwd'], 'file_path'],
  ['filepath', ['file_path', 'replace'], 'file_path'],
  ['dpeends_on', ['depends_on'], 'depends_on'],
  ['2d', ['1', '2a', '3'], '2a'],
  ['9', ['1', '2'], undefined],
  ['X', ['y', 'x'], 'x'],
  ['2', ['1', '2a'], '2a'],
  ['2A', ['3', '2a'], '2a'],
  ['batches', ['goal', 'title'], undefined],
  ['x', [], undefined],
] as const)('%j among %j', (name, names, nearest) => {
  expect(nearestName(name, names)).toBe(nearest)
})

test('fault 11: long names are compared in bounded work', () => {
  const long = 'ab'.repeat(50_000)
  expect(nearestName(long, [`${long}x`])).toBe(`${long}x`)
})
