import fs, { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { nativeGit } from '@amelia/node'
import type { GitBackendV1 } from '@amelia/core/plugin'
import { afterAll, expect, it } from 'vitest'
import { createIsomorphicGit } from '../src/index.ts'
import { createDiskRepository, git } from './disk-repository.ts'

const slots = mkdtempSync(join(tmpdir(), 'amelia-ignores-'))
afterAll(() => rmSync(slots, { recursive: true, force: true }))

type Files = Record<string, string>

const put = (folder: string, files: Files): void => {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
}

const open = (backend: GitBackendV1, base: string) => backend.openWorkspace({ runId: 'r', base })

/** Asks both backends which of the paths are ignored, in a workspace with more files than its commit. */
const ask = async (committed: Files, written: Files, paths: readonly string[], exclude = '') => {
  const repo = createDiskRepository((folder) => {
    put(folder, { 'README.md': '', ...committed })
    symlinkSync('src', join(folder, 'link'))
  })
  git(repo, 'add', '-Af')
  git(repo, 'commit', '-q', '--allow-empty', '-m', 'Add ignored files')
  writeFileSync(join(repo, '.git/info/exclude'), exclude)
  const base = git(repo, 'rev-parse', 'HEAD')
  const found = []
  for (const backend of [nativeGit({ repo, slots }), createIsomorphicGit({ fs, dir: repo })]) {
    const workspace = await open(backend, base)
    for (const [path, content] of Object.entries(written)) {
      await workspace.fs.mkdir(dirname(`/${path}`), { recursive: true })
      await workspace.fs.writeFile(`/${path}`, content)
    }
    found.push(await backend.findIgnored?.(workspace, paths))
    await backend.closeWorkspace(workspace)
  }
  const [native, isomorphic] = found
  expect(isomorphic).toEqual(native)
  return native!.map(({ path, source, line, pattern }) => `${path}: ${source}:${line}: ${pattern}`)
}

it('names the last rule that decides, with comments, blank lines, spaces and CRLF', async () => {
  const rules = '# all\n*.log\n\n!keep.log\r\n*.tmp  \n\\#x\n\\!y\n/top\n dist/ \nsp\\ \n'
  expect(
    await ask({ '.gitignore': rules }, {}, [
      ...['a.log', 'keep.log', 'a/b.tmp', '#x', '!y', 'top', 'a/top', 'README.md', ' dist/x', 'sp '],
    ]),
  ).toEqual([
    'a.log: .gitignore:2: *.log',
    'a/b.tmp: .gitignore:5: *.tmp',
    '#x: .gitignore:6: \\#x',
    '!y: .gitignore:7: \\!y',
    'top: .gitignore:8: /top',
    ' dist/x: .gitignore:9:  dist/',
    'sp : .gitignore:10: sp\\ ',
  ])
})

it('takes the nearest file, then info/exclude, and never includes below an excluded folder', async () => {
  const files = { '.gitignore': 'out/\n*.gen\n', 'src/.gitignore': '!*.gen\n/local\n!b/\n' }
  const paths = ['a.gen', 'src/a.gen', 'src/local', 'src/x/local', 'out/x', 'src/out/x', 'own.txt', 'x.bak']
  expect(await ask(files, { 'out/.gitignore': '!*\n' }, paths, 'own.*\n*.bak\n!x.bak\n')).toEqual([
    'a.gen: .gitignore:2: *.gen',
    'src/local: src/.gitignore:2: /local',
    'out/x: .gitignore:1: out/',
    'src/out/x: .gitignore:1: out/',
    'own.txt: .git/info/exclude:1: own.*',
  ])
})

it('includes the files of a folder that a nearer file includes again', async () => {
  const files = { '.gitignore': 'b/\n', 'src/.gitignore': '!b/\n' }
  expect(await ask(files, {}, ['b/x', 'src/b/x', 'src/b/c/x'])).toEqual(['b/x: .gitignore:1: b/'])
})

it('omits tracked files and folders, links to folders, and paths outside', async () => {
  const files = { '.gitignore': '*.js\nsrc\nlink\n', 'src/a.js': '1\n' }
  const paths = ['src/a.js', 'src', 'src/', 'src/b.js', 'link/a.js', 'link/b.js', '../a.js', 'README.md/a.js']
  await ask(files, {}, [...paths, 'link', './b.js', 'x//b.js', 'x/../b.js'])
})

it('distinguishes folders from files', async () => {
  const files = { '.gitignore': 'made/\nbuilt/*\n' }
  const paths = ['made', 'made/', 'made/x', 'built', 'built/x', 'absent/', 'made.txt']
  await ask(files, {}, paths)
  await ask(files, { 'made/x': '', 'built/x': '' }, paths)
  await ask(files, { made: '' }, paths)
})

it('reads the rules of the workspace, not those of the commit', async () => {
  const found = await ask({ '.gitignore': '*.a\n' }, { '.gitignore': '\n*.b\n' }, ['x.a', 'x.b'])
  expect(found).toEqual(['x.b: .gitignore:2: *.b'])
})

it('agrees with native git on many patterns', async () => {
  const patterns = [
    ...['a', '/a', 'a/', '/a/', 'a/b', 'a/*', 'a/**', '**/b', '**/b/', 'a/**/c', '*', '*.x', '?.x', '[ab].x'],
    ...['!a', '!a/', '!a/b', '!*.x', '!/a/b/', '*/', '/*', '!*/', 'b/c', '/**/c', 'a*c', '\\a', '!'],
  ]
  const names = ['a', 'b', 'c', 'a.x', 'z.x', 'abc']
  const paths = names.flatMap((one) => [
    one,
    ...names.flatMap((two) => [`${one}/${two}`, ...names.map((three) => `${one}/${two}/${three}`)]),
  ])
  let seed = 7
  const pick = (count: number): number => (seed = (seed * 48271) % 2147483647) % count
  const choose = () =>
    `${Array.from({ length: 1 + pick(4) }, () => patterns[pick(patterns.length)]).join('\n')}\n`
  for (let round = 0; round < 12; round++)
    await ask({}, { '.gitignore': choose(), 'a/.gitignore': choose(), 'a/b/.gitignore': choose() }, paths)
})
