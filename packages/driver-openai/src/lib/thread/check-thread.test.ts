import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { checkThread, noteLength } from './check-thread.ts'

const home = mkdtempSync(join(tmpdir(), 'amelia-thread-'))
const folder = join(home, 'sessions/2026/01/31')
mkdirSync(folder, { recursive: true })
afterAll(() => rmSync(home, { recursive: true, force: true }))

const lines = (...ordinals: (number | undefined)[]): string =>
  ordinals.map((ordinal) => `${JSON.stringify({ ordinal, type: 'event_msg' })}\n`).join('')

it.each([
  ['whole', lines(0, 1, 2), undefined],
  ['of a version that numbers no lines', lines(undefined, undefined), undefined],
  ['cut off in its last line', `${lines(0, 1)}{"ordinal":2,"ty`, undefined],
  ['empty', '', 'its log is empty'],
  ['without its begin', lines(1, 2), 'a part of its log is missing'],
  ['without its middle', lines(0, 1, 5), 'a part of its log is missing'],
  ['full of zeros after a power loss', `${lines(0, 1)}${'\0'.repeat(100)}\n`, 'a line of its log is damaged'],
])('judges a log that is %s', (name, text, expected) => {
  const id = `t-${name.length}`
  writeFileSync(join(folder, `rollout-2026-01-31T10-00-00-${id}.jsonl`), text)
  expect(checkThread(home, id)).toBe(expected)
})

it('notices that a log has become shorter than it was', () => {
  const path = join(folder, 'rollout-2026-01-31T10-00-00-t9.jsonl')
  writeFileSync(path, lines(0, 1, 2, 3))
  noteLength(home, 't9', lines(0, 1, 2, 3).length)
  expect(checkThread(home, 't9')).toBeUndefined()
  appendFileSync(path, lines(4))
  expect(checkThread(home, 't9')).toBeUndefined()
  writeFileSync(path, lines(0, 1))
  expect(checkThread(home, 't9')).toBe('the end of its log is missing')
})

it('does not find a log by anything but an id', () => {
  for (const id of ['t0', '../t1', '', '*']) expect(checkThread(home, id)).toBe('its log does not exist')
})
