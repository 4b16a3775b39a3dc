import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { machineProcesses } from '@amelia/agent-process'
import { listRanges } from './list-ranges.ts'
import { isRangeFree } from './is-range-free.ts'
import { reserveRange } from './reserve-range.ts'
import { sharedFolder } from './shared-folder.ts'

/** Ranges that no other test uses. */
const ranges = listRanges(28_000).slice(0, 40)

const reserve = async (...given: Parameters<typeof reserveRange>) => {
  const range = await reserveRange(...given)
  onTestFinished(() => range.release())
  return range
}

it('gives ranges that do not overlap, also to callers at the same time', async () => {
  const made = await Promise.all(Array.from({ length: 8 }, () => reserve(ranges)))
  expect(new Set(made.map(({ port }) => port)).size).toBe(8)
  expect(new Set(made.map(({ env }) => env['TMPDIR'])).size).toBe(8)
  for (const { env, port } of made) {
    expect(port % 20).toBe(0)
    expect(env['AMELIA_PORT']).toBe(String(port))
    expect(env['TMPDIR']!.length).toBeLessThanOrEqual(40)
    expect(existsSync(env['TMPDIR']!)).toBe(true)
  }
})

it('gives the wanted range if it is free, and releases it with its folder', async () => {
  const range = await reserve(ranges, ranges[30])
  expect([range.port, range.number]).toEqual([ranges[30], 31])
  expect((await reserve(ranges, ranges[30])).port).not.toBe(ranges[30])
  writeFileSync(join(range.env['TMPDIR']!, 'lock'), '')
  await range.empty()
  expect(readdirSync(range.env['TMPDIR']!)).toEqual([])
  await range.release()
  expect(existsSync(range.env['TMPDIR']!)).toBe(false)
  expect((await reserve(ranges, ranges[30])).port).toBe(ranges[30])
})

it.each(['127.0.0.1', '0.0.0.0', '::1', '::'])('passes over a range with a listener on %s', async (host) => {
  const port = ranges[31]!
  const server = createServer()
  const listens = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false))
    server.listen({ port: port + 7, host }, () => resolve(true))
  })
  onTestFinished(() => void server.close())
  // The machine may have no IPv6.
  expect(await isRangeFree(port)).toBe(!listens)
  if (listens) expect((await reserve(ranges, port)).port).not.toBe(port)
})

it('takes the range of a dead process, and not that of a live one', async () => {
  const range = await reserve(ranges, ranges[35])
  await range.release()
  const folder = join(sharedFolder(), 'ports')
  const self = machineProcesses.self()
  const claim = (owner: object | string, name: string) => {
    execFileSync('mkdir', ['-p', folder])
    writeFileSync(
      join(folder, `${ranges[35]}.${name}`),
      typeof owner === 'string' ? owner : JSON.stringify(owner),
    )
  }
  // Another process has this one's id since then.
  claim({ ...self, started: 'another boot/1' }, 'a')
  const taken = await reserveRange(ranges, ranges[35])
  expect(taken.port).toBe(ranges[35])
  await taken.release()
  expect(existsSync(join(folder, `${ranges[35]}.a`))).toBe(false)
  claim(self, 'b')
  expect((await reserve(ranges, ranges[35])).port).not.toBe(ranges[35])
  // It is being written.
  claim('', 'b')
  expect((await reserve(ranges, ranges[35])).port).not.toBe(ranges[35])
  execFileSync('touch', ['-d', '1 hour ago', join(folder, `${ranges[35]}.b`)])
  expect((await reserve(ranges, ranges[35])).port).toBe(ranges[35])
})

it('lists ranges outside the ephemeral ports', () => {
  expect(listRanges(undefined, [32_768, 60_999]).slice(0, 2)).toEqual([20_000, 20_020])
  const near = listRanges(undefined, [32_768, 60_999]).filter((port) => port > 32_700 && port < 61_020)
  expect(near).toEqual([32_720, 32_740, 61_000])
  expect(listRanges(24_001, [32_768, 60_999])[0]).toBe(24_020)
  expect(listRanges(undefined, [1024, 65_535])[0]).toBe(20_000)
  expect(() => listRanges(40_000, [32_768, 60_999])).toThrow(
    '`portBase` must be a port from 1024 to 65515 outside 32768 to 60999, which the system gives to any program; got 40000.',
  )
  for (const wrong of [80, 65_530, 1.5]) expect(() => listRanges(wrong)).toThrow('`portBase` must be a port')
})
