import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cleanRun, createRun, openRun, revertRun, type RunOptions } from '@amelia/core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { nodeHost } from '../src/index.ts'
import { createRepository, type TemporaryRepository } from '../../../test/fixtures/temporary-repository.ts'

const { PATH } = process.env
const end = 'end-of-call'
let user: TemporaryRepository

/** Puts a program named `git` first in PATH that records its arguments and runs the real git. */
beforeEach(() => {
  user = createRepository()
  const git = execFileSync('sh', ['-c', 'command -v git']).toString().trim()
  const script = `#!/bin/sh\nprintf '%s\\037' "$@" ${end} >> '${join(user.dir, 'calls')}'\nexec '${git}' "$@"\n`
  user.write('../programs/git', script, 0o755)
  writeFileSync(join(user.dir, 'calls'), '')
  process.env.PATH = `${join(user.dir, 'programs')}:${PATH}`
})
afterEach(() => {
  process.env.PATH = PATH
  user.close()
})

const readCalls = (): string[][] =>
  readFileSync(join(user.dir, 'calls'), 'utf8')
    .split(`${end}\u001f`)
    .map((call) => call.split('\u001f').filter((word) => word !== ''))
    .filter((call) => call.length > 0)

/** Returns the effective value: the last one. */
const lastOf = (call: string[], setting: string): string | undefined =>
  call.findLast((word, index) => call[index - 1] === '-c' && word.startsWith(`${setting}=`))

const commandOf = (call: string[]): string =>
  call.find((word, index) => !word.startsWith('-') && call[index - 1] !== '-c') ?? ''

const step = (id: string) => ({
  id: `${id}.1.1`,
  action: 'code' as const,
  filePath: `${id}.txt`,
  codeChange: `${id}\n`,
})
const phase = (id: string, dependsOn: string[] = []) => ({
  id,
  title: id,
  dependsOn,
  subtasks: [{ id: `${id}.1`, title: id, steps: [step(id)] }],
})
const plan = { title: 'Work', phases: [phase('a'), phase('b', ['a'])] }
const hostOf = () => nodeHost({ repo: user.repo, slots: user.slots })

const modes: [string, Partial<RunOptions>][] = [
  ['a commit a phase', {}],
  ['one commit at the end', { publish: 'single' }],
  ['no commit', { publish: 'message-only' }],
  ['in place', { inPlace: true }],
]

describe('core.fsync: objects and refs are on disk before git returns', () => {
  it.each(modes)(
    '%s: in every call of a run that stops, resumes, is reverted and cleaned',
    async (_mode, options) => {
      const run = await createRun({
        ...options,
        plan,
        host: hostOf(),
        trust: 'autonomous',
        verify: { test: ['true'] },
      })
      run.on('phase_completed', ({ phaseId }) => (phaseId === 'a' ? run.cancel() : undefined))
      expect((await run.start()).status).toBe('cancelled')
      expect((await (await openRun({ host: hostOf(), runId: run.id })).start()).status).toBe('completed')
      await revertRun({ host: hostOf(), runId: run.id })
      await cleanRun({ host: hostOf(), runId: run.id, attempts: true })

      const calls = readCalls()
      for (const call of calls) {
        const settings = ['core.fsync', 'core.fsyncMethod'].map((setting) => lastOf(call, setting))
        expect(settings, call.join(' ')).toEqual([
          'core.fsync=loose-object,pack,pack-metadata,reference',
          'core.fsyncMethod=fsync',
        ])
      }
      // The calls that write objects and refs were among them.
      expect(calls.map(commandOf)).toEqual(
        expect.arrayContaining(['update-ref', 'fast-import', 'hash-object']),
      )
    },
  )
})
