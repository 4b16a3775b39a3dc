import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { probeConfinement } from '@amelia/agent-process'
import type { HookOutcome, Workspace } from '@amelia/core/plugin'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { nativeGit, processRunner } from '../src/index.ts'
import { type Attempt, attempts, type AttemptPlace, hasLeft, prepareOutside } from './escape-attempts.ts'
import { createRepository } from '../../../test/fixtures/temporary-repository.ts'

const { works, detail } = probeConfinement()
const isRoot = process.getuid?.() === 0
const covered = attempts.filter(({ needs }) => needs === undefined || isRoot)

/** Runs an attempt in a workspace, and returns whether it left. */
const attempt = async (one: Attempt, level: 'auto' | 'off'): Promise<boolean> => {
  const { script, after } = one
  const user = createRepository()
  const victim = spawn('sleep', ['300'], { stdio: 'ignore' })
  const unique = `amelia-attempt-${process.pid}-${victim.pid}`
  const git = nativeGit({ repo: user.repo, slots: user.slots, confine: { level } })
  const open = () => git.openWorkspace({ runId: 'r1', base: user.base })
  const [workspace, second] = [await open(), await open()]
  const home = join(user.dir, 'home')
  const [dir = '', other = ''] = [workspace.dir, second.dir]
  const place: AttemptPlace = {
    ...{ outside: join(user.dir, 'outside'), home, repo: user.repo },
    ...{ workspace: dir, other, unique },
  }
  mkdirSync(home)
  prepareOutside(place)
  const run = async (text: string): Promise<string> => {
    const words = [place.outside, user.repo, String(process.pid), other, String(victim.pid), unique]
    const argv = ['sh', '-c', text, 'sh', ...words]
    const { output } = await processRunner({ env: { HOME: home }, graceMs: 500 }).run({
      ...{ argv, workspace, signal: AbortSignal.timeout(30_000) },
    })
    return output
  }
  try {
    const output = [await run(script), after === undefined ? '' : await run(after)].join('')
    return hasLeft(one, place, output)
  } finally {
    victim.kill('SIGKILL')
    for (const folder of ['/tmp', '/dev/shm']) rmSync(join(folder, unique), { force: true })
    await git.removeWorkspaces?.('r1', { all: true })
    user.close()
  }
}

it('states which attempts are covered', () => {
  if (!works) console.warn(`not covered: ${attempts.length} attempts to leave a workspace (${detail})`)
  else if (covered.length < attempts.length)
    console.warn(`not covered: ${attempts.length - covered.length} attempts that need the administrator`)
  expect(attempts.length).toBeGreaterThanOrEqual(30)
  expect(new Set(attempts.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(12)
  expect(attempts.filter(({ kind }) => kind === 'daemon').length).toBeGreaterThanOrEqual(3)
})

describe.runIf(works)('an attempt to leave a workspace', () => {
  for (const one of covered)
    it(`${one.kind}: ${one.name}: succeeds, and fails confined`, async () => {
      expect([await attempt(one, 'off'), await attempt(one, 'auto')]).toEqual([true, false])
    })
})

/** Opens workspaces of a repository without confinement. */
const unconfined = ({ repo, slots, base }: ReturnType<typeof createRepository>) => {
  const git = nativeGit({ repo, slots, confine: { level: 'off' } })
  return { open: () => git.openWorkspace({ runId: 'r2', base }) }
}

/** Opens a confined workspace, and returns how to run a command in it. */
const openConfined = async () => {
  const user = createRepository()
  const git = nativeGit({ repo: user.repo, slots: user.slots, confine: { level: 'required' } })
  const workspace: Workspace = await git.openWorkspace({ runId: 'r1', base: user.base })
  onTestFinished(async () => {
    await git.removeWorkspaces?.('r1', { all: true })
    user.close()
  })
  return async (script: string) => {
    const argv = ['sh', '-c', `set -e; ${script}`]
    const { exitCode, output } = await processRunner().run({
      ...{ argv, workspace, signal: AbortSignal.timeout(150_000) },
    })
    return `${exitCode} ${output.trim()}`
  }
}

/** Tools that must work confined, and what proves it. */
const tools: Record<string, { needs: string; script: string; prints: RegExp }> = {
  git: {
    needs: 'git',
    script:
      'echo x > made; git add made; git -c user.name=x -c user.email=x@x commit -qm made; git log --oneline | wc -l',
    prints: /^0 [1-9]/,
  },
  'a server of node': {
    needs: 'node',
    script: `node -e "const s = require('http').createServer((q, r) => r.end('served')).listen(0, '127.0.0.1', async () => { console.log(await (await fetch('http://127.0.0.1:' + s.address().port)).text()); s.close() })"`,
    prints: /^0 served/,
  },
  'npm, with a package of the disk': {
    needs: 'npm',
    script: `mkdir -p lib app && echo '{"name":"lib","version":"1.0.0"}' > lib/package.json && cd app && echo '{"name":"app"}' > package.json && npm pack ../lib --silent && npm install --offline --no-audit --no-fund ./lib-1.0.0.tgz > /dev/null && ls node_modules/lib/package.json`,
    prints: /^0 .*node_modules\/lib\/package\.json/s,
  },
  'a virtual environment of Python': {
    needs: 'python3',
    script: `python3 -m venv --without-pip env && env/bin/python -c 'print("venv")'`,
    prints: /^0 venv/,
  },
  'a pseudo-terminal': { needs: 'script', script: `script -qec tty /dev/null`, prints: /^0 \/dev\/pts\// },
  '/dev/shm': { needs: 'sh', script: 'echo shared > /dev/shm/x; cat /dev/shm/x', prints: /^0 shared/ },
  'a socket in TMPDIR': {
    needs: 'node',
    script: `node -e "const { join } = require('path'); const p = join(process.env.TMPDIR, 's'); const s = require('net').createServer((c) => c.end('socket')).listen(p, () => require('net').connect(p).on('data', (d) => { console.log(String(d)); s.close() }))"`,
    prints: /^0 socket/,
  },
  cargo: {
    needs: 'cargo',
    script: `cargo init --vcs none --name made app 2> /dev/null && cd app && cargo run --offline --quiet`,
    prints: /^0 Hello, world!/,
  },
}

describe.runIf(works)('a tool in a confinement', () => {
  for (const [name, { needs, script, prints }] of Object.entries(tools))
    it(name, async () => {
      const run = await openConfined()
      if (!(await run(`command -v ${needs} > /dev/null && echo found`)).includes('found'))
        return console.warn(`not covered: ${name} (${needs} is not installed)`)
      expect(await run(script)).toMatch(prints)
    })
})

describe.runIf(works)('a confined workspace', () => {
  /** Opens a workspace and commits a file of it. */
  const stage = async (options: Parameters<typeof nativeGit>[0] = {}) => {
    const user = createRepository()
    const home = join(user.dir, 'home')
    mkdirSync(home)
    vi.stubEnv('HOME', home)
    const git = nativeGit({
      ...{ repo: user.repo, slots: user.slots, confine: { level: 'required' }, ...options },
    })
    onTestFinished(async () => {
      vi.unstubAllEnvs()
      await git.removeWorkspaces?.('r1', { all: true })
      user.close()
    })
    const open = () => git.openWorkspace({ runId: 'r1', base: user.base })
    const hook = async (): Promise<HookOutcome | undefined> => {
      const workspace = await open()
      await workspace.fs.writeFile('/new.js', 'let  a\n')
      const changes = await git.changedPaths(workspace)
      const { commit } = await git.commitAttempt(workspace, {
        ...{ ref: 'refs/amelia/r1/a', message: 'x\n', date: 1, changes },
      })
      await git.resetWorkspace(workspace, commit)
      const signal = AbortSignal.timeout(60_000)
      return git.runHooks?.(workspace, { commit, message: 'Phase 1: x\n', signal })
    }
    return { user, home, git, open, hook }
  }

  it('runs hooks that rewrite the message and the files, and write nothing outside', async () => {
    const { user, hook } = await stage()
    user.write('.git/hooks/pre-commit', '#!/bin/sh\necho "let a" > new.js; git add new.js\n', 0o755)
    user.write('.git/hooks/commit-msg', '#!/bin/sh\necho "Rewritten" > "$1"\n', 0o755)
    expect(await hook()).toEqual({ outcome: 'rewritten', message: 'Rewritten\n' })
    user.write('.git/hooks/pre-commit', `#!/bin/sh\necho x > ${user.repo}/left\n`, 0o755)
    expect(await hook()).toMatchObject({
      ...{ outcome: 'failed', output: expect.stringContaining('Read-only file system') },
    })
    expect(existsSync(join(user.repo, 'left'))).toBe(false)
  })

  it('lets the set-up read the settings of npm, and write to the workspace only', async () => {
    const script = 'cat ~/.npmrc > npmrc.txt; echo x > ~/left || true'
    const { home, open } = await stage({ setup: [['sh', '-c', script]] })
    writeFileSync(join(home, '.npmrc'), 'token\n')
    const { dir = '' } = await open()
    expect(readFileSync(join(dir, 'npmrc.txt'), 'utf8')).toBe('token\n')
    expect(existsSync(join(home, 'left'))).toBe(false)
  })

  it('hides the keys that git signs commits with, named by either half, and the folder of GnuPG', async () => {
    const { user, open } = await stage()
    // A confined process sees the checkout.
    const [key, keyring] = [join(user.repo, 'keys/signing'), join(user.repo, 'keyring')]
    mkdirSync(join(user.repo, 'keys'))
    mkdirSync(keyring)
    for (const path of [key, `${key}.pub`, join(keyring, 'private')]) writeFileSync(path, 'secret\n')
    vi.stubEnv('GNUPGHOME', keyring)
    for (const named of [key, `${key}.pub`]) {
      execFileSync('git', ['-C', user.repo, 'config', 'user.signingKey', named])
      const argv = ['sh', '-c', `cat ${key} ${keyring}/private; cat ${key}.pub`]
      const read = async (workspace: Workspace) =>
        (await processRunner().run({ argv, workspace, signal: AbortSignal.timeout(60_000) })).output
      expect((await read(await open())).match(/secret/g)).toHaveLength(1)
      const { open: openUnconfined } = unconfined(user)
      expect((await read(await openUnconfined())).match(/secret/g)).toHaveLength(3)
    }
  })

  it('does not write to the files that it links', async () => {
    const { user, open } = await stage({ link: ['data'] })
    user.write('data/large.txt', 'large\n')
    const workspace = await open()
    const argv = ['sh', '-c', 'cat data/large.txt; echo x > data/large.txt']
    const { output } = await processRunner().run({ argv, workspace, signal: AbortSignal.timeout(60_000) })
    expect(output).toMatch(/^large\n.*Read-only file system/s)
    expect(readFileSync(join(user.repo, 'data/large.txt'), 'utf8')).toBe('large\n')
  })

  it('reads the report of a test runner, and keeps /tmp from one command to the next', async () => {
    const { open } = await stage()
    const workspace = await open()
    await workspace.fs.writeFile('/a.test.mjs', `import { it } from 'node:test'\nit('works', () => {})\n`)
    const signal = AbortSignal.timeout(120_000)
    const runner = processRunner()
    const { report } = (await runner.runTests?.({ argv: ['node', '--test'], workspace, signal })) ?? {}
    expect(report?.tests).toHaveLength(1)
    await runner.run({ argv: ['sh', '-c', 'echo kept > /tmp/kept'], workspace, signal })
    expect(await runner.run({ argv: ['cat', '/tmp/kept'], workspace, signal })).toMatchObject({
      output: 'kept\n',
    })
  })
})
