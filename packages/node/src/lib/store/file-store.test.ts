import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import * as machineFiles from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunStoreV1 } from '@amelia/core/plugin'
import { type RunStoreSubject, runStoreContract } from '@amelia/core/testing'
import { describe, expect, it } from 'vitest'
import { fileStore, type JournalFiles } from '../../index.ts'

const folders = new WeakMap<RunStoreV1, string>()

const create = async (): Promise<RunStoreSubject> => {
  const dir = mkdtempSync(join(tmpdir(), 'amelia-store-'))
  const store = fileStore({ dir: join(dir, 'runs') })
  folders.set(store, join(dir, 'runs'))
  return { store, close: async () => rmSync(dir, { recursive: true, force: true }) }
}
const folderOf = ({ store }: RunStoreSubject, runId: string): string => join(folders.get(store) ?? '', runId)
/** Returns the path of the newest journal of a run. */
const journalOf = (subject: RunStoreSubject, runId: string): string => {
  const folder = folderOf(subject, runId)
  const token = (name: string): number => Number(/^journal\.(\d+)\.jsonl$/.exec(name)?.[1] ?? -1)
  const [newest = ''] = readdirSync(folder).sort((a, b) => token(b) - token(a))
  return join(folder, newest)
}

/** A process that has ended. */
const deadPid = (): number => spawnSync(process.execPath, ['-e', '']).pid ?? 0

/** Makes every lease of a run look like that of a dead process. */
const abandon = (folder: string, change: object = { pid: deadPid() }): void => {
  for (const name of readdirSync(folder).filter((entry) => entry.startsWith('lease'))) {
    const holder = JSON.parse(readFileSync(join(folder, name), 'utf8')) as object
    writeFileSync(join(folder, name), JSON.stringify({ ...holder, ...change }))
  }
}

describe('fileStore fulfils the contract', () => {
  const cases = runStoreContract({
    create,
    faults: {
      abandon: async (subject, { runId }) => abandon(folderOf(subject, runId)),
      tear: async (subject, runId) =>
        appendFileSync(journalOf(subject, runId), '{"sum":"0123456789abcdef","seq":3,"val'),
      damage: async (subject, runId, line) => {
        const lines = readFileSync(journalOf(subject, runId), 'utf8').split('\n')
        lines[line] = lines[line]?.replace('"n":', '"N":') ?? ''
        writeFileSync(journalOf(subject, runId), lines.join('\n'))
      },
      reopen: (subject) => fileStore({ dir: folders.get(subject.store) ?? '' }),
      spoil: async (subject, runId, commandId) => {
        const commands = join(folderOf(subject, runId), 'commands')
        mkdirSync(commands, { recursive: true })
        writeFileSync(join(commands, `${commandId}.json`), '{"type":"answer","gateId":')
      },
    },
  })
  for (const { name, covered, run } of cases) {
    it(name, async () => {
      expect(covered).toBe(true)
      await run()
    })
  }
})

describe('fileStore', () => {
  it('fault 62: a process that reuses the id of a dead one does not own its run', async () => {
    const subject = await create()
    await subject.store.acquire('r1')
    abandon(folderOf(subject, 'r1'), { pid: process.pid, started: 'another boot/1' })
    await subject.store.acquire('r1')
    await subject.close()
  })

  it('fault 62: the owner on another machine counts as alive, and is named', async () => {
    const subject = await create()
    await subject.store.acquire('r1')
    abandon(folderOf(subject, 'r1'), { pid: deadPid(), host: 'elsewhere' })
    await expect(subject.store.acquire('r1')).rejects.toThrow(
      /on elsewhere, since 20.* Its last heartbeat was at 20.*; 60 s after the last one/,
    )
    await subject.close()
  })

  it('fault 64: each truncated journal yields a prefix of its records, and continues', async () => {
    const subject = await create()
    const lease = await subject.store.acquire('r1')
    await lease.append([
      { seq: 1, value: 'one' },
      { seq: 2, value: 'zwei ü' },
    ])
    await lease.release()
    const whole = readFileSync(journalOf(subject, 'r1'))
    const head = whole.indexOf(0x0a) + 1
    const firstEnd = whole.indexOf(0x0a, head) + 1
    for (let length = whole.length; length >= head; length -= 1) {
      writeFileSync(journalOf(subject, 'r1'), whole.subarray(0, length))
      const expected = length === whole.length ? 2 : length >= firstEnd ? 1 : 0
      expect(await subject.store.load('r1')).toHaveLength(expected)
    }
    const next = await subject.store.acquire('r1')
    await next.append([{ seq: 1, value: 'again' }])
    expect(await subject.store.load('r1')).toEqual([{ seq: 1, value: 'again' }])
    await subject.close()
  })

  it('fault 64: finds each flipped bit of an intact journal, with its line', async () => {
    const subject = await create()
    const lease = await subject.store.acquire('r1')
    await lease.append([
      { seq: 1, value: 1 },
      { seq: 2, value: { a: 'b' } },
    ])
    await lease.release()
    const whole = readFileSync(journalOf(subject, 'r1'))
    const second = whole.indexOf(0x0a, whole.indexOf(0x0a) + 1) + 1
    for (let at = 0; at < whole.length - 1; at += 1) {
      const bytes = Buffer.from(whole)
      bytes[at] = (bytes[at] ?? 0) ^ 0x01
      writeFileSync(journalOf(subject, 'r1'), bytes)
      const line = at < second ? 1 : 2
      await expect(subject.store.load('r1'), `byte ${at}`).rejects.toMatchObject({
        code: 'RUN_DAMAGED',
        details: { runId: 'r1', line },
      })
    }
    await subject.close()
  })

  it('fault 64: finds a missing line', async () => {
    const subject = await create()
    const lease = await subject.store.acquire('r1')
    await lease.append([1, 2, 3].map((seq) => ({ seq, value: seq })))
    const lines = readFileSync(journalOf(subject, 'r1'), 'utf8').split('\n')
    lines.splice(2, 1)
    writeFileSync(journalOf(subject, 'r1'), lines.join('\n'))
    await expect(subject.store.load('r1')).rejects.toMatchObject({
      code: 'RUN_DAMAGED',
      details: { line: 2 },
    })
    await subject.close()
  })

  it('keeps its journal open between appends, until it is released', async () => {
    const root = mkdtempSync(join(tmpdir(), 'amelia-store-'))
    const open = { ever: 0, now: 0 }
    const files: JournalFiles = {
      ...machineFiles,
      async open(path, flags, mode) {
        const handle = await machineFiles.open(path, flags, mode)
        if ((flags & constants.O_APPEND) === 0) return handle
        open.ever++
        open.now++
        const close = handle.close.bind(handle)
        handle.close = () => {
          open.now--
          return close()
        }
        return handle
      },
    }
    for (const end of ['release', 'remove'] as const) {
      const lease = await fileStore({ dir: join(root, 'runs'), files }).acquire(end)
      for (const seq of [1, 2, 3]) await lease.append([{ seq, value: seq }])
      expect(open).toMatchObject({ now: 1 })
      await lease[end]?.()
      expect(open).toMatchObject({ now: 0 })
    }
    expect(open.ever).toBe(2)
    rmSync(root, { recursive: true, force: true })
  })

  it('acknowledges no record in a journal that was removed', async () => {
    const subject = await create()
    const lease = await subject.store.acquire('r1')
    await lease.append([{ seq: 1, value: 1 }])
    rmSync(journalOf(subject, 'r1'))
    await expect(lease.append([{ seq: 2, value: 2 }])).rejects.toMatchObject({ code: 'STORE_FAILED' })
    await lease.release()
    await subject.close()
  })

  it('creates files that only this user can read', async () => {
    const subject = await create()
    await (await subject.store.acquire('r1')).append([{ seq: 1, value: 1 }])
    expect(statSync(folderOf(subject, 'r1')).mode & 0o777).toBe(0o700)
    expect(statSync(journalOf(subject, 'r1')).mode & 0o777).toBe(0o600)
    expect(readdirSync(folderOf(subject, 'r1')).sort()).toEqual(['journal.1.jsonl', 'lease.1'])
    await subject.close()
  })

  it('fault 70: returns any other file among the commands without a value, and is not blocked by it', async () => {
    const subject = await create()
    const lease = await subject.store.acquire('r1')
    const commands = join(folderOf(subject, 'r1'), 'commands')
    mkdirSync(commands)
    const secret = join(commands, '..', 'secret')
    writeFileSync(secret, '"not for the run"')
    symlinkSync(secret, join(commands, 'link.json'))
    mkdirSync(join(commands, 'folder.json'))
    writeFileSync(join(commands, 'empty.json'), '')
    writeFileSync(join(commands, 'large.json'), JSON.stringify('x'.repeat(100_000)))
    expect(spawnSync('mkfifo', [join(commands, 'pipe.json')]).status).toBe(0)
    writeFileSync(join(commands, 'draft.half'), '"half"')
    writeFileSync(join(commands, 'NOTES.txt'), 'mine')
    const id = await subject.store.send('r1', 'good')
    const found = await lease.sent()
    expect(found.filter(({ value }) => value !== undefined)).toEqual([{ id, value: 'good' }])
    expect(found.map((command) => command.id).filter((name) => name !== id)).toEqual([
      'empty',
      'folder',
      'large',
      'link',
      'pipe',
    ])
    for (const command of found) await lease.acknowledge(command.id, 'heard')
    expect(await lease.sent()).toEqual([])
    expect(await subject.store.outcome('r1', 'pipe')).toBe('heard')
    await subject.close()
  })

  it('returns the oldest of very many commands, then the next', async () => {
    const subject = await create()
    const lease = await subject.store.acquire('r1')
    const ids: string[] = []
    for (let n = 0; n < 105; n++) ids.push(await subject.store.send('r1', n))
    const first = await lease.sent()
    expect(first.map(({ id }) => id)).toEqual(ids.slice(0, 100))
    for (const { id } of first) await lease.acknowledge(id, null)
    expect((await lease.sent()).map(({ value }) => value)).toEqual([100, 101, 102, 103, 104])
    await subject.close()
  })

  it('writes commands atomically and for this user only, with ids from the time and the process', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'amelia-store-'))
    const store = fileStore({ dir, now: () => 36 ** 8, uniqueId: () => 'me' })
    const lease = await store.acquire('r1')
    expect([await store.send('r1', 1), await store.send('r1', 2)]).toEqual(['100000000-me', '100000001-me'])
    await lease.acknowledge('100000000-me', { ok: true })
    const commands = join(dir, 'r1', 'commands')
    expect(readdirSync(commands).sort()).toEqual([
      '100000000-me.json',
      '100000000-me.outcome.json',
      '100000001-me.json',
    ])
    expect(statSync(commands).mode & 0o777).toBe(0o700)
    expect(statSync(join(commands, '100000000-me.json')).mode & 0o777).toBe(0o600)
    rmSync(dir, { recursive: true })
  })

  it('does not report a folder that cannot be read as an empty store', async () => {
    const parent = mkdtempSync(join(tmpdir(), 'amelia-store-'))
    const dir = join(parent, 'no-folder')
    expect(await fileStore({ dir }).list()).toEqual([])
    writeFileSync(dir, '')
    await expect(fileStore({ dir }).list()).rejects.toMatchObject({ code: 'STORE_FAILED' })
    rmSync(parent, { recursive: true })
  })

  it('fault 58: a command that the file system refuses is STORE_FAILED and not stored', async () => {
    const subject = await create()
    const lease = await subject.store.acquire('r1')
    const commands = join(folderOf(subject, 'r1'), 'commands')
    writeFileSync(commands, 'a file where the folder should be')
    await expect(subject.store.send('r1', 1)).rejects.toMatchObject({ code: 'STORE_FAILED' })
    await expect(lease.sent()).rejects.toMatchObject({ code: 'STORE_FAILED' })
    rmSync(commands)
    expect(await lease.sent()).toEqual([])
    expect(existsSync(commands)).toBe(false)
    await subject.close()
  })

  it('fault 58: an error of the file system is STORE_FAILED, and nothing is acknowledged', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'amelia-store-'))
    writeFileSync(join(dir, 'runs'), 'a file where the folder should be')
    const store = fileStore({ dir: join(dir, 'runs') })
    await expect(store.acquire('r1')).rejects.toMatchObject({
      code: 'STORE_FAILED',
      details: { runId: 'r1' },
    })
    rmSync(dir, { recursive: true })
  })
})
