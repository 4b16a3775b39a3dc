import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { machineProcesses } from '@amelia/agent-process'
import type { Change, GitBackendV1, Workspace } from '@amelia/core/plugin'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { nativeGit } from '../src/index.ts'
import { createRepository, type TemporaryRepository } from '../../../test/fixtures/temporary-repository.ts'

let user: TemporaryRepository
let git: GitBackendV1
let marker: string

beforeEach(() => {
  user = createRepository()
  git = nativeGit({ repo: user.repo, slots: user.slots })
  marker = join(user.dir, 'marker')
})
afterEach(() => {
  vi.unstubAllEnvs()
  user.close()
})

const upper = '#!/bin/sh\ntr a-z A-Z\n'
const lower = '#!/bin/sh\ntr A-Z a-z\n'
/** A program that shows that it ran. */
const planted = (): string => `#!/bin/sh\ntouch ${marker}\ntr a-z A-Z\n`

/** A program that filters in git's protocol of packets: to capitals, and back for a checkout. */
const longRunning = (): string => `const { readSync, writeSync } = require('fs')
const read = (length) => {
  const bytes = Buffer.alloc(length)
  for (let at = 0; at < length; ) {
    const more = readSync(0, bytes, at, length - at)
    if (more === 0) process.exit(0)
    at += more
  }
  return bytes
}
const list = () => {
  const packets = []
  for (;;) {
    const length = parseInt(read(4).toString(), 16)
    if (length === 0) return packets
    packets.push(read(length - 4))
  }
}
const send = (...packets) => {
  for (const packet of packets) {
    const bytes = Buffer.from(packet)
    writeSync(1, (bytes.length + 4).toString(16).padStart(4, '0'))
    writeSync(1, bytes)
  }
  writeSync(1, '0000')
}
list()
send('git-filter-server\\n', 'version=2\\n')
list()
send('capability=clean\\n', 'capability=smudge\\n')
for (;;) {
  const isClean = list().some((packet) => packet.toString().trim() === 'command=clean')
  const text = Buffer.concat(list()).toString()
  send('status=success\\n')
  send(isClean ? text.toUpperCase() : text.toLowerCase())
  send()
}
`

/** Commits files, some of which have filters. Returns the commit. */
const commit = (files: Record<string, string>): string => {
  for (const [path, content] of Object.entries(files)) user.write(path, content, 0o755)
  user.sh('add', '-A')
  user.sh('commit', '-qm', 'Filters')
  return user.sh('rev-parse', 'HEAD')
}

const configure = (settings: Record<string, string>): void => {
  for (const [name, value] of Object.entries(settings)) user.sh('config', name, value)
}

const put = ({ dir = '' }: Workspace, path: string, content: string): void => {
  mkdirSync(dirname(join(dir, path)), { recursive: true })
  rmSync(join(dir, path), { force: true, recursive: true })
  writeFileSync(join(dir, path), content, { mode: 0o755 })
  chmodSync(join(dir, path), 0o755)
}

const open = (base: string, inPlace = false): Promise<Workspace> =>
  git.openWorkspace({
    ...{ runId: 'r1', lease: 'l1', base },
    ...(inPlace && {
      inPlace: { branch: 'refs/heads/main', head: base, left: 'refs/amelia/r1/left' },
    }),
  })

/** Does everything that reads or writes the files of a workspace. */
const useAll = async (workspace: Workspace): Promise<Change[]> => {
  const changes = await git.changedPaths(workspace)
  const request = { ref: 'refs/amelia/r1/a', message: 'Work\n', date: 1, changes }
  const made = await git.commitAttempt(workspace, request)
  await git.listIgnored!(workspace)
  writeFileSync(join(user.repo, '.git/hooks/pre-commit'), '#!/bin/sh\nexit 0\n', { mode: 0o755 })
  const signal = new AbortController().signal
  await git.runHooks!(workspace, { commit: made.commit, message: 'Work\n', signal })
  await git.resetWorkspace(workspace, workspace.base)
  await git.resetWorkspace(workspace, made.commit)
  await git.closeWorkspace(workspace)
  return changes
}

describe.each([false, true])('a filter in the repository, in place: %s', (inPlace) => {
  it.each<[string, string, Record<string, string>?]>([
    ['by a shell', 'sh tools/clean'],
    ['relative to the root', './tools/clean'],
    ['without a dot', 'tools/clean'],
    ['after another command', 'cd tools && ./clean'],
    ['in quotes', `sh -c '. "./tools/clean"'`],
    ['by the root that git prints', 'sh "$(git rev-parse --show-toplevel)/tools/clean"'],
    ['by an absolute path', 'sh REPO/tools/clean'],
    ['by PATH', 'clean', { PATH: `tools:${process.env['PATH']}` }],
    ['by an absolute folder in PATH', 'clean', { PATH: `REPO/tools:${process.env['PATH']}` }],
    ['as an option', 'sh -c \'sh "$0"\' tools/clean'],
    ['with the path of the file', 'sh tools/clean %f'],
  ])('runs from the base, not as the attempt left it: %s', async (_what, command, env = {}) => {
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value.replace('REPO', user.repo))
    configure({
      'filter.up.clean': command.replace('REPO', user.repo),
      'filter.up.smudge': 'tr A-Z a-z',
      'filter.up.required': 'true',
    })
    const files = { 'tools/clean': upper, '.gitattributes': '*.up filter=up\n', 'z.up': 'hi\n' }
    const base = commit(files)
    expect(user.sh('cat-file', '-p', 'HEAD:z.up')).toBe('HI')
    const workspace = await open(base, inPlace)
    expect(readFileSync(join(workspace.dir!, 'z.up'), 'utf8')).toBe('hi\n')
    expect(await git.changedPaths(workspace)).toEqual([])
    put(workspace, 'tools/clean', planted())
    put(workspace, 'z.up', 'ho\n')
    put(workspace, 'new.up', 'new\n')
    const changes = await useAll(workspace)
    expect(existsSync(marker)).toBe(false)
    expect(changes.map(({ path, program }) => [path, program])).toEqual([
      ['new.up', undefined],
      ['tools/clean', 'filter.up.clean'],
      ['z.up', undefined],
    ])
    expect(user.sh('cat-file', '-p', 'refs/amelia/r1/a:z.up')).toBe('HO')
    expect(user.sh('cat-file', '-p', 'refs/amelia/r1/a:new.up')).toBe('NEW')
  })

  it('smudges by the program of the base', async () => {
    configure({
      'filter.up.clean': 'tools/clean',
      'filter.up.smudge': 'tools/smudge',
      'filter.up.required': 'true',
    })
    const files = {
      'tools/clean': upper,
      'tools/smudge': lower,
      '.gitattributes': '*.up filter=up\n',
      'z.up': 'hi\n',
    }
    const workspace = await open(commit(files), inPlace)
    put(workspace, 'tools/smudge', planted())
    put(workspace, 'z.up', 'other\n')
    expect((await useAll(workspace)).map(({ program }) => program)).toEqual(['filter.up.smudge', undefined])
    expect(existsSync(marker)).toBe(false)
  })

  it('that the attempt selects, or creates', async () => {
    configure({
      'filter.up.clean': 'tools/clean',
      'filter.new.clean': './made/clean',
      'filter.new.smudge': 'cat',
    })
    const workspace = await open(commit({ 'tools/clean': upper, 'a.txt': 'a\n' }), inPlace)
    put(workspace, 'tools/clean', planted())
    put(workspace, 'made/clean', planted())
    put(workspace, '.gitattributes', 'a.txt filter=up\nb.txt filter=new\n')
    put(workspace, 'a.txt', 'b\n')
    put(workspace, 'b.txt', 'b\n')
    const programs = (await useAll(workspace)).flatMap(({ path, program }) => (program ? [path] : []))
    expect(programs).toEqual(['made/clean', 'tools/clean'])
    expect(existsSync(marker)).toBe(false)
  })

  it.each([
    [
      'a shell',
      'sh tools/clean',
      { 'tools/clean': '. "$(dirname "$0")/lib/up.sh"\nup\n', 'tools/lib/up.sh': 'up() { tr a-z A-Z; }\n' },
      'tools/lib/up.sh',
    ],
    [
      'a shell, from the root',
      'sh tools/clean',
      { 'tools/clean': '. lib/up.sh\nup\n', 'lib/up.sh': 'up() { tr a-z A-Z; }\n' },
      'lib/up.sh',
    ],
    [
      'Node',
      'node tools/clean.js',
      {
        'tools/clean.js':
          "const { up } = require('../lib/up')\nprocess.stdin.on('data', (text) => process.stdout.write(up(String(text))))\n",
        'lib/up.js': 'exports.up = (text) => text.toUpperCase()\n',
      },
      'lib/up.js',
    ],
  ])('with a second file that it loads: %s', async (_what, command, files, second) => {
    configure({ 'filter.up.clean': command, 'filter.up.smudge': 'tr A-Z a-z', 'filter.up.required': 'true' })
    const workspace = await open(
      commit({ ...files, '.gitattributes': '*.up filter=up\n', 'z.up': 'hi\n' }),
      inPlace,
    )
    put(
      workspace,
      second,
      second.endsWith('js') ? `require('fs').writeFileSync('${marker}', '')\n` : `touch ${marker}\n`,
    )
    put(workspace, 'z.up', 'ho\n')
    expect((await useAll(workspace)).map(({ program }) => program)).toEqual(['filter.up.clean', undefined])
    expect(user.sh('cat-file', '-p', 'refs/amelia/r1/a:z.up')).toBe('HO')
    expect(existsSync(marker)).toBe(false)
  })

  it('that runs for all files of a command, in the protocol of git', async () => {
    configure({ 'filter.up.process': 'node tools/filter.cjs', 'filter.up.required': 'true' })
    const workspace = await open(
      commit({ 'tools/filter.cjs': longRunning(), '.gitattributes': '*.up filter=up\n', 'z.up': 'hi\n' }),
      inPlace,
    )
    put(workspace, 'tools/filter.cjs', `require('fs').writeFileSync('${marker}', '')\n${longRunning()}`)
    put(workspace, 'z.up', 'ho\n')
    expect((await useAll(workspace)).map(({ program }) => program)).toEqual(['filter.up.process', undefined])
    expect(user.sh('cat-file', '-p', 'refs/amelia/r1/a:z.up')).toBe('HO')
    expect(existsSync(marker)).toBe(false)
  })

  it('that no word of the command names: make', async () => {
    configure({
      'filter.up.clean': 'make -s up',
      'filter.up.smudge': 'tr A-Z a-z',
      'filter.up.required': 'true',
    })
    const base = commit({
      Makefile: 'up:\n\ttr a-z A-Z\n',
      '.gitattributes': '*.up filter=up\n',
      'z.up': 'hi\n',
    })
    const workspace = await open(base, inPlace)
    put(workspace, 'Makefile', `up:\n\ttouch ${marker}; cat\n`)
    put(workspace, 'z.up', 'ho\n')
    await useAll(workspace)
    expect(user.sh('cat-file', '-p', 'refs/amelia/r1/a:z.up')).toBe('HO')
    expect(existsSync(marker)).toBe(false)
  })
})

describe('a merge driver in the repository', () => {
  it.each(['sh tools/merge %O %A %B', './tools/merge %O %A %B', 'sh REPO/tools/merge %O %A %B'])(
    'runs as in the head of the run: %s',
    async (command) => {
      configure({ 'merge.both.driver': command.replace('REPO', user.repo) })
      const driver = '#!/bin/sh\ncat "$3" >> "$2"\n'
      const base = commit({ 'tools/merge': driver, '.gitattributes': 'l.txt merge=both\n', 'l.txt': '1\n' })
      const change = async (ref: string, text: string, program?: string): Promise<string> => {
        const workspace = await open(base)
        put(workspace, 'l.txt', text)
        if (program !== undefined) put(workspace, 'tools/merge', program)
        const changes = await git.changedPaths(workspace)
        const made = await git.commitAttempt(workspace, { ref, message: 'Work\n', date: 1, changes })
        await git.closeWorkspace(workspace)
        return made.commit
      }
      const ours = await change('refs/amelia/r1/a', '2\n')
      const theirs = await change('refs/amelia/r1/b', '3\n', `#!/bin/sh\ntouch ${marker}\n`)
      const merged = await git.merge({ ours, theirs })
      expect(existsSync(marker)).toBe(false)
      expect(merged).toHaveProperty('tree')
      expect(user.sh('cat-file', '-p', `${(merged as { tree: string }).tree}:l.txt`)).toBe('2\n3')
    },
  )
})

describe('a filter with its key below the git dir', () => {
  /** Fails without its key, as filters that encrypt do. */
  const xor = (key: string): string => `k=$(cat ${key}) && test -n "$k" && tr a-zA-Z n-za-mN-ZA-M`
  const use = (command: string, more: Record<string, string> = {}): string => {
    writeFileSync(join(user.repo, '.git/sesame'), 'key')
    configure({ 'filter.s.clean': command, 'filter.s.smudge': command, 'filter.s.required': 'true' })
    return commit({ '.gitattributes': '*.key filter=s\n', 'a.key': 'hidden\n', ...more })
  }

  it.each([
    ['by git', xor('"$(git rev-parse --git-dir)/sesame"')],
    ['by a path of git', xor('"$(git rev-parse --git-path sesame)"')],
    ['relative to the root', xor('.git/sesame')],
    ['shared by worktrees', xor('"$(git rev-parse --git-common-dir)/sesame"')],
    ['without failing', 'if test -e "$(git rev-parse --git-dir)/sesame"; then tr a-z n-za-m; else cat; fi'],
    ['in a script', 'sh tools/crypt', { 'tools/crypt': `${xor('"$(git rev-parse --git-dir)/sesame"')}\n` }],
  ])('works in workspaces: %s', async (_what, command, files?: Record<string, string>) => {
    const base = use(command, files)
    expect(user.sh('cat-file', '-p', 'HEAD:a.key')).toBe('uvqqra')
    expect(await git.tryFilters!()).toEqual([{ name: 's', required: true }])
    const workspace = await open(base)
    expect(readFileSync(join(workspace.dir!, 'a.key'), 'utf8')).toBe('hidden\n')
    expect(await git.changedPaths(workspace)).toEqual([])
    put(workspace, 'a.key', 'shown\n')
    await useAll(workspace)
    expect(user.sh('cat-file', '-p', 'refs/amelia/r1/a:a.key')).toBe('fubja')
    // No key in the folder of the workspace, and no variable of the engine's git in that of an agent.
    expect(execFileSync('find', [user.slots, '-name', 'sesame']).toString()).toBe('')
    expect(JSON.stringify(workspace.env)).not.toContain('GIT_')
  })

  it('is refused with its own message while it is locked, and works again once it has its key', async () => {
    const base = use(
      `test -e "$(git rev-parse --git-dir)/sesame" || { echo 'sesame: locked' >&2; exit 1; }; tr a-z n-za-m`,
    )
    rmSync(join(user.repo, '.git/sesame'))
    expect((await git.tryFilters!())[0]).toMatchObject({
      failure: { message: 'The git filter "s" failed on a.key: sesame: locked.' },
    })
    await expect(open(base)).rejects.toThrow(/"s" failed on a.key: sesame: locked/)
    writeFileSync(join(user.repo, '.git/sesame'), 'key')
    await git.closeWorkspace(await open(base))
  })
})

it('inspects a checkout without running a filter, and finds a change of its size', async () => {
  configure({ 'filter.up.clean': `touch ${marker}; cat`, 'filter.up.required': 'true' })
  commit({ '.gitattributes': '*.up filter=up\n', 'z.up': 'hi\n' })
  rmSync(marker)
  expect((await git.inspect()).dirty).toBe(false)
  expect(existsSync(marker)).toBe(false)
  expect(await git.readOwnPaths!()).toEqual([])
  user.write('z.up', 'longer\n')
  expect((await git.inspect()).dirty).toBe(true)
  expect(await git.readOwnPaths!()).toEqual(['z.up'])
  expect(existsSync(marker)).toBe(false)
})

it('inspects a checkout that has just been committed without running a filter', async () => {
  configure({ 'filter.up.clean': `touch ${marker}; cat`, 'filter.up.required': 'true' })
  commit({ '.gitattributes': '*.up filter=up\n', 'z.up': 'hi\n', 'plain.txt': 'one\n' })
  rmSync(marker)
  user.write('plain.txt', 'two\n')
  expect(await git.readOwnPaths!()).toEqual(['plain.txt'])
  expect(existsSync(marker)).toBe(false)
})

describe('the copies of programs', () => {
  const configured = (): string => {
    configure({ 'filter.up.clean': 'tools/clean', 'filter.up.smudge': 'tr A-Z a-z' })
    return commit({ 'tools/clean': upper, '.gitattributes': '*.up filter=up\n', 'z.up': 'hi\n' })
  }
  const copies = (): string => join(user.repo, '.git/amelia/programs')
  const change = async (workspace: Workspace): Promise<void> => {
    put(workspace, 'z.up', 'ho\n')
    expect((await useAll(workspace)).map(({ path }) => path)).toEqual(['z.up'])
    expect(user.sh('cat-file', '-p', 'refs/amelia/r1/a:z.up')).toBe('HO')
  }

  it.each([false, true])('stay as long as a run of the process uses them, in place: %s', async (inPlace) => {
    const base = configured()
    await change(await open(base))
    const own = { branch: 'refs/heads/main', head: base, left: 'refs/amelia/r2/left' }
    const other = await git.openWorkspace({
      ...{ runId: 'r2', lease: 'l2', base },
      ...(inPlace && { inPlace: own }),
    })
    await git.removeWorkspaces!('r1', { lease: 'l1', all: true })
    expect(existsSync(copies())).toBe(true)
    await change(other)
    await git.removeWorkspaces!('r2', { lease: 'l2', all: true })
    expect(existsSync(copies())).toBe(false)
    await change(await open(base))
  })

  it('stay with a slot that a person may look at', async () => {
    const workspace = await open(configured())
    await git.closeWorkspace(workspace, { keep: true })
    await git.removeWorkspaces!('r1', { lease: 'l1' })
    expect(existsSync(copies())).toBe(true)
    await git.removeWorkspaces!('r1', { lease: 'l1', all: true })
    expect(existsSync(copies())).toBe(false)
  })

  it('stay as long as another process uses them', async () => {
    const base = configured()
    const identity = machineProcesses.self()
    const use = (text: string): void => writeFileSync(join(copies(), 'users/other'), text)
    for (const text of [JSON.stringify(identity), JSON.stringify({ ...identity, host: 'elsewhere' }), '']) {
      await open(base)
      use(text)
      await git.removeWorkspaces!('r1', { lease: 'l1', all: true })
      expect(existsSync(copies())).toBe(true)
    }
    await open(base)
    use(JSON.stringify({ ...identity, started: 'another boot/1' }))
    await git.removeWorkspaces!('r1', { lease: 'l1', all: true })
    expect(readdirSync(dirname(copies())).filter((name) => name.startsWith('programs'))).toEqual([])
  })

  it('are made again if another process removed them', async () => {
    const workspace = await open(configured())
    rmSync(copies(), { recursive: true })
    const again = await open(workspace.base)
    await change(again)
  })
})
