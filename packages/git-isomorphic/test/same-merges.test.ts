import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gitParts, type GitBackendV1 } from '@amelia/core/plugin'
import { nativeGit } from '@amelia/node'
import { afterEach, expect, it } from 'vitest'
import { createIsomorphicGit } from '../src/index.ts'

const folder = mkdtempSync(join(tmpdir(), 'amelia-merges-'))
const repo = join(folder, 'repo')
afterEach(() => rmSync(repo, { recursive: true, force: true }))

const git = (...args: string[]): string =>
  execFileSync('git', ['-C', repo, '-c', 'core.autocrlf=false', ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trimEnd()

/** The content of a file; a link's target, a submodule's commit, an executable file, or no file. */
type Entry = string | Uint8Array | { link: string } | { submodule: string } | { executable: string } | null
type Files = Record<string, Entry>

const put = (path: string, entry: Entry): void => {
  const file = join(repo, path)
  rmSync(file, { recursive: true, force: true })
  if (entry === null) return
  mkdirSync(dirname(file), { recursive: true })
  if (typeof entry === 'string' || entry instanceof Uint8Array) writeFileSync(file, entry)
  else if ('link' in entry) symlinkSync(entry.link, file)
  else if ('executable' in entry) {
    writeFileSync(file, entry.executable)
    chmodSync(file, 0o755)
  } else mkdirSync(file)
}

const commit = (from: string | undefined, files: Files): string => {
  if (from !== undefined) git('checkout', '-qf', '--detach', from)
  for (const [path, entry] of Object.entries(files)) if (entry === null) put(path, entry)
  for (const [path, entry] of Object.entries(files)) if (entry !== null) put(path, entry)
  git('add', '-A')
  for (const [path, entry] of Object.entries(files))
    if (entry !== null && typeof entry === 'object' && 'submodule' in entry)
      git('update-index', '--add', '--cacheinfo', `160000,${entry.submodule},${path}`)
  git('commit', '-qm', 'x', '--allow-empty')
  return git('rev-parse', 'HEAD')
}

/** Merges with native git, and on request with isomorphic git. */
const merge = async (base: Files, ours: Files, theirs: Files) => {
  mkdirSync(repo)
  git('init', '-qb', 'main')
  git('config', 'user.name', 'A Person')
  git('config', 'user.email', 'person@example.org')
  // The user's own style of conflicts does not count.
  git('config', 'merge.conflictStyle', 'diff3')
  const first = commit(undefined, base)
  const request = { ours: commit(first, ours), theirs: commit(first, theirs) }
  git('checkout', '-qf', 'main')
  const read = async (backend: GitBackendV1) => {
    const merged = await backend.merge(request)
    if ('tree' in merged || !merged.marked) throw new Error('The sides must conflict.')
    const { conflicts, marked } = merged
    return { conflicts, paths: marked.paths, files: git('ls-tree', '-r', marked.tree), tree: marked.tree }
  }
  const native = await read(nativeGit({ repo, slots: join(folder, 'slots') }))
  const isomorphic = () => read(createIsomorphicGit({ fs, dir: repo }))
  const labels = gitParts.conflictLabels(request)
  return { native, isomorphic, labels, show: (path: string) => git('show', `${native.tree}:${path}`) }
}

const numbers = (change: Record<number, string> = {}, end = '\n'): string =>
  Array.from({ length: 12 }, (_, index) => `${change[index] ?? index}${end}`).join('')

const same: [name: string, base: Files, ours: Files, theirs: Files, expected: object[]][] = [
  [
    'lines, among changes that merge',
    { 'a b/ü.txt': numbers(), 'c.txt': numbers() },
    { 'a b/ü.txt': numbers({ 1: 'o', 5: 'o' }), 'd.txt': 'd\n' },
    { 'a b/ü.txt': numbers({ 5: 't', 10: 't' }), 'c.txt': numbers({ 3: 't' }) },
    [{ path: 'a b/ü.txt', conflict: 'lines' }],
  ],
  [
    'a file that both sides add',
    {},
    { 'n.txt': 'same\no\n', 'x/same.txt': 'x' },
    { 'n.txt': 'same\nt\n', 'x/same.txt': 'x' },
    [{ path: 'n.txt', conflict: 'lines' }],
  ],
  [
    'line ends: CRLF, none, and an empty file',
    { 'crlf.txt': numbers({}, '\r\n'), open: 'a', empty: 'x\n' },
    { 'crlf.txt': numbers({ 4: 'o' }, '\r\n'), open: 'o', empty: '' },
    { 'crlf.txt': numbers({ 4: 't' }, '\r\n'), open: 't', empty: 'y\n' },
    [
      { path: 'crlf.txt', conflict: 'lines' },
      { path: 'empty', conflict: 'lines' },
      { path: 'open', conflict: 'lines' },
    ],
  ],
  [
    'a binary file',
    { 'img.png': Uint8Array.of(0, 1), 'a.txt': 'a\n' },
    { 'img.png': Uint8Array.of(0, 2) },
    { 'img.png': Uint8Array.of(0, 3), 'a.txt': 'b\n' },
    [{ path: 'img.png', conflict: 'kept' }],
  ],
  [
    'a link and a submodule',
    { link: { link: 'a' }, sub: { submodule: '1'.repeat(40) } },
    { link: { link: 'b' }, sub: { submodule: '2'.repeat(40) } },
    { link: { link: 'c' }, sub: { submodule: '3'.repeat(40) } },
    [
      { path: 'link', conflict: 'kept' },
      { path: 'sub', conflict: 'kept' },
    ],
  ],
  [
    'files that one side deleted',
    { 'a.txt': 'a\n', 'b.txt': 'b\n', 'd/c.txt': 'c\n' },
    { 'a.txt': null, 'b.txt': 'o\n', 'd/c.txt': null },
    { 'a.txt': 't\n', 'b.txt': null, 'd/c.txt': { executable: 'c\n' } },
    [
      { path: 'a.txt', conflict: 'deleted', by: 'ours' },
      { path: 'b.txt', conflict: 'deleted', by: 'theirs' },
      { path: 'd/c.txt', conflict: 'deleted', by: 'ours' },
    ],
  ],
  [
    'an executable file',
    { 'run.sh': 'a\n', 'x.sh': 'a\n' },
    { 'run.sh': { executable: 'o\n' }, 'x.sh': { executable: 'a\n' } },
    { 'run.sh': 't\n', 'x.sh': 't\n' },
    [{ path: 'run.sh', conflict: 'lines' }],
  ],
  [
    'a file of the phase where the run has a folder',
    { f: 'a\n' },
    { f: null, 'f/x': 'o\n' },
    { f: 't\n' },
    [{ path: 'f~THEIRS', conflict: 'moved', by: 'theirs', from: 'f' }],
  ],
  [
    'a file of the run where the phase has a folder',
    { f: 'a\n' },
    { f: 'o\n' },
    { f: null, 'f/x': 't\n' },
    [{ path: 'f~OURS', conflict: 'moved', by: 'ours', from: 'f' }],
  ],
  [
    'a file of the phase where the run has a link',
    { f: 'a\n' },
    { f: { link: 'b' } },
    { f: 't\n' },
    [{ path: 'f~THEIRS', conflict: 'moved', by: 'theirs', from: 'f' }],
  ],
]

it.each(same)('both backends leave the same conflicts: %s', async (_, base, ours, theirs, expected) => {
  const { native, isomorphic, labels } = await merge(base, ours, theirs)
  const named = JSON.stringify(native.paths)
    .replaceAll(labels.ours, 'OURS')
    .replaceAll(labels.theirs, 'THEIRS')
  expect(JSON.parse(named)).toEqual(expected)
  expect(await isomorphic()).toEqual(native)
})

it('native git continues in a renamed file; isomorphic git has it as deleted and as added', async () => {
  const { native, isomorphic, labels, show } = await merge(
    { 'old.txt': numbers() },
    { 'old.txt': null, 'new.txt': numbers({ 4: 'o' }) },
    { 'old.txt': numbers({ 4: 't' }) },
  )
  expect(native.paths).toEqual([{ path: 'new.txt', conflict: 'lines' }])
  expect(show('new.txt')).toContain(
    `\n<<<<<<< ${labels.ours}:new.txt\no\n=======\nt\n>>>>>>> ${labels.theirs}:old.txt\n`,
  )
  expect((await isomorphic()).paths).toEqual([{ path: 'old.txt', conflict: 'deleted', by: 'ours' }])
})

it('native git names the sides of a rename', async () => {
  const { native } = await merge(
    { a: numbers(), b: numbers({ 1: 'b' }), 'c/d': numbers({ 1: 'd' }), 'c/e': numbers({ 1: 'e' }) },
    {
      a: null,
      'a-run': numbers(),
      b: null,
      'c/d': null,
      'c/e': null,
      'g/d': numbers({ 1: 'd' }),
      'g/e': numbers({ 1: 'e' }),
    },
    { a: null, 'a-phase': numbers(), b: null, 'b-phase': numbers({ 1: 'b' }), 'c/new': 'n\n' },
  )
  expect(native.paths).toEqual([
    { path: 'a-phase', conflict: 'renamed', by: 'theirs', from: 'a' },
    { path: 'a-run', conflict: 'renamed', by: 'ours', from: 'a' },
    { path: 'b-phase', conflict: 'deleted', by: 'ours', from: 'b' },
    { path: 'g/new', conflict: 'placed', by: 'theirs', from: 'c/new' },
  ])
})

it('native git follows the attributes of the head', async () => {
  const base = { '.gitattributes': 'whole -merge\nunion merge=union\nwide conflict-marker-size=12\n' }
  const files = (text: string): Files => ({ whole: text, union: text, wide: text })
  const { native, labels, show } = await merge({ ...base, ...files('a\n') }, files('o\n'), files('t\n'))
  expect(native.paths).toEqual([
    { path: 'whole', conflict: 'kept' },
    { path: 'wide', conflict: 'lines' },
  ])
  expect([show('union'), show('whole')]).toEqual(['o\nt', 'o'])
  expect(show('wide')).toContain(`<<<<<<<<<<<< ${labels.ours}\no\n============\n`)
})
