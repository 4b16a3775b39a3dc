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
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { processRunner, workspaceFiles } from '../index.ts'

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

describe('processRunner keeps the contract', () => {
  const cases = commandRunnerContract({
    create: async () => ({
      commands: processRunner({ graceMs: 200 }),
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
  it('fault 23: keys and git variables of this process stay out, what is named goes in', async () => {
    vi.stubEnv('SOME_API_KEY', 'secret')
    vi.stubEnv('GIT_DIR', '/elsewhere')
    vi.stubEnv('NAMED', 'named')
    vi.stubEnv('LC_ALL', 'C')
    const runner = processRunner({ passEnv: ['NAMED'], env: { FIXED: 'fixed', OVER: 'runner' } })
    const argv = script('console.log(JSON.stringify(process.env))')
    const { output } = await runner.run({ argv, workspace, signal, env: { OVER: 'request' } })
    const env = JSON.parse(output) as Record<string, string>
    expect(env).toMatchObject({ NAMED: 'named', FIXED: 'fixed', OVER: 'request', LC_ALL: 'C', TERM: 'dumb' })
    expect(env.PATH).toBe(process.env.PATH)
    expect(Object.keys(env)).not.toContain('SOME_API_KEY')
    expect(Object.keys(env)).not.toContain('GIT_DIR')
  })

  it('fault 15: a folder that became a link to elsewhere is no place to run', async () => {
    symlinkSync(tmpdir(), join(dir, 'out'))
    const request = { argv: script(''), workspace, signal, cwd: 'out' }
    await expect(processRunner().run(request)).rejects.toMatchObject({ code: 'PATH_DENIED' })
  })

  it('says 126 for a folder that is not there, not that the program is missing', async () => {
    const result = await processRunner().run({ argv: script(''), workspace, signal, cwd: 'none' })
    expect(result.exitCode).toBe(126)
    expect(result.output).toContain('none')
  })

  it('does not let git look above the workspace', async () => {
    spawnSync('git', ['init', '-q', dir])
    mkdirSync(join(dir, 'ws'))
    const inner = { ...workspace, dir: join(dir, 'ws') }
    const argv = ['git', 'rev-parse', '--git-dir']
    const { output } = await processRunner().run({ argv, workspace: inner, signal })
    expect(output).toMatch(/not a git repository/)
  })

  it('fault 27: a pipe that a stranger to the group holds open is not waited for', async () => {
    const code = `const { spawn } = require('node:child_process')
      const child = spawn('sleep', ['120'], { detached: true, stdio: 'inherit' }); child.unref(); console.log(child.pid)`
    // Without that this takes two minutes, and the test's time is over.
    const { output, exitCode } = await processRunner().run({ argv: script(code), workspace, signal })
    expect(exitCode).toBe(0)
    process.kill(Number(output), 'SIGKILL')
  })

  it('refuses a workspace that is not on disk', async () => {
    const { dir: _dir, ...memory } = workspace
    const request = processRunner().run({ argv: script(''), workspace: memory, signal })
    await expect(request).rejects.toMatchObject({ code: 'OPTION_INVALID' })
  })

  it('keeps the limit that it is given, and never half a line at the cut', async () => {
    const runner = processRunner({ outputLimit: 1000 })
    const argv = script(`for (let n = 0; n < 10000; n++) console.log('\\x1b[31mline ' + n + '\\x1b[0m')`)
    const { output, truncated } = await runner.run({ argv, workspace, signal })
    expect(truncated).toBe(true)
    expect(output.length).toBeLessThan(1100)
    const [head = '', tail = ''] = output.split(/\[\.\.\. \d+ characters left out \.\.\.\]\n/)
    expect(head.startsWith('line 0\nline 1\n')).toBe(true)
    expect(tail).toMatch(/^(line \d+\n)+$/)
    expect(tail.endsWith('line 9999\n')).toBe(true)
  })

  it('a program that is found in PATH is found, one in a relative PATH entry in the workspace', async () => {
    writeFileSync(join(dir, 'tool'), '#!/bin/sh\n', { mode: 0o755 })
    vi.stubEnv('PATH', `${process.env.PATH}:.`)
    expect(await processRunner().find('sh', workspace)).toBe(true)
    expect(await processRunner().find('tool', workspace)).toBe(true)
    expect(await processRunner().find('./tool', workspace)).toBe(true)
    expect(readFileSync(join(dir, 'tool'), 'utf8')).toBe('#!/bin/sh\n')
  })
})
