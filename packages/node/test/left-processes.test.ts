import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CommandResult, Host, Workspace } from '@amelia/core/plugin'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { isAlive } from '../../../test/fixtures/is-alive.ts'
import { nodeHost, type NodeHostOptions } from '../src/index.ts'
import { createRepository, type TemporaryRepository } from '../../../test/fixtures/temporary-repository.ts'

let user: TemporaryRepository
let host: Host
let workspace: Workspace
let outside: string
const runId = 'r.1'

beforeAll(() => {
  user = createRepository()
  outside = join(user.dir, 'outside')
})
beforeEach(async () => {
  mkdirSync(outside)
  host = create()
  workspace = await open()
})
afterEach(async () => {
  await host.commands!.endCommands!(runId, { servers: true })
  for (const pid of pids()) kill(pid)
  await host.git.removeWorkspaces?.(runId, { all: true })
  rmSync(outside, { recursive: true })
})
afterAll(() => user.close())

// Nothing outlives a command that is confined.
const create = (options: NodeHostOptions = {}): Host =>
  nodeHost({
    ...{ repo: user.repo, slots: user.slots, graceMs: 200, confine: { level: 'off' as const } },
    ...options,
  })
const open = (phase = '2.1'): Promise<Workspace> => host.git.openWorkspace({ runId, phase, base: user.base })
const run = (script: string, more: { server?: string; workspace?: Workspace } = {}): Promise<CommandResult> =>
  host.commands!.run({
    ...{ argv: ['sh', '-c', script], workspace, signal: new AbortController().signal, ...more },
    env: { OUT: outside, NODE: process.execPath },
  })
const end = (servers = false) => host.commands!.endCommands!(runId, { servers })

/** The processes of a test write their ids to a file. */
const pids = (): number[] =>
  existsSync(join(outside, 'pids'))
    ? readFileSync(join(outside, 'pids'), 'utf8').trim().split('\n').map(Number)
    : []
const kill = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}
const alive = (): boolean[] => pids().map(isAlive)

/** Waits until the background processes have written their ids. */
const written = (count = 1): string =>
  `\nuntil [ "$(cat "$OUT/pids" 2> /dev/null | wc -l)" -ge ${count} ]; do sleep 0.01; done\n`
const sleeper = `sh -c 'echo $$ >> "$OUT/pids"; exec sleep 120'`
const listener = `"$NODE" -e 'const { appendFileSync } = require("node:fs")
  require("node:net").createServer().listen(Number(process.argv[1]), process.argv[2], () => {
    if (process.argv[3]) process.chdir(process.argv[3])
    appendFileSync(process.env.OUT + "/pids", process.pid + "\\n")
  })'`

// Needs /proc.
describe.runIf(existsSync('/proc/self/environ'))('processes that outlive their command', () => {
  it.each([
    ['a session', `setsid ${sleeper} > /dev/null 2>&1 &`],
    ['a session with the output of the command', `setsid ${sleeper} &`],
    ['two forks', `(setsid sh -c '${sleeper.replaceAll("'", `'\\''`)} & :' &) > /dev/null 2>&1`],
    ['nohup in a session', `setsid nohup ${sleeper} > /dev/null 2>&1 &`],
    [
      'a program that ignores TERM',
      `setsid sh -c 'trap "" TERM; echo $$ >> "$OUT/pids"; while :; do sleep 1; done' &`,
    ],
    ['a folder below the root', `mkdir -p a/b; cd a/b; setsid ${sleeper} &`],
    [
      'a folder that was deleted',
      `mkdir -p c; (cd c; setsid ${sleeper} &); until [ -e "$OUT/pids" ]; do sleep 0.01; done; rm -r c`,
    ],
  ])('end with it in the workspace: %s', async (_, script) => {
    expect((await run(`${script}${written()}`)).exitCode).toBe(0)
    expect(alive()).toEqual([false])
  })

  it('end with a command that fails, and in a checkout that other programs use', async () => {
    await host.git.closeWorkspace(workspace)
    const branch = user.sh('symbolic-ref', 'HEAD')
    workspace = await host.git.openWorkspace({
      ...{ runId, phase: 'a', base: user.base },
      inPlace: { branch, head: user.base, left: 'refs/amelia/r.1/left' },
    })
    const { spawn } = await import('node:child_process')
    const editor = spawn('sleep', ['120'], { cwd: workspace.dir })
    expect((await run(`setsid ${sleeper} &${written()}exit 3`)).exitCode).toBe(3)
    expect(alive()).toEqual([false])
    await end()
    expect(editor.exitCode ?? editor.signalCode).toBe(null)
    editor.kill('SIGKILL')
  })

  it('carry a mark of run, phase and number', async () => {
    const marks = [await run('echo $AMELIA_COMMAND'), await run('echo $AMELIA_COMMAND')].map(({ output }) =>
      output.trim().split('.'),
    )
    expect(marks.map((parts) => parts.slice(0, 2))).toEqual([
      ['r%2E1', '2%2E1'],
      ['r%2E1', '2%2E1'],
    ])
    expect(Number(marks[1]![3])).toBe(Number(marks[0]![3]) + 1)
  })

  it('end with a set-up and a hook', async () => {
    user.write('.git/hooks/pre-commit', `#!/bin/sh\nsetsid ${sleeper} &${written(2)}\n`, 0o755)
    await host.git.removeWorkspaces!(runId)
    host = create({ setup: [['sh', '-c', `setsid ${sleeper} &${written()}`]], env: { OUT: outside } })
    const opened = await open('b')
    expect(alive()).toEqual([false])
    const made = { changes: [], message: 'x\n', date: 1, ref: 'refs/amelia/r.1/attempt/b/1' }
    const { commit } = await host.git.commitAttempt(opened, made)
    process.env['OUT'] = outside
    await host.git.runHooks!(opened, { commit, message: 'x\n', signal: new AbortController().signal })
    delete process.env['OUT']
    expect(alive()).toEqual([false, false])
  })

  it('stay if they left the workspace, and are listed at the end of the run', async () => {
    await run(`cd "$OUT" && setsid ${sleeper} > /dev/null 2>&1 &${written()}`)
    const [pid] = pids()
    expect(alive()).toEqual([true])
    const other = await host.commands!.endCommands!('r', { servers: true })
    expect(other).toEqual([])
    expect(await end(true)).toEqual([{ pid, command: 'sleep 120' }])
    expect(alive()).toEqual([true])
  })

  it.each([
    ['::', '0'],
    ['127.0.0.1', '19'],
  ])(
    'end with the run if they listen on %s at a port of its range, wherever they are',
    async (address, at) => {
      await run(`setsid ${listener} $((AMELIA_PORT + ${at})) ${address} / > /dev/null 2>&1 &${written()}`)
      expect(alive()).toEqual([true])
      expect(await end()).toEqual([])
      expect(alive()).toEqual([false])
    },
  )

  it('stay if they listen on another port outside the workspace', async () => {
    await run(`setsid ${listener} $((AMELIA_PORT + 20)) 127.0.0.1 / > /dev/null 2>&1 &${written()}`)
    expect((await end()).map(({ pid }) => pid)).toEqual(pids())
    expect(alive()).toEqual([true])
  })

  it('end with the run if they came back to a slot, or work in its temporary folder', async () => {
    await run(`(cd "$OUT"; setsid sh -c 'echo $$ >> "$OUT/pids"; until [ -e back ]; do sleep 0.01; done
      cd "$AMELIA_WORKSPACE"; touch "$OUT/came"; exec sleep 120' > /dev/null 2>&1 &)${written()}`)
    await run(`(cd "$TMPDIR"; setsid ${sleeper} > /dev/null 2>&1 &)${written(2)}`)
    expect(alive()).toEqual([true, true])
    writeFileSync(join(outside, 'back'), '')
    while (!existsSync(join(outside, 'came'))) await new Promise((resolve) => setTimeout(resolve, 10))
    expect(await end()).toEqual([])
    expect(alive()).toEqual([false, false])
  })

  it('cannot be found with an emptied environment', async () => {
    await run(`setsid env -i OUT="$OUT" ${sleeper} > /dev/null 2>&1 &${written()}`)
    expect(alive()).toEqual([true])
    expect(await end(true)).toEqual([])
    expect(alive()).toEqual([true])
  })

  it('stay until the end of the run if the command starts a server, which may write', async () => {
    const script = `"$NODE" -e 'require("node:fs").appendFileSync(process.env.OUT + "/pids", process.pid + "\\n")
      setInterval(() => console.log("up"), 5)' &${written()}echo started`
    const { exitCode, output } = await run(script, { server: '2.1.1' })
    expect([exitCode, output.includes('started\n')]).toEqual([0, true])
    await run('true')
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(alive()).toEqual([true])
    const [pid] = pids()
    expect(await end()).toMatchObject([{ pid, server: '2.1.1' }])
    // Another phase does not get the files and ports of the server.
    await host.git.closeWorkspace(workspace)
    const next = await open('b')
    expect([next.dir === workspace.dir, next.env!['AMELIA_PORT'] === workspace.env!['AMELIA_PORT']]).toEqual([
      false,
      false,
    ])
    // The run waits for a person.
    await host.git.removeWorkspaces!(runId)
    expect(realpathSync(`/proc/${pid}/cwd`)).toBe(realpathSync(workspace.dir!))
    expect(await end(true)).toEqual([])
    expect(alive()).toEqual([false])
  })

  it('end if the command of a server fails, or starts it once more', async () => {
    await run(`setsid ${sleeper} &${written()}exit 1`, { server: 's' })
    expect(alive()).toEqual([false])
    await run(`setsid ${sleeper} &${written(2)}`, { server: 's' })
    await run(`setsid ${sleeper} &${written(3)}`, { server: 't' })
    expect(alive()).toEqual([false, true, true])
    await run(`setsid ${sleeper} &${written(4)}`, { server: 's' })
    expect(alive()).toEqual([false, false, true, true])
    rmSync(workspace.dir!, { recursive: true })
    expect(await end(true)).toEqual([])
    expect(alive()).toEqual([false, false, false, false])
  })
})
