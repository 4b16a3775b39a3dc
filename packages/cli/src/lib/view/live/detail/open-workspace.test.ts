import { readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { nodeHost } from '@amelia/node'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { git, makeFolder, makeRepository, removeFolders } from '../../../../../test/fixtures/cli.ts'
import { openWorkspace } from './open-workspace.ts'

afterAll(removeFolders)
afterEach(() => vi.unstubAllEnvs())

it('finds an editor with a relative path, which runs in the folder of the copy', async () => {
  const [repo, folder] = [makeRepository(), makeFolder()]
  const log = join(folder, 'log')
  writeFileSync(join(folder, 'editor.sh'), `#!/bin/sh\npwd > ${log}\nls >> ${log}\n`, { mode: 0o755 })
  // The copy has no folder `packages`.
  vi.stubEnv('VISUAL', `packages/../${relative(process.cwd(), join(folder, 'editor.sh'))}`)
  const commit = git(repo, 'rev-parse', 'HEAD')
  const { git: backend } = nodeHost({ repo })
  const phase = { id: '1', attempt: 1, status: 'waiting', base: commit, commit }
  const question = { gate: { phaseIds: ['1'] }, phases: [phase], runId: 'r', repo, host: { git: backend } }
  const told = await openWorkspace(question as unknown as Parameters<typeof openWorkspace>[0], (task) =>
    task(),
  )
  expect(told).toBe('That was a copy for reading: changes in it are not kept.')
  expect(readFileSync(log, 'utf8')).toMatch(/\/copy-for-reading\nREADME\.md\n$/)
})
