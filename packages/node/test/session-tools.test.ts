import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSessionRequest } from '@amelia/core/testing'
import { expect, it, onTestFinished } from 'vitest'
import { processRunner, workspaceFiles } from '../src/index.ts'

it('tools of a session never follow a link out of the workspace', async () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'amelia-tools-')))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const [dir, outside] = [join(root, 'workspace'), join(root, 'outside')]
  for (const path of [dir, outside, join(dir, 'src')]) mkdirSync(path)
  writeFileSync(join(outside, 'secret.txt'), 'secret\n')
  writeFileSync(join(dir, 'src/a.txt'), 'secret inside\n')
  symlinkSync(outside, join(dir, 'out'))
  symlinkSync(join(outside, 'secret.txt'), join(dir, 'file.txt'))
  symlinkSync('src/a.txt', join(dir, 'inside.txt'))
  const workspace = { id: 'w', base: '0'.repeat(40), dir, fs: workspaceFiles(dir) }
  const { tools } = createSessionRequest({ workspace, commands: processRunner() })

  const denied: [string, object][] = [
    ['read', { path: 'out/secret.txt' }],
    ['read', { path: 'file.txt' }],
    ['write', { path: 'out/new.txt', content: 'x' }],
    ['write', { path: 'file.txt', content: 'x' }],
    ['edit', { path: 'file.txt', old: 'secret', new: 'x' }],
    ['delete', { path: 'out/secret.txt' }],
    ['list', { path: 'out' }],
    ['search', { text: 'secret', path: 'out' }],
    ['run', { argv: ['cat', 'secret.txt'], cwd: 'out' }],
  ]
  for (const [name, input] of denied)
    expect([name, await tools.call(name, input)]).toEqual([
      name,
      { problem: 'path_denied', text: expect.not.stringContaining('secret inside') as string },
    ])
  expect(readFileSync(join(outside, 'secret.txt'), 'utf8')).toBe('secret\n')

  expect((await tools.call('search', { text: 'secret' })).text).toBe('/src/a.txt:1: secret inside')
  expect((await tools.call('list', { depth: 1 })).text).toBe(
    '/file.txt (link)\n/inside.txt (link)\n/out (link)\n/src/',
  )
  expect((await tools.call('read', { path: join(dir, 'inside.txt') })).text).toMatch(/secret inside$/)
  expect((await tools.call('delete', { path: 'out' })).text).toBe('Deleted: /out')
  expect(readFileSync(join(outside, 'secret.txt'), 'utf8')).toBe('secret\n')
  const ran = await tools.call('run', { argv: ['cat', 'a.txt'], cwd: 'src' })
  expect(ran.text).toMatch(/^Exit code 0 after [\d.]+ s\.\nsecret inside$/)
})
