import { spawnSync } from 'node:child_process'
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
import type { Workspace } from '@amelia/core/plugin'
import { commandRunnerContract } from '@amelia/core/testing'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { processRunner, workspaceFiles } from '../../index.ts'

const script = (code: string): string[] => [process.execPath, '-e', code]
const signal = new AbortController().signal
let dir: string
let workspace: Workspace

const open = (): void => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), 'amelia-commands-')))
  workspace = { id: 'w', base: '', dir, fs: workspaceFiles(dir) }
}
beforeEach(open)
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(dir, { recursive: true, force: true })
})

/** Reads the numbers in these files of the workspace; undefined while one is missing. */
const readPids = (names: string[]): number[] | undefined => {
  const pids = names.map((name) => {
    try {
      return Number(readFileSync(join(dir, name), 'utf8'))
    } catch {
      return 0
    }
  })
  return pids.every((pid) => pid > 0) ? pids : undefined
}

/** Ends the processes of a test that fails. */
const endAfterTest = (pids: number[]): void =>
  onTestFinished(() => {
    for (const pid of pids.filter(isAlive)) process.kill(pid, 'SIGKILL')
  })

/** Reads state, parent and group of a process; empty for a process that does not exist. */
const statOf = (pid: number): string[] => {
  const { stdout } = spawnSync('ps', ['-o', 'stat=,ppid=,pgid=', '-p', String(pid)], { encoding: 'utf8' })
  return stdout.trim().split(/\s+/)
}
const groupOf = (pid: number): string | undefined => statOf(pid)[2]

/** Whether a process runs; a zombie does not. */
const isAlive = (pid: number): boolean => !['', 'Z'].includes(statOf(pid)[0]?.slice(0, 1) ?? '')

describe('processRunner fulfils the contract', () => {
  const cases = commandRunnerContract({
    create: async () => ({
      commands: processRunner({ graceMs: 200, outputLimit: 1_048_576 }),
      workspace,
      script,
      close: async () => {},
    }),
  })
  for (const { name, covered, run } of cases) {
    it(name, async () => {
      expect(covered).toBe(true)
      await run()
    })
  }
})

describe('processRunner', () => {
  it('fault 23: does not pass secrets and git variables, but passes named variables', async () => {
    vi.stubEnv('SOME_API_KEY', 'secret')
    vi.stubEnv('GIT_DIR', '/elsewhere')
    vi.stubEnv('NAMED', 'named')
    vi.stubEnv('LC_ALL', 'C')
    const runner = processRunner({ passEnv: ['NAMED'], env: { FIXED: 'fixed', OVER: 'runner' } })
    const argv = script('console.log(JSON.stringify(process.env))')
    const parts: string[] = []
    const onOutput = (text: string): void => void parts.push(text)
    const { output } = await runner.run({ argv, workspace, signal, env: { OVER: 'request' }, onOutput })
    const env = JSON.parse(output) as Record<string, string>
    expect(parts.join('')).toBe(output)
    expect(env).toMatchObject({ NAMED: 'named', FIXED: 'fixed', OVER: 'request', LC_ALL: 'C', TERM: 'dumb' })
    expect(env.PATH).toBe(process.env.PATH)
    expect(Object.keys(env)).not.toContain('SOME_API_KEY')
    expect(Object.keys(env)).not.toContain('GIT_DIR')
  })

  it('fault 15: does not run in a folder that became a link out of the workspace', async () => {
    symlinkSync(tmpdir(), join(dir, 'out'))
    const request = { argv: script(''), workspace, signal, cwd: 'out' }
    await expect(processRunner().run(request)).rejects.toMatchObject({ code: 'PATH_DENIED' })
  })

  it('exits with 126 for a missing folder, not with 127', async () => {
    const result = await processRunner().run({ argv: script(''), workspace, signal, cwd: 'none' })
    expect(result.exitCode).toBe(126)
    expect(result.output).toContain('none')
  })

  it('stops git from searching above the workspace', async () => {
    spawnSync('git', ['init', '-q', dir])
    mkdirSync(join(dir, 'ws'))
    const inner = { ...workspace, dir: join(dir, 'ws') }
    const argv = ['git', 'rev-parse', '--git-dir']
    const { output } = await processRunner().run({ argv, workspace: inner, signal })
    expect(output).toMatch(/not a git repository/)
  })

  it('fault 27: does not wait for a pipe that a process outside the group keeps open', async () => {
    const code = `const { spawn } = require('node:child_process')
      const child = spawn('sleep', ['120'], { detached: true, stdio: 'inherit' }); child.unref(); console.log(child.pid)`
    // Otherwise this takes two minutes, and the test times out.
    const { output, exitCode } = await processRunner().run({ argv: script(code), workspace, signal })
    expect(exitCode).toBe(0)
    process.kill(Number(output), 'SIGKILL')
  })

  // seed: intelligent-execution 102
  it('fault 26: a stopped command gets TERM first, and the grace period to end', async () => {
    const code = `
      const { writeFileSync } = require('node:fs')
      process.on('SIGTERM', () => process.exit(7))
      writeFileSync('pid-1', String(process.pid))
      setInterval(() => {}, 1000)`
    const stop = new AbortController()
    // The grace period is longer than the test may take.
    const runner = processRunner({ graceMs: 600_000 })
    const running = runner.run({ argv: script(code), workspace, signal: stop.signal })
    endAfterTest(await vi.waitUntil(() => readPids(['pid-1']), { timeout: 20_000 }))
    stop.abort(new Error('stopped'))
    expect((await running).exitCode).toBe(7)
  })

  // seed: intelligent-execution 102
  it('fault 26: sends KILL to every process of a stopped command that ignores TERM, also outside the group', async () => {
    // Each process records its id, ignores TERM and starts the next one; the last but one runs in a separate
    // session.
    const chain = `
      const { spawn } = require('node:child_process')
      const { writeFileSync } = require('node:fs')
      process.on('SIGTERM', () => {})
      const depth = Number(process.argv[1])
      if (depth < 4) spawn(process.execPath, ['-e', process.env.CHAIN, String(depth + 1)], { detached: depth === 2, stdio: 'inherit' })
      writeFileSync('pid-' + depth, String(process.pid))
      setInterval(() => {}, 1000)`
    const stop = new AbortController()
    const running = processRunner({ graceMs: 500 }).run({
      argv: [...script(chain), '1'],
      workspace,
      env: { CHAIN: chain },
      signal: stop.signal,
    })
    const pids = await vi.waitUntil(() => readPids(['pid-1', 'pid-2', 'pid-3', 'pid-4']), { timeout: 20_000 })
    endAfterTest(pids)
    expect(pids.map(isAlive)).toEqual([true, true, true, true])
    expect(groupOf(pids[2]!), 'the third is in another group').not.toBe(groupOf(pids[0]!))
    stop.abort(new Error('stopped'))
    const { exitCode, signal: ended } = await running
    expect(pids.map(isAlive)).toEqual([false, false, false, false])
    expect([exitCode, ended]).toEqual([null, 'SIGKILL'])
  })

  it('fault 26: ends processes that left the group and lost their parent', async () => {
    const code = `
      const { spawn } = require('node:child_process')
      const { writeFileSync } = require('node:fs')
      const child = spawn('sleep', ['120'], { detached: true, stdio: 'ignore' })
      child.unref()
      writeFileSync('pid-1', String(child.pid))`
    const stop = new AbortController()
    const argv = ['sh', '-c', '"$0" -e "$1" && exec sleep 120', process.execPath, code]
    const running = processRunner({ graceMs: 1000 }).run({ argv, workspace, signal: stop.signal })
    const pids = await vi.waitUntil(() => readPids(['pid-1']), { timeout: 20_000 })
    endAfterTest(pids)
    stop.abort(new Error('stopped'))
    await running
    expect(pids.map(isAlive)).toEqual([false])
  })

  it('marks a nested command for both, so that stopping either ends it', async () => {
    vi.stubEnv('AMELIA_COMMAND', 'outer')
    const argv = script('console.log(process.env.AMELIA_COMMAND)')
    expect((await processRunner().run({ argv, workspace, signal })).output).toMatch(
      /^outer \.\.[0-9a-f]{8}\.\d{9}\n$/,
    )
  })

  it('refuses a workspace that is not on disk', async () => {
    const { dir: _dir, ...memory } = workspace
    const request = processRunner().run({ argv: script(''), workspace: memory, signal })
    await expect(request).rejects.toMatchObject({ code: 'OPTION_INVALID' })
  })

  it('cuts output at its limit, between lines', async () => {
    const runner = processRunner({ outputLimit: 1000 })
    const argv = script(`for (let n = 0; n < 10000; n++) console.log('\\x1b[31mline ' + n + '\\x1b[0m')`)
    const { output, truncated } = await runner.run({ argv, workspace, signal })
    expect(truncated).toBe(true)
    expect(output.length).toBeLessThan(1100)
    const [head = '', tail = ''] = output.split(/\[… \d+ lines \(\d+ characters\) left out …\]\n/)
    expect(head.startsWith('line 0\nline 1\n')).toBe(true)
    expect(tail).toMatch(/^(line \d+\n)+$/)
    expect(tail.endsWith('line 9999\n')).toBe(true)
    const [, left] = /\[… (\d+) lines/.exec(output) ?? []
    expect(output.split('\n').length - 2 + Number(left)).toBe(10_000)
  })

  it('finds a program in PATH, and relative to the workspace for a relative entry', async () => {
    writeFileSync(join(dir, 'tool'), '#!/bin/sh\n', { mode: 0o755 })
    vi.stubEnv('PATH', `${process.env.PATH}:.`)
    expect(await processRunner().find('sh', workspace)).toBe(true)
    expect(await processRunner().find('tool', workspace)).toBe(true)
    expect(await processRunner().find('./tool', workspace)).toBe(true)
    expect(readFileSync(join(dir, 'tool'), 'utf8')).toBe('#!/bin/sh\n')
  })
})
