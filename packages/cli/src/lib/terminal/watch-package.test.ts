import { mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { watchPackage } from './watch-package.ts'

const folder = mkdtempSync(join(tmpdir(), 'amelia-package-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const file = join(folder, 'index.js')
const other = join(folder, 'other.js')
const link = join(folder, 'amelia')

it.each([
  ['replaced', () => (writeFileSync(`${file}.new`, 'v1'), renameSync(`${file}.new`, file))],
  ['overwritten', () => writeFileSync(file, 'version 2')],
  ['removed', () => rmSync(file)],
  ['linked to another version', () => (rmSync(link), symlinkSync(other, link))],
])('warns once of a package that was %s', (_, change) => {
  writeFileSync(file, 'v1')
  writeFileSync(other, 'v1')
  rmSync(link, { force: true })
  symlinkSync(file, link)
  let text = ''
  const terminal = { quiet: false, error: (piece: string) => void (text += piece) }
  const watch = watchPackage(terminal, 'amelia resume r1', [link, file])
  watch.check()
  expect(text).toBe('')
  change()
  watch.check()
  watch.check()
  watch.close()
  expect(text).toMatch(/^warning: The package of Amelia was updated or removed.*: amelia resume r1\n$/)
})
