import { describe, expect, it } from 'vitest'
import { createMemoryFiles } from './memory-files.ts'

const setUp = () => {
  const files = new Map([
    ['README.md', 'héllo\n'],
    ['src/a.txt', 'a'],
    ['src/lib/b.txt', 'b'],
  ])
  return { files, fs: createMemoryFiles(files) }
}
const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)
const code = (of: string) => expect.objectContaining({ code: of })

describe('createMemoryFiles', () => {
  it('reads and writes text or bytes, and overwrites files', async () => {
    const { files, fs } = setUp()
    expect(text(await fs.readFile('/README.md'))).toBe('héllo\n')
    await fs.writeFile('/new/deep/c.txt', new TextEncoder().encode('ç'))
    await fs.writeFile('/src/a.txt', 'A')
    expect([files.get('new/deep/c.txt'), files.get('src/a.txt')]).toEqual(['ç', 'A'])
  })

  it('lists folders, the root too', async () => {
    const { fs } = setUp()
    expect(await fs.readdir('/')).toEqual(['README.md', 'src'])
    expect(await fs.readdir('/src/')).toEqual(['a.txt', 'lib'])
  })

  it('reports files, folders and sizes in bytes', async () => {
    const { fs } = setUp()
    const file = await fs.stat('/README.md')
    expect([file.isFile(), file.isDirectory(), file.isSymbolicLink(), file.size]).toEqual([
      true,
      false,
      false,
      7,
    ])
    for (const path of ['/', '/src', '/src/lib']) expect((await fs.lstat(path)).isDirectory()).toBe(true)
  })

  it('removes files, and folders if recursive', async () => {
    const { files, fs } = setUp()
    await expect(fs.rm('/src')).rejects.toEqual(code('EISDIR'))
    await fs.rm('/src', { recursive: true })
    await fs.rm('/nothing', { force: true })
    expect([...files.keys()]).toEqual(['README.md'])
  })

  it("fails with Node's codes", async () => {
    const { fs } = setUp()
    for (const call of [fs.readFile('/x'), fs.stat('/x'), fs.rm('/x'), fs.readdir('/x')])
      await expect(call).rejects.toEqual(code('ENOENT'))
    for (const call of [fs.readdir('/README.md'), fs.writeFile('/README.md/x', '')])
      await expect(call).rejects.toEqual(code('ENOTDIR'))
    for (const call of [fs.readFile('/src'), fs.writeFile('/src', '')])
      await expect(call).rejects.toEqual(code('EISDIR'))
    await expect(fs.readlink('/README.md')).rejects.toEqual(code('EINVAL'))
  })

  it.each(['/../x', '/src/../../x', '/.git/config', '/a/.GIT/hooks/x', '/git~1/x'])(
    'faults 14 and 16: refuses %j in every call',
    async (path) => {
      const { files, fs } = setUp()
      const calls = [
        fs.readFile(path),
        fs.writeFile(path, ''),
        fs.mkdir(path),
        fs.readdir(path),
        fs.stat(path),
        fs.lstat(path),
        fs.rm(path, { force: true }),
      ]
      for (const call of calls) await expect(call).rejects.toEqual(code('PATH_DENIED'))
      expect(files.size).toBe(3)
    },
  )
})
