import { spawn } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { probeConfinement } from '@amelia/agent-process'
import type { Workspace } from '@amelia/core/plugin'
import { describe, expect, it, onTestFinished } from 'vitest'
import { nativeGit, processRunner } from '../src/index.ts'
import { type Attempt, attempts, type AttemptPlace, hasLeft, prepareOutside } from './escape-attempts.ts'
import { createRepository } from './temporary-repository.ts'

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
