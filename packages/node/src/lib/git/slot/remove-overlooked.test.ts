import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { removeOverlooked } from './remove-overlooked.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'amelia-overlooked-'))
  mkdirSync(join(root, 'a/b'), { recursive: true })
  writeFileSync(join(root, 'a/b/file'), 'x')
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(root, { recursive: true })
})

const plant = (path: string): string => {
  execFileSync('mkfifo', [join(root, path)])
  return join(root, path)
}

/** Calls the function as if the folders had not changed for a while. */
const later = (...given: Parameters<typeof removeOverlooked>): ReturnType<typeof removeOverlooked> => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
  return removeOverlooked(...given)
}

it("removes pipes and names of git's own, but not what is kept", async () => {
  const [pipe, kept] = [plant('a/b/pipe'), plant('a/kept')]
  mkdirSync(join(root, 'a/.git'))
  await removeOverlooked(root, new Set(['a/kept']))
  expect([pipe, kept, join(root, 'a/.git'), join(root, 'a/b/file')].map((path) => existsSync(path))).toEqual([
    ...[false, true, false, true],
  ])
})

it('inspects a folder that changed since the last call', async () => {
  const seen = await later(root, new Set())
  expect([...seen.keys()].sort()).toEqual(['', 'a/', 'a/b/'])
  const pipe = plant('a/b/pipe')
  await later(root, new Set(), seen)
  expect(existsSync(pipe)).toBe(false)
})

it('does not read a folder again that did not change', async () => {
  const seen = new Map(await later(root, new Set()))
  seen.set('a/', { ...seen.get('a/')!, folders: [] })
  const pipe = plant('a/b/pipe')
  await later(root, new Set(), seen)
  expect(existsSync(pipe)).toBe(true)
})

it('remembers no folder that changed just now, or contains something kept', async () => {
  expect((await removeOverlooked(root, new Set())).size).toBe(0)
  plant('a/kept')
  expect([...(await later(root, new Set(['a/kept']))).keys()].sort()).toEqual(['', 'a/b/'])
})
