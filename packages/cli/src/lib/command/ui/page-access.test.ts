import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openPageAccess } from './page-access.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'amelia-access-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const open = (options: { readOnly?: boolean; renew?: boolean } = {}) =>
  openPageAccess(folder, { readOnly: false, ...options })
const file = (): string => join(folder, 'amelia', 'ui', 'token')

it('keeps a token that only its owner can read, and another one for pages that only read', () => {
  const token = open().token.read()
  expect(token).toHaveLength(43)
  expect(open().token.read()).toBe(token)
  expect(open({ readOnly: true }).token.read()).not.toBe(token)
  expect((statSync(file()).mode & 0o777).toString(8)).toBe('600')
})

it('replaces both tokens, also for servers that have them open', () => {
  const [all, reading] = [open(), open({ readOnly: true })]
  const before = [all.token.read(), reading.token.read()]
  const renewed = open({ renew: true }).token.read()
  expect(all.token.read()).toBe(renewed)
  expect(before).not.toContain(renewed)
  expect(before).not.toContain(reading.token.read())
})

it('replaces a token that others could read', () => {
  const token = open().token.read()
  chmodSync(file(), 0o644)
  expect(open().token.read()).not.toBe(token)
  expect((statSync(file()).mode & 0o777).toString(8)).toBe('600')
})

it('keeps the port of the first server', () => {
  expect(open().port).toBeUndefined()
  open().keepPort(4_321)
  open().keepPort(5_000)
  expect(open().port).toBe(4_321)
})
