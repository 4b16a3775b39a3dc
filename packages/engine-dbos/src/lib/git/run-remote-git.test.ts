import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { gitSettings } from '@amelia/agent-process'
import { afterAll, expect, it, vi } from 'vitest'
import { runRemoteGit } from './run-remote-git.ts'

const folder = mkdtempSync(join(tmpdir(), 'amelia-git-'))
afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

it('git for a remote has the settings of all git of the engine, and starts no transport', async () => {
  writeFileSync(join(folder, 'git'), '#!/bin/sh\nprintf "%s\\n" "$@"\n')
  chmodSync(join(folder, 'git'), 0o755)
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env['PATH'] ?? ''}`)
  const words = (await runRemoteGit(['fetch'], { repo: folder })).split('\n')
  const settings = words.filter((_, at) => words[at - 1] === '-c')
  expect(settings).toEqual([...gitSettings.engine, 'protocol.ext.allow=never', 'push.gpgSign=false'])
  expect(gitSettings.engine).toContain('core.hooksPath=/dev/null')
  expect(words.at(-1)).toBe('fetch')
})
