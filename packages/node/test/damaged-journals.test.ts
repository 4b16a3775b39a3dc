import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { breakableFiles, storeOnDisk } from './store-on-disk.ts'

const cleanUp: (() => void)[] = []
afterEach(() => {
  for (const remove of cleanUp.splice(0)) remove()
})

/** Creates a run of three records without an owner. */
const threeRecords = async () => {
  const disk = storeOnDisk()
  cleanUp.push(disk.remove)
  const lease = await disk.open().acquire('r1')
  for (const seq of [1, 2, 3]) await lease.append([{ seq, value: seq }])
  await lease.release()
  return disk
}

const journal = 'journal.1.jsonl'
const damage = (text: string): string => text.replace('"seq":2', '"seq":7')

describe('a damaged journal', () => {
  it('fault 64: reading reports the readable part and what to do, and changes nothing', async () => {
    const { open, read, write, names } = await threeRecords()
    write(journal, damage(read(journal)))
    const before = [names(), read(journal)]
    for (const task of [() => open().load('r1'), () => open().acquire('r1')])
      await expect(task()).rejects.toMatchObject({
        code: 'RUN_DAMAGED',
        details: { runId: 'r1', line: 2 },
        message: expect.stringMatching(
          /^Line 3 of .*journal\.1\.jsonl is damaged\. The record before it is readable\. .*amelia resume r1 --repair/,
        ),
      })
    expect([names(), read(journal)]).toEqual(before)
  })

  it('fault 64: repair keeps the damaged file, and continues from before the damage', async () => {
    const { folder, open, read, write, names } = await threeRecords()
    const damaged = damage(read(journal))
    write(journal, damaged)
    const now = () => Date.UTC(2026, 0, 1)
    const movedTo = join(folder, 'journal.damaged-2026-01-01T00-00-00-000Z.jsonl')
    expect(await open({ now }).repair?.('r1')).toEqual({ kept: 1, lost: 2, movedTo })
    for (let round = 0; round < 3; round++) await (await open().acquire('r1')).release()
    expect(readFileSync(movedTo, 'utf8')).toBe(damaged)
    expect(names()).not.toContain(journal)
    expect(await open().load('r1')).toEqual([{ seq: 1, value: 1 }])
  })

  it('fault 64: an empty journal, or one of zeros, never counts as new', async () => {
    for (const content of ['', '\0'.repeat(600), '{"sum":"']) {
      const { open, write, read } = await threeRecords()
      write(journal, content)
      const store = open()
      for (const task of [() => store.load('r1'), () => store.acquire('r1'), () => store.repair?.('r1')])
        await expect(task()).rejects.toMatchObject({ code: 'RUN_DAMAGED', details: { line: 1 } })
      expect(read(journal)).toBe(content)
    }
  })

  it('fault 64: missing sectors are ignored in the last group, and are damage in any other', async () => {
    const { open, read, write } = await threeRecords()
    const lease = await open().acquire('r1')
    await lease.append([4, 5].map((seq) => ({ seq, value: 'x'.repeat(700) })))
    await lease.release()
    const whole = read('journal.2.jsonl')
    const zeros = (from: number, to: number): string =>
      whole.slice(0, from) + '\0'.repeat(to - from) + whole.slice(to)
    write('journal.2.jsonl', zeros(512, 1024))
    expect(await open().load('r1')).toHaveLength(3)
    // Not a sector, so a loss of power cannot cause it.
    write('journal.2.jsonl', zeros(513, 1024))
    await expect(open().load('r1')).rejects.toMatchObject({ code: 'RUN_DAMAGED', details: { line: 4 } })
    write('journal.2.jsonl', whole)
    await (await open().acquire('r1')).append([{ seq: 6, value: 6 }])
    const longer = read('journal.3.jsonl')
    write('journal.3.jsonl', longer.slice(0, 512) + '\0'.repeat(512) + longer.slice(1024))
    await expect(open().load('r1')).rejects.toMatchObject({ code: 'RUN_DAMAGED', details: { line: 4 } })
  })
})

describe('a journal of another version', () => {
  it('fault 66: refuses a newer version, and leaves it unchanged', async () => {
    const { open, read, write, names } = await threeRecords()
    const { hash } = await import('node:crypto')
    const body = '"format":3,"token":1}'
    const newer = `{"sum":"${hash('sha256', body).slice(0, 16)}",${body}\n{"what":"ever"}\n`
    write(journal, newer)
    const store = open()
    for (const task of [() => store.load('r1'), () => store.acquire('r1'), () => store.repair?.('r1')])
      await expect(task()).rejects.toMatchObject({ code: 'RUN_VERSION', details: { version: '3' } })
    expect([names(), read(journal)]).toEqual([[journal], newer])
  })

  it('fault 66: migrates a copy of the first format, and keeps the original', async () => {
    const { folder, open, names, read, write } = await threeRecords()
    const golden = readFileSync(join(import.meta.dirname, 'fixtures/journal-of-format-1.jsonl'), 'utf8')
    const { unlinkSync } = await import('node:fs')
    unlinkSync(join(folder, journal))
    write('journal.jsonl', golden)
    const before = [
      { seq: 1, value: { type: 'run_created', title: 'Ä plan' } },
      { seq: 2, value: null },
    ]
    expect(await open().load('r1')).toEqual(before)
    for (const seq of [3, 4]) {
      const lease = await open().acquire('r1')
      await lease.append([{ seq, value: seq }])
      await lease.release()
    }
    expect(await open().load('r1')).toEqual([...before, { seq: 3, value: 3 }, { seq: 4, value: 4 }])
    expect(names()).toEqual(['journal.1.jsonl', 'journal.2.jsonl', 'journal.jsonl'])
    expect(read('journal.jsonl')).toBe(golden)
  })
})

describe('a disk that fails', () => {
  it.each([
    ['ENOSPC', 'write'],
    ['EIO', 'write'],
    ['EIO', 'datasync'],
    ['EMFILE', 'open'],
    ['EROFS', 'open'],
    ['EIO', 'readdir'],
  ])(
    'fault 58: %s at %s: nothing is promised, nothing new is taken, and the journal is whole',
    async (code, name) => {
      const { open } = await threeRecords()
      const { files, broken } = breakableFiles()
      const lease = await open({ files }).acquire('r1')
      // Only the first append of a lease opens the journal.
      const before = name === 'open' ? [1, 2, 3] : [1, 2, 3, 4]
      for (const value of before.slice(3)) await lease.append([{ seq: value, value }])
      const seq = before.length + 1
      broken.set(name, code)
      await expect(lease.append([{ seq, value: seq }])).rejects.toMatchObject({
        code: 'STORE_FAILED',
        message: expect.stringContaining(code),
      })
      broken.clear()
      // The disk works again. The failed write is never read, because its extent is unknown.
      if (name === 'write' || name === 'datasync')
        await expect(lease.append([{ seq, value: 'again' }])).rejects.toMatchObject({ code: 'LEASE_LOST' })
      await lease.release()
      const found = await open().load('r1')
      expect(found.map(({ value }) => value)).toEqual(before)
      const next = await open().acquire('r1')
      await next.append([{ seq: found.length + 1, value: 'on' }])
      expect((await open().load('r1')).at(-1)).toEqual({ seq: found.length + 1, value: 'on' })
    },
  )
})
