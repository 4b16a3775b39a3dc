import { existsSync, lstatSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { removeEntry } from './remove-entry.ts'

const createFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'amelia-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'folder/deep'), { recursive: true })
  writeFileSync(join(folder, 'file'), 'text')
  return folder
}

it.each([
  ['a file', 'file', undefined],
  ['a folder', 'folder', undefined],
  ['a link to a file', 'link', 'file'],
  ['a link to a folder', 'link', 'folder'],
  ['a link without a target', 'link', 'nowhere'],
  ['nothing', 'nothing', undefined],
])('removes %s', (_what, name, target) => {
  const folder = createFolder()
  if (target !== undefined) symlinkSync(target, join(folder, name))
  removeEntry(join(folder, name))
  expect(lstatSync(join(folder, name), { throwIfNoEntry: false })).toBeUndefined()
  if (target !== undefined && target !== 'nowhere') expect(existsSync(join(folder, target))).toBe(true)
})
