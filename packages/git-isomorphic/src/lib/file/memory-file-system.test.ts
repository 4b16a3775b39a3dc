import fs from 'node:fs'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { PromiseFileSystem } from './any-file-system.ts'
import { memoryFileSystem } from './memory-file-system.ts'

/** The result of a call, or the code of its error. */
const ask = async (call: Promise<unknown>): Promise<unknown> => {
  try {
    const found = await call
    return found instanceof Uint8Array
      ? new TextDecoder().decode(found)
      : Array.isArray(found)
        ? found.sort()
        : 'done'
  } catch (error) {
    return (error as { code: string }).code
  }
}

const calls = (files: PromiseFileSystem, at: (path: string) => string): (() => Promise<unknown>)[] => [
  () => files.mkdir(at('a/b')),
  () => files.mkdir(at('a')),
  () => files.mkdir(at('a')),
  () => files.writeFile(at('a/x'), 'one'),
  () => files.writeFile(at('a'), 'one'),
  () => files.writeFile(at('none/x'), 'one'),
  () => files.writeFile(at('a/x/y'), 'one'),
  () => files.readFile(at('a/x')),
  () => files.readFile(at('a/y')),
  () => files.readFile(at('a/x/y')),
  () => files.readFile(at('a')),
  () => files.readdir(at('a')),
  () => files.readdir(at('a/x')),
  () => files.readdir(at('none')),
  () => files.rmdir(at('a')),
  () => files.rmdir(at('none')),
  () => files.lstat(at('a/y')),
  () => files.writeFile(at('a/z'), Uint8Array.of(122)),
  () => files.rename!(at('a/z'), at('a/x')),
  () => files.rename!(at('a/z'), at('a/x')),
  () => files.rename!(at('a/x'), at('none/x')),
  () => files.readFile(at('a/x')),
  () => files.unlink(at('a/z')),
  () => files.unlink(at('a/x')),
  () => files.readdir(at('a')),
  () => files.symlink!('anywhere', at('a/link')),
  () => files.symlink!('anywhere', at('a/link')),
  () => files.readlink!(at('a')),
  () => files.unlink(at('a/link')),
  () => files.rmdir(at('a')),
  () => files.lstat(at('a')),
]

it('returns the same as the disk, including errors', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'amelia-files-'))
  try {
    const disk: unknown[] = []
    for (const call of calls(fs.promises, (path) => join(folder, path))) disk.push(await ask(call()))
    const memory: unknown[] = []
    for (const call of calls(memoryFileSystem(), (path) => `/${path}`)) memory.push(await ask(call()))
    expect(memory).toEqual(disk)
    expect(new Set(disk).size).toBeGreaterThan(8)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

it('stores a copy of the bytes', async () => {
  const files = memoryFileSystem()
  const bytes = Uint8Array.of(1, 2)
  await files.writeFile('/x', bytes)
  bytes[0] = 9
  const found = (await files.readFile('/x')) as Uint8Array
  found[1] = 9
  expect(await files.readFile('/x')).toEqual(Uint8Array.of(1, 2))
})
