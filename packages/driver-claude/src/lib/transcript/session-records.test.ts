import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createSessionRecords } from './session-records.ts'

const home = mkdtempSync(join(tmpdir(), 'amelia-records-'))
afterAll(() => rmSync(home, { recursive: true }))

it('keeps the last record of each session for another process', async () => {
  const records = createSessionRecords(home, Date.now)
  expect(await records.read('one')).toBeUndefined()
  void records.write('one', { access: 'read', model: 'm', message: 'a' })
  void records.write('two', { access: 'write', outputSchema: { type: 'object' }, marker: 'k' })
  await records.write('one', { access: 'read', model: 'm', message: 'b' })
  const other = createSessionRecords(home, Date.now)
  expect(await other.read('one')).toEqual({ access: 'read', model: 'm', message: 'b' })
  expect(await other.read('two')).toEqual({ access: 'write', outputSchema: { type: 'object' }, marker: 'k' })
})

it('deletes records and skills older than 30 days', async () => {
  const folder = join(home, 'amelia')
  writeFileSync(join(folder, 'old.json'), '{}')
  for (const name of ['skills-new', 'skills-old', 'an-old-folder']) {
    mkdirSync(join(folder, name))
    writeFileSync(join(folder, name, 'SKILL.md'), '')
  }
  for (const name of ['old.json', 'skills-old', 'an-old-folder']) utimesSync(join(folder, name), 1, 1)
  await createSessionRecords(home, Date.now).write('new', { access: 'write' })
  const left = readdirSync(folder)
  expect(left).toEqual(expect.arrayContaining(['new.json', 'skills-new']))
  for (const name of ['old.json', 'skills-old', 'an-old-folder']) expect(left).not.toContain(name)
})

it('treats a damaged record as missing, and survives a folder that it cannot write to', async () => {
  writeFileSync(join(home, 'amelia', 'bad.json'), '{')
  expect(await createSessionRecords(home, Date.now).read('bad')).toBeUndefined()
  const nowhere = createSessionRecords(join(home, 'amelia', 'new.json'), Date.now)
  await nowhere.write('one', { access: 'write' })
  expect(await nowhere.read('one')).toBeUndefined()
})
