import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { breakableFiles, storeOnDisk } from './store-on-disk.ts'

const cleanUp: (() => void)[] = []
afterEach(() => {
  for (const remove of cleanUp.splice(0)) remove()
})

const onDisk = () => {
  const disk = storeOnDisk()
  cleanUp.push(disk.remove)
  return disk
}

/** Creates a clock and a timer that the test controls. */
const turned = () => {
  let time = Date.UTC(2026, 0, 1)
  const timers = new Set<{ ms: number; task: () => void }>()
  return {
    options: {
      now: () => time,
      every(ms: number, task: () => void) {
        const timer = { ms, task }
        timers.add(timer)
        return () => void timers.delete(timer)
      },
    },
    timers,
    jump: (ms: number): void => void (time += ms),
  }
}

const record = (seq: number) => [{ seq, value: seq }]
const deadPid = (): number => spawnSync(process.execPath, ['-e', '']).pid ?? 0

it('fault 63: an owner on another machine counts as alive until a minute after its last heartbeat', async () => {
  const { folder, open, changeLease } = onDisk()
  const clock = turned()
  const lease = await open(clock.options).acquire('r1')
  changeLease({ host: 'elsewhere' })
  const beatAt = (): number => statSync(join(folder, 'lease.1')).mtimeMs
  const [timer] = clock.timers
  expect(timer?.ms).toBe(15_000)
  clock.jump(59_000)
  timer?.task()
  await expect.poll(beatAt).toBe(clock.options.now())
  clock.jump(59_999)
  await expect(open(clock.options).acquire('r1')).rejects.toMatchObject({
    code: 'RUN_LOCKED',
    details: { holder: expect.stringContaining(`process ${process.pid} on elsewhere`) },
  })
  clock.jump(1)
  expect(await open(clock.options).list()).toMatchObject([{ locked: false }])
  const next = await open(clock.options).acquire('r1')
  await expect(lease.append(record(1))).rejects.toMatchObject({ code: 'LEASE_LOST' })
  await next.append(record(1))
  await lease.release()
  expect(clock.timers.size).toBe(1)
  await next.release()
  expect(clock.timers.size).toBe(0)
})

it('fault 63: a process of this machine is identified by its id and start time, however long it slept', async () => {
  const { open } = onDisk()
  const clock = turned()
  const lease = await open(clock.options).acquire('r1')
  clock.jump(7 * 24 * 3_600_000)
  await expect(open(clock.options).acquire('r1')).rejects.toMatchObject({ code: 'RUN_LOCKED' })
  clock.jump(-30 * 24 * 3_600_000)
  await expect(open(clock.options).acquire('r1')).rejects.toMatchObject({ code: 'RUN_LOCKED' })
  await lease.append(record(1))
  expect(await open(clock.options).load('r1')).toEqual(record(1))
})

it('fault 62: a process in another container is not looked up by its id', async () => {
  const { open, changeLease } = onDisk()
  const clock = turned()
  await open(clock.options).acquire('r1')
  // No process here has this id, but one on the other machine may have it.
  changeLease({ pid: deadPid(), container: 'pid:[1]' })
  await expect(open(clock.options).acquire('r1')).rejects.toMatchObject({ code: 'RUN_LOCKED' })
  clock.jump(60_000)
  // The lease's file has a time from the real clock.
  const later = { ...clock.options, now: () => Date.now() + 60_001 }
  await open(later).acquire('r1')
})

it('fault 62: an unreadable lease locks the run for a minute', async () => {
  const { open, write } = onDisk()
  await (await open().acquire('r1')).release()
  write('lease.7', '')
  await expect(open().acquire('r1')).rejects.toThrow(/locked by an unknown process.*60 s/)
  await (await open({ now: () => Date.now() + 60_001 }).acquire('r1')).append(record(1))
  expect(await open().load('r1')).toEqual(record(1))
})

it('fault 65: a write during a takeover is not acknowledged', async () => {
  const { open, changeLease, names } = onDisk()
  const { files } = breakableFiles()
  let atWrite = async (): Promise<void> => {}
  const late = await open({
    files: {
      ...files,
      async open(path, flags, mode) {
        const handle = await files.open(path, flags, mode)
        return {
          ...handle,
          async datasync() {
            await atWrite()
            await handle.datasync()
          },
        }
      },
    },
  }).acquire('r1')
  await late.append(record(1))
  // The owner checked its lease, wrote, and sleeps. The next process takes the run, and then the owner wakes
  // up.
  atWrite = async () => {
    changeLease({ pid: deadPid() })
    const next = await open().acquire('r1')
    await next.append(record(3))
  }
  await expect(late.append(record(2))).rejects.toMatchObject({
    code: 'LEASE_LOST',
    message: expect.stringContaining('counts only if the new owner found it'),
  })
  // The new owner found record 2, which was never acknowledged, and continued after it.
  expect(await open().load('r1')).toEqual([1, 2, 3].map((seq) => ({ seq, value: seq })))
  await expect(late.append(record(3))).rejects.toMatchObject({ code: 'LEASE_LOST' })
  expect(names()).toEqual(['journal.1.jsonl', 'journal.2.jsonl', 'lease.2'])
})

it('fault 65: a line of a process that had lost the run is ignored', async () => {
  const { open, read, write } = onDisk()
  await (await open().acquire('r1')).append(record(1))
  const first = read('journal.1.jsonl')
  const { open: openOther, read: readOther, write: writeOther } = onDisk()
  await (await openOther().acquire('r1')).release()
  const lease = await openOther().acquire('r1')
  await lease.append([...record(1), ...record(2)])
  write('journal.1.jsonl', first)
  const stale = first.split('\n')[1] ?? ''
  const [head, one, two] = readOther('journal.2.jsonl').split('\n')
  writeOther('journal.2.jsonl', `${[head, one, stale, two, stale].join('\n')}\n`)
  expect(await openOther().load('r1')).toEqual([...record(1), ...record(2)])
})

it('keeps the journal that was read, and removes older files', async () => {
  const { open, names } = onDisk()
  for (const seq of [1, 2, 3, 4]) {
    const lease = await open().acquire('r1')
    await lease.append(record(seq))
    await lease.release()
  }
  expect(names()).toEqual(['journal.3.jsonl', 'journal.4.jsonl'])
  const { updatedAt } = (await open().list())[0] ?? { updatedAt: 0 }
  await (await open().acquire('r1')).release()
  // Taking a run does not write to it.
  expect(Math.abs(((await open().list())[0]?.updatedAt ?? 0) - updatedAt)).toBeLessThan(1)
})

it('says whether no earlier owner can be at work', async () => {
  const { open, changeLease } = onDisk()
  const later = { now: () => Date.now() + 60_001 }
  const first = await open().acquire('r1')
  expect(first.alone).toBe(true)
  await first.release()
  expect((await open().acquire('r1')).alone).toBe(true)
  changeLease({ pid: deadPid() })
  expect((await open().acquire('r1')).alone).toBe(true)
  changeLease({ pid: deadPid(), started: 'another-boot/5' })
  expect((await open().acquire('r1')).alone).toBeUndefined()
  changeLease({ pid: deadPid(), container: 'pid:[1]' })
  expect((await open(later).acquire('r1')).alone).toBeUndefined()
  changeLease({ host: 'elsewhere' })
  expect((await open({ now: () => Date.now() + 120_002 }).acquire('r1')).alone).toBeUndefined()
})
