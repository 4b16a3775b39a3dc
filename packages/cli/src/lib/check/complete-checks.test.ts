import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Terminal } from '../terminal/terminal.ts'
import { completeChecks } from './complete-checks.ts'

const empty = mkdtempSync(join(tmpdir(), 'amelia-checks-'))
const project = mkdtempSync(join(tmpdir(), 'amelia-checks-'))
writeFileSync(join(project, 'package.json'), JSON.stringify({ scripts: { test: 'node --test' } }))
beforeAll(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterAll(() => {
  vi.useRealTimers()
  for (const folder of [empty, project]) rmSync(folder, { recursive: true })
})

const complete = async (
  {
    typed = '\r',
    repo = project,
    checks = {},
  }: { typed?: string; repo?: string; checks?: Record<string, string[]> },
  flags: { attended?: boolean; yes?: boolean; dryRun?: boolean; json?: boolean } = {},
) => {
  const stdin = Object.assign(new PassThrough(), { setRawMode() {} })
  const screen = new PassThrough()
  let shown = ''
  screen.on('data', (text: Buffer) => {
    shown += String(text)
    if (!shown.endsWith('[Y/n] ')) return
    // Keys within 300 ms after a question are dropped.
    setImmediate(() => {
      vi.setSystemTime(Date.now() + 300)
      stdin.write(typed)
    })
  })
  const terminal = { stdin, screen, error: (text: string) => (shown += text) } as unknown as Terminal
  const completed = await completeChecks(terminal, checks, { repo, attended: true, ...flags })
  return { completed, shown }
}

describe('completeChecks', () => {
  it.each(['\r', 'y', 'Y'])('asks a person at a terminal, and takes %j for yes', async (typed) => {
    const { completed, shown } = await complete({ typed })
    expect(completed).toEqual({ test: ['npm', 'test'] })
    expect(shown).toContain(
      'No check is configured, so nothing would be verified.\nRun "npm test" on every commit?',
    )
  })

  it.each(['n', '\u001b', '\u0004'])('takes %j for no', async (typed) => {
    expect((await complete({ typed })).completed).toEqual({})
  })

  it.each([{ attended: false }, { yes: true }])('prints a note with %j', async (flags) => {
    const { completed, shown } = await complete({}, flags)
    expect(completed).toEqual({})
    expect(shown).toBe('note: no check is configured; --test auto would run "npm test" on every commit.\n')
  })

  it.each([{ dryRun: true }, { json: true }])('prints nothing with %j', async (flags) => {
    expect(await complete({}, flags)).toEqual({ completed: {}, shown: '' })
  })

  it('asks nothing if a check is configured, or no test command is found', async () => {
    const checks = { lint: ['lint'] }
    expect(await complete({ checks })).toEqual({ completed: checks, shown: '' })
    expect(await complete({ repo: empty })).toEqual({ completed: {}, shown: '' })
  })
})
