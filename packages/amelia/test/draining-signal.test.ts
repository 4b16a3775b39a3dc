import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Report } from '@amelia/core'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createRepository } from '../../../test/fixtures/temporary-repository.ts'

interface Ended {
  report: Report
  runId: string
  sessions: number
  /** All events as text. */
  events: string
}

const loader = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href

/** Runs the plan in a process group, and calls `during` with the ids of the engine and of its check. */
const runPlan = async (args: string[], during?: (engine: number) => Promise<void>): Promise<Ended> => {
  const program = join(import.meta.dirname, 'fixtures/run-check.ts')
  const child = spawn(
    process.execPath,
    ['--conditions=amelia-source', '--import', loader, program, ...args],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  let text = ''
  child.stdout.on('data', (data: Buffer) => (text += data.toString()))
  const closed = new Promise((resolve) => child.on('close', resolve))
  await during?.(child.pid!)
  await closed
  const lines = text.trim().split('\n')
  return { ...(JSON.parse(lines.pop()!) as Omit<Ended, 'events'>), events: lines.join('\n') }
}

/** The child of a process whose arguments contain a text. */
const childWith = (parent: number, text: string): number => {
  const children = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').trim().split(' ')
  return Number(children.find((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(text)))
}

it('a check that dies of the signal that stops the service has not failed', {
  timeout: 120_000,
}, async () => {
  const user = createRepository()
  onTestFinished(user.close)
  const started = join(user.dir, 'started')
  const script = `test -e ${started} && exit 0; touch ${started}; sleep 60`
  const first = await runPlan([user.repo, user.slots, script], async (engine) => {
    await vi.waitUntil(() => existsSync(started), { timeout: 60_000 })
    // A service manager signals the commands too, here before the engine.
    process.kill(-childWith(engine, started), 'SIGTERM')
    process.kill(engine, 'SIGTERM')
  })
  expect(first.report.status).toBe('cancelled')
  expect(first.events).toContain('"class":"interrupted"')
  expect(first.events).not.toContain('verification_failed')
  expect(first.sessions).toBe(1)
  const second = await runPlan([user.repo, user.slots, script, first.runId])
  expect(second.report).toMatchObject({ status: 'completed', phases: [{ attempt: 1 }] })
  // The check is repeated on the commit, without another session.
  expect(second.sessions).toBe(0)
  expect(user.sh('show', `${second.report.target}:work.txt`)).toBe('done')
})
