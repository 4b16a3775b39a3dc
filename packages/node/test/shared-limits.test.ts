import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'

const stores = process.getBuiltinModule('node:sqlite') === undefined ? ['runs'] : ['runs.db', 'runs']
const loader = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
const program = join(import.meta.dirname, 'fixtures/share-sessions.ts')

const start = (...args: string[]): { child: ChildProcess; ended: Promise<string> } => {
  const child = spawn(
    process.execPath,
    ['--conditions=amelia-source', '--import', loader, program, ...args],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  let text = ''
  child.stdout.on('data', (data: Buffer) => (text += data.toString()))
  return { child, ended: once(child, 'close').then(() => text) }
}

/** Returns the most sessions that ran at once, and the number of all. */
const countSessions = (log: string, before = 0): { most: number; all: number } => {
  let running = 0
  let most = 0
  const lines = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').slice(before) : []
  for (const line of lines) {
    running += line === '+' ? 1 : -1
    most = Math.max(most, running)
  }
  return { most, all: lines.filter((line) => line === '+').length }
}

it.each(stores)(
  'six runs in three processes on one store (%s) share four sessions, and a killed holder loses its own',
  { timeout: 240_000 },
  async (name) => {
    const folder = mkdtempSync(join(tmpdir(), 'amelia-limits-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const [store, log] = [join(folder, name), join(folder, 'sessions.log')]
    const killed = start(store, log, 'x', 'hang')
    await expect.poll(() => countSessions(log).most, { timeout: 60_000 }).toBe(4)
    killed.child.kill('SIGKILL')
    await killed.ended
    const ended = ['a', 'b', 'c'].map((each) => start(store, log, each).ended)
    expect(await Promise.all(ended)).toEqual(Array(3).fill('completed completed'))
    const { most, all } = countSessions(log, 4)
    expect(all).toBe(30)
    expect(most).toBeLessThanOrEqual(4)
  },
)
