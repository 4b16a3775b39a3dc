import { expect, it } from 'vitest'
import { workspaceFileSystem } from '../src/lib/workspace-file-system.ts'
import { createMemoryWorkspace } from './memory-workspace.ts'

const open = async (files: Record<string, string>) => {
  const workspace = await createMemoryWorkspace(files)
  return { files: workspace.fs, fs: workspaceFileSystem(workspace.fs, new AbortController().signal) }
}

it('replaces a link that a file is moved to, and keeps the file that it leads to', async () => {
  const { files, fs } = await open({
    'a.txt': 'one',
    'b.txt': 'two',
    '120000 link': 'b.txt',
    '120000 own': 'a.txt',
  })
  await fs.mv('/a.txt', '/own')
  expect(await files.readdir('/')).not.toContain('a.txt')
  expect(await fs.readFile('/own')).toBe('one')
  await fs.mv('/own', '/link')
  expect(await Promise.all(['/link', '/b.txt'].map((path) => fs.readFile(path)))).toEqual(['one', 'two'])
  expect((await files.lstat('/link')).isSymbolicLink()).toBe(false)
})

it('leaves a file that is moved to itself, also through a linked folder', async () => {
  const { fs } = await open({ 'd/x.txt': 'x', '120000 e': 'd' })
  for (const path of ['/d/x.txt', '/e/x.txt']) await fs.mv('/d/x.txt', path)
  expect(await fs.readFile('/d/x.txt')).toBe('x')
  await expect(fs.mv('/d', '/e/inside')).rejects.toMatchObject({ code: 'EINVAL' })
})

it('moves no folder over a link or a file', async () => {
  const { files, fs } = await open({ 'd/x.txt': 'x', 'a.txt': 'one', '120000 link': 'a.txt' })
  for (const path of ['/a.txt', '/link'])
    await expect(fs.mv('/d', path)).rejects.toMatchObject({ code: 'ENOTDIR' })
  expect((await files.readdir('/')).toSorted()).toEqual(['a.txt', 'd', 'link'])
})
