import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  unlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Host, Workspace } from '@amelia/core/plugin'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { nodeHost, type NodeHostOptions } from '../src/index.ts'
import {
  createRepository,
  readTree,
  relink,
  type TemporaryRepository,
} from '../../../test/fixtures/temporary-repository.ts'

let user: TemporaryRepository
let host: Host
let workspace: Workspace

const root = (): string => workspace.dir ?? ''
const at = (path: string): string => join(root(), path)
const read = (path: string): string => readFileSync(at(path), 'utf8')

/** Returns how often a counted command ran. */
const runs = (): number => {
  const file = join(user.dir, 'runs')
  return existsSync(file) ? readFileSync(file, 'utf8').length : 0
}
const sh = (script: string): string[] => ['sh', '-ec', `printf x >> ${join(user.dir, 'runs')}; ${script}`]

/** Whether a process runs; a zombie does not. */
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  const stat = `/proc/${pid}/stat`
  return !existsSync(stat) || !/\) Z /.test(readFileSync(stat, 'utf8'))
}

/** Creates a host, and a first workspace on the base. Set-ups count in the user's folder. */
const begin = async (options: NodeHostOptions): Promise<void> => {
  const confine = { write: [user.dir] }
  host = nodeHost({ repo: user.repo, slots: user.slots, graceMs: 200, confine, ...options })
  workspace = await open()
}
const open = (tree?: string): Promise<Workspace> =>
  host.git.openWorkspace({ runId: 'r1', base: user.base, ...(tree === undefined ? {} : { tree }) })
/** Closes the attempt's workspace, and opens that of the next attempt. */
const next = async (): Promise<void> => {
  await host.git.closeWorkspace(workspace)
  workspace = await open()
}
const seen = async (): Promise<string[]> =>
  (await host.git.changedPaths(workspace)).map(({ kind, path }) => `${kind} ${path}`)
const commitAll = async (): Promise<string> => {
  const changes = await host.git.changedPaths(workspace)
  const ref = 'refs/amelia/r1/attempt/1/1'
  return (await host.git.commitAttempt(workspace, { ref, message: 'x\n', date: 1, changes })).commit
}
const names = (commit: string): string[] =>
  user.sh('diff-tree', '-r', '--name-only', user.base, commit).split('\n')

/** Writes other content of the same size, and restores the time to the nanosecond. */
const writeUnseen = (file: string): void => {
  const reference = join(user.dir, 'reference')
  execFileSync('touch', ['-r', file, reference])
  writeFileSync(file, 'evl\n')
  execFileSync('touch', ['-r', reference, file])
}

/** `ignored/` and `*.log` are ignored, `deps/` is not. */
const install = 'mkdir -p ignored deps; echo lib > ignored/lib; echo lib > deps/lib; chmod 755 deps/lib'

beforeEach(() => {
  user = createRepository()
})
afterEach(async () => {
  await host.git.removeWorkspaces?.('r1')
  user.sh('fsck', '--strict', '--no-dangling')
  user.close()
})

describe('setup', () => {
  it('runs before the attempt, and commands see its files', async () => {
    await begin({ setup: [sh(install), ['sh', '-ec', 'cat ignored/lib > ignored/second']] })
    const signal = new AbortController().signal
    const result = await host.commands?.run({
      argv: ['cat', 'deps/lib', 'ignored/second'],
      workspace,
      signal,
    })
    expect(result).toMatchObject({ exitCode: 0, output: 'lib\nlib\n' })
    expect(runs()).toBe(1)
  })

  it('its files are neither changes nor committed', async () => {
    await begin({ setup: [sh(`${install}; git init -q vendor; echo x > src/generated.txt`)] })
    expect(await seen()).toEqual([])
    await workspace.fs.writeFile('/src/a.txt', 'work\n')
    await workspace.fs.writeFile('/src/new.txt', 'work\n')
    await workspace.fs.writeFile('/deps/mine.txt', 'work\n')
    await workspace.fs.writeFile('/deps/lib', 'changed\n')
    expect(await seen()).toEqual(['added deps/mine.txt', 'modified src/a.txt', 'added src/new.txt'])
    expect(names(await commitAll())).toEqual(['deps/mine.txt', 'src/a.txt', 'src/new.txt'])
  })

  it("leaves the workspace clean for the agent's git", async () => {
    await begin({ setup: [sh(`${install}; echo x > 'odd [name]* '`)] })
    await workspace.fs.writeFile('/new.txt', 'x')
    const signal = new AbortController().signal
    const status = { argv: ['git', 'status', '--porcelain'], workspace, signal }
    expect((await host.commands?.run(status))?.output).toBe('?? new.txt\n')
  })

  it('survives a reset and the next attempt, and runs once', async () => {
    const odd = "echo x > 'odd [name]* '; ln -s nowhere src/dangling; git init -q ignored/vendor"
    await begin({ setup: [sh(`${install}; ${odd}`)] })
    const before = readTree(root(), ['.git'])
    await workspace.fs.writeFile('/src/a.txt', 'work\n')
    await workspace.fs.writeFile('/ignored/cache/x.txt', 'written by the tests\n')
    await workspace.fs.writeFile('/src/x.log', 'written by the tests\n')
    const commit = await commitAll()
    await host.git.resetWorkspace(workspace, commit)
    expect(read('src/a.txt')).toBe('work\n')
    await host.git.resetWorkspace(workspace, commit, [{ from: user.base, paths: ['src/a.txt'] }])
    expect(readTree(root(), ['.git'])).toBe(before)
    await next()
    expect(readTree(root(), ['.git'])).toBe(before)
    expect(runs()).toBe(1)
  })

  it('runs in each workspace separately', async () => {
    await begin({ setup: [sh(install)] })
    const other = await open()
    expect(runs()).toBe(2)
    writeFileSync(join(other.dir ?? '', 'ignored/lib'), 'other\n')
    expect(read('ignored/lib')).toBe('lib\n')
  })

  it('runs again when a lockfile differs, from a clean start', async () => {
    await begin({ setup: [sh('mkdir ignored; cat sub/package-lock.json > ignored/lib || true')] })
    await workspace.fs.writeFile('/sub/package-lock.json', 'locked\n')
    const commit = await commitAll()
    await host.git.resetWorkspace(workspace, commit)
    expect([read('ignored/lib'), runs()]).toEqual(['locked\n', 2])
    await host.git.resetWorkspace(workspace, commit)
    expect(runs()).toBe(2)
    await next()
    expect([read('ignored/lib'), runs()]).toEqual(['', 3])
    await workspace.fs.writeFile('/src/a.txt', 'other work\n')
    await host.git.resetWorkspace(workspace, await commitAll())
    expect(runs()).toBe(3)
  })

  it('may change files of the commit, which are restored', async () => {
    await begin({ setup: [sh(`${install}; echo changed > README.md; rm src/b.txt; rm -rf .git`)] })
    expect(await seen()).toEqual([])
    expect([read('src/b.txt'), read('ignored/lib')]).toEqual(['b\n', 'lib\n'])
    expect(lstatSync(at('.git')).isDirectory()).toBe(true)
  })

  it('yields to files of a commit in its place', async () => {
    await begin({ setup: [sh('mkdir -p deps; echo made > deps/lib')] })
    const other = user.sh('hash-object', '-w', 'README.md')
    user.sh('update-index', '--add', '--cacheinfo', `100644,${other},deps/lib`)
    const commit = user.sh('commit-tree', '-p', user.base, '-m', 'x', user.sh('write-tree'))
    await host.git.resetWorkspace(workspace, commit)
    expect(await seen()).toEqual(['added deps/lib'])
    expect(read('deps/lib')).toContain('line 1')
    await next()
    expect(read('deps/lib')).toBe('made\n')
  })

  it('inherits a short environment and the named variables', async () => {
    vi.stubEnv('SOME_TOKEN', 'secret')
    vi.stubEnv('PASSED', 'passed')
    const script = 'mkdir ignored; echo "$SOME_TOKEN/$PASSED/$GIVEN" > ignored/seen'
    await begin({ setup: [sh(script)], passEnv: ['PASSED'], env: { GIVEN: 'given' } })
    vi.unstubAllEnvs()
    expect(read('ignored/seen')).toBe('/passed/given\n')
  })
})

describe('fault 16: an attempt that changes files of the set-up', () => {
  it.each<[string, () => void]>([
    ['a file', () => writeFileSync(at('ignored/lib'), 'evil\n')],
    ['a file, its time put back', () => writeUnseen(at('ignored/lib'))],
    ['a file that is gone', () => rmSync(at('deps/lib'))],
    ['only a mode', () => chmodSync(at('deps/lib'), 0o644)],
    ['a file that became a link', () => relink('/etc/passwd', at('ignored/lib'))],
    ['the folder', () => rmSync(at('ignored'), { recursive: true })],
    ['the mode of the folder', () => chmodSync(at('ignored'), 0)],
    [
      'the folder, moved out and linked back',
      () => {
        renameSync(at('ignored'), join(user.dir, 'outside'))
        symlinkSync(join(user.dir, 'outside'), at('ignored'))
      },
    ],
    [
      'the folder above, moved out and linked back',
      () => {
        renameSync(at('src'), join(user.dir, 'outside'))
        symlinkSync(join(user.dir, 'outside'), at('src'))
      },
    ],
    ['everything', () => rmSync(root(), { recursive: true })],
  ])('%s: the next attempt gets it from scratch', async (_name, tamper) => {
    await begin({ setup: [sh(`${install}; mkdir src/ignored; echo lib > src/ignored/lib`)] })
    // A workspace that is lost gets another folder.
    const tree = (): string => readTree(root(), ['.git']).replaceAll(root(), '')
    const before = tree()
    tamper()
    const outside = readTree(join(user.dir, 'outside'), [])
    await next()
    expect(tree()).toBe(before)
    expect(runs()).toBe(2)
    expect(readTree(join(user.dir, 'outside'), [])).toBe(outside)
    await next()
    expect(runs()).toBe(2)
  })

  it('does not remove files behind a committed link that replaces a parent folder', async () => {
    await begin({
      setup: [sh('mkdir -p src/ignored; test -e src/ignored/lib || echo lib > src/ignored/lib')],
    })
    const outside = join(user.dir, 'outside')
    renameSync(at('src'), outside)
    symlinkSync(outside, at('src'))
    const commit = await commitAll()
    writeFileSync(join(outside, 'ignored/mine'), 'mine\n')
    await host.git.resetWorkspace(workspace, commit)
    expect(readlinkSync(at('src'))).toBe(outside)
    expect([runs(), readFileSync(join(outside, 'ignored/mine'), 'utf8')]).toEqual([2, 'mine\n'])
  })

  it('removes added files without running the set-up again', async () => {
    await begin({ setup: [sh(install)] })
    const before = readTree(root(), ['.git'])
    mkdirSync(join(user.dir, 'outside'))
    writeFileSync(join(user.dir, 'outside/mine'), 'mine\n')
    writeFileSync(at('deps/evil.js'), 'x')
    mkdirSync(at('ignored/cache/deep'), { recursive: true })
    writeFileSync(at('ignored/cache/deep/x'), 'x')
    symlinkSync(join(user.dir, 'outside'), at('ignored/out'))
    mkdirSync(at('deps/.git'))
    await next()
    expect(readTree(root(), ['.git'])).toBe(before)
    expect([runs(), readTree(join(user.dir, 'outside'), [])]).toEqual([1, expect.stringContaining('mine')])
  })

  it('ignores a new hard link of a file, and detects changed content', async () => {
    writeFileSync(join(user.dir, 'store'), 'lib\n')
    // Inside a confinement, a hard link cannot cross the border of the workspace.
    const confine = { level: 'off' } as const
    await begin({ setup: [sh(`mkdir ignored; ln ${join(user.dir, 'store')} ignored/lib`)], confine })
    linkSync(join(user.dir, 'store'), join(user.dir, 'another'))
    await next()
    expect(runs()).toBe(1)
    writeUnseen(join(user.dir, 'another'))
    await next()
    expect(runs()).toBe(2)
  })
})

describe('a set-up that fails', () => {
  it('reports the command, the reason, and the end of its output', async () => {
    const noise =
      'i=0; while [ $i -lt 9000 ]; do echo "line $i"; i=$((i+1)); done; echo the reason >&2; exit 3'
    const failed = begin({ setup: [sh('mkdir ignored'), ['sh', '-c', noise]] })
    const error = await failed.then(
      () => null,
      (caught: unknown) => caught,
    )
    expect(error).toMatchObject({ code: 'GIT_FAILED', details: { exitCode: 3 } })
    const { message, details } = error as { message: string; details: { output: string } }
    expect(message).toMatch(/^The set-up command `sh -c .*failed with exit code 3/s)
    expect(message).toMatch(/the reason$/)
    expect(message.length).toBeLessThan(3000)
    expect(details.output.length).toBeLessThan(25_000)
  })

  it('leaves nothing for the next attempt', async () => {
    const script = `mkdir ignored; test -e ${join(user.dir, 'ready')}`
    await expect(begin({ setup: [sh(script)] })).rejects.toMatchObject({ code: 'GIT_FAILED' })
    writeFileSync(join(user.dir, 'ready'), '')
    workspace = await open()
    expect([runs(), existsSync(at('ignored'))]).toEqual([2, true])
  })

  it('a program that is not there', async () => {
    const failed = begin({ setup: [['no-such-program-at-all']] })
    await expect(failed).rejects.toThrow(/no-such-program-at-all: command not found/)
  })

  it('ends a command that takes too long, with everything it started', async () => {
    const script = `sleep 60 & echo $! > ${join(user.dir, 'child')}; sleep 60`
    // Process ids inside a confinement are others.
    const confine = { level: 'off' } as const
    const failed = begin({ setup: [['sh', '-c', script]], setupLimitMs: 1500, confine })
    await expect(failed).rejects.toThrow(/did not end within 1500 ms/)
    const child = Number(readFileSync(join(user.dir, 'child'), 'utf8'))
    await vi.waitUntil(() => !isAlive(child), { timeout: 5000 })
  })

  it("ends when the run's workspaces are removed", async () => {
    const failed = begin({ setup: [sh('sleep 60')] })
    const ended = expect(failed).rejects.toThrow(/were removed/)
    await vi.waitUntil(() => runs() === 1, { timeout: 10_000 })
    await host.git.removeWorkspaces?.('r1')
    await ended
  })
})

describe('copy', () => {
  it("copies the user's files and folders before the commands run", async () => {
    user.write('.env', 'KEY=1\n')
    user.write('ignored/tool', '#!/bin/sh\n', 0o755)
    symlinkSync('tool', join(user.repo, 'ignored/link'))
    await begin({ copy: ['.env', 'ignored/'], setup: [sh('cat .env > ignored/seen')] })
    expect([read('.env'), read('ignored/seen')]).toEqual(['KEY=1\n', 'KEY=1\n'])
    expect([lstatSync(at('ignored/tool')).mode & 0o777, readlinkSync(at('ignored/link'))]).toEqual([
      0o755,
      'tool',
    ])
    expect(await seen()).toEqual([])
    writeFileSync(at('.env'), 'evil\n')
    expect(await seen()).toEqual([])
    expect(readFileSync(join(user.repo, '.env'), 'utf8')).toBe('KEY=1\n')
    await next()
    expect(read('.env')).toBe('KEY=1\n')
    expect(existsSync(join(user.repo, 'ignored/seen'))).toBe(false)
  })

  it('copies node_modules, and keeps files of the commit', async () => {
    user.write('packages/a/node_modules/lib.js', 'lib\n')
    user.write('packages/a/mine.log', 'mine\n')
    user.write('src/a.txt', 'mine, not committed\n')
    await begin({ copy: ['packages', 'src'] })
    expect([read('packages/a/node_modules/lib.js'), read('src/a.txt')]).toEqual(['lib\n', 'a\n'])
    expect(await seen()).toEqual([])
  })

  it('reports a missing path', async () => {
    await expect(begin({ copy: ['none'] })).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      details: { option: 'copy' },
    })
  })

  it('fault 15: follows no link that leaves the checkout or the workspace', async () => {
    mkdirSync(join(user.dir, 'outside'))
    symlinkSync('../outside', join(user.repo, 'out'))
    await expect(begin({ copy: ['out'] })).rejects.toMatchObject({ code: 'PATH_DENIED' })
    user.sh('add', 'out')
    user.sh('commit', '-qm', 'link')
    user.base = user.sh('rev-parse', 'HEAD')
    unlinkSync(join(user.repo, 'out'))
    user.write('out/x.txt', 'x\n')
    await expect(begin({ copy: ['out/x.txt'] })).rejects.toMatchObject({ code: 'PATH_DENIED' })
    expect(readTree(join(user.dir, 'outside'), [])).toBe('')
  })
})

describe('link', () => {
  it("links to the user's files, is not a change, and is not followed by clean-up", async () => {
    user.write('data/big.bin', 'big\n')
    await begin({ link: ['data'] })
    expect([readlinkSync(at('data')), read('data/big.bin')]).toEqual([join(user.repo, 'data'), 'big\n'])
    expect(await seen()).toEqual([])
    await next()
    relink('/etc', at('data'))
    await next()
    expect(readlinkSync(at('data'))).toBe(join(user.repo, 'data'))
    await host.git.removeWorkspaces?.('r1')
    expect(readFileSync(join(user.repo, 'data/big.bin'), 'utf8')).toBe('big\n')
  })

  it('refuses a path of the commit', async () => {
    await expect(begin({ link: ['src'] })).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      details: { option: 'link' },
    })
  })

  it.each(['node_modules', 'packages/a/node_modules', 'node_modules/lib', 'a/Node_Modules/'])(
    'refuses %s, and names the alternative',
    async (path) => {
      const make = (): Host => nodeHost({ repo: user.repo, link: [path] })
      expect(make).toThrow(expect.objectContaining({ code: 'OPTION_INVALID', details: { option: 'link' } }))
      expect(make).toThrow(/setup.*copy/)
      host = nodeHost({ repo: user.repo })
    },
  )

  it('refuses node_modules behind another name, or inside a folder', async () => {
    user.write('node_modules/lib.js', 'x')
    user.write('vendor/node_modules/lib.js', 'x')
    symlinkSync('node_modules', join(user.repo, 'modules'))
    for (const path of ['modules', 'vendor']) {
      await expect(begin({ link: [path] })).rejects.toMatchObject({ code: 'OPTION_INVALID' })
    }
  })
})

describe('invalid options', () => {
  it.each<[string, NodeHostOptions]>([
    ['copy', { copy: ['../x'] }],
    ['copy', { copy: ['/etc/passwd'] }],
    ['copy', { copy: ['.git/config'] }],
    ['link', { link: ['a/../../x'] }],
    ['link', { link: [''] }],
    ['link', { link: ['a\\b'] }],
    ['setup', { setup: [[]] }],
    ['setup', { setup: [['']] }],
    ['setup', { setup: [['a', 'b\0']] }],
  ])('%s: %j', (option, options) => {
    host = nodeHost({ repo: user.repo })
    expect(() => nodeHost({ repo: user.repo, ...options })).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID', details: { option } }),
    )
  })
})

it('hooks see the files of the set-up, which do not count as written by a hook', async () => {
  user.write('.git/hooks/pre-commit', '#!/bin/sh\ncat ignored/lib deps/lib\n', 0o755)
  await begin({ setup: [sh(install)] })
  await workspace.fs.writeFile('/src/a.txt', 'work\n')
  const commit = await commitAll()
  const request = { commit, message: 'x\n', signal: new AbortController().signal }
  expect(await host.git.runHooks?.(workspace, request)).toEqual({ outcome: 'passed', message: 'x\n' })
  await host.git.resetWorkspace(workspace, commit)
  expect(runs()).toBe(1)
})
