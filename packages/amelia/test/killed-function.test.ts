import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Report } from '@amelia/core'
import { expect, it, onTestFinished } from 'vitest'
import { createRepository } from '../../../test/fixtures/temporary-repository.ts'

const loader = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
const program = join(import.meta.dirname, 'fixtures/run-function.ts')

const runProcess = (...args: string[]) =>
  spawnSync(process.execPath, ['--conditions=amelia-source', '--import', loader, program, ...args], {
    encoding: 'utf8',
    timeout: 60_000,
  })

it.each(['during', 'recording'])(
  'a function step that kill -9 hits (%s) is called again with its key, and counts once',
  {
    timeout: 120_000,
  },
  (when) => {
    const user = createRepository()
    onTestFinished(user.close)
    const file = join(user.dir, 'calls')
    const killed = runProcess(user.repo, user.slots, file, when)
    expect([killed.signal, killed.stdout]).toEqual(['SIGKILL', ''])
    const resumed = runProcess(user.repo, user.slots, file, 'never', 'killed')
    const { report, completed } = JSON.parse(resumed.stdout) as { report: Report; completed: unknown[] }
    const key = 'killed/a/s1/1'
    expect(readFileSync(file, 'utf8')).toBe(`${key}\n${key}\n`)
    expect(completed).toEqual([{ called: true }])
    expect(report).toMatchObject({ status: 'completed', phases: [{ attempt: 1 }] })
    expect(report.phases[0]?.subtasks?.[0]?.steps).toMatchObject([{ result: { called: true } }])
  },
)
