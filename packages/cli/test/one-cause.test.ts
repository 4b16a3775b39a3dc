import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { cli, git, makeFolder, makeRepository, removeFolders, writePlan } from './fixtures/cli.ts'

afterAll(removeFolders)

interface Status {
  gates: { phaseIds: string[]; question: string }[]
}

const run = (repo: string, ...flags: string[]) => {
  const rows = ['1', '2', '3'].map((id) => ({ id, run: `echo ${id} > ${id}.txt` }))
  const plan = writePlan(makeFolder(), rows)
  return cli(['run', plan, '--repo', repo, '--yes', '--trust', 'autonomous', ...flags])
}

const listQuestions = async (repo: string) => {
  const { stdout } = await cli(['status', '--json', '--repo', repo])
  const { gates } = JSON.parse(stdout) as Status
  return gates.map(({ question, phaseIds }) => `${question} ${phaseIds.sort().join()}`)
}

describe.concurrent('one cause is one question', () => {
  it('for a folder of hooks that no workspace has; its answer counts for all phases', async () => {
    const repo = makeRepository()
    const hooks = join(repo, '.husky/_')
    mkdirSync(hooks, { recursive: true })
    writeFileSync(join(hooks, 'pre-commit'), '#!/bin/sh\n', { mode: 0o755 })
    writeFileSync(join(repo, '.git/info/exclude'), '.husky\n')
    git(repo, 'config', 'core.hooksPath', '.husky/_')
    expect((await run(repo)).code).toBe(3)
    expect(await listQuestions(repo)).toEqual(['The commit hook pre-commit could not be run. 1,2,3'])
    git(repo, 'config', '--unset', 'core.hooksPath')
    expect(await cli(['answer', '1', 'retry', '--repo', repo])).toMatchObject({ code: 0 })
    expect(await cli(['resume', '--repo', repo])).toMatchObject({ code: 0 })
  })

  it('for a check whose program is missing', async () => {
    const repo = makeRepository()
    expect((await run(repo, '--test', 'no-such-program x')).code).toBe(3)
    expect(await listQuestions(repo)).toEqual([
      'Check "test" could not start: command "no-such-program" not found. 1,2,3',
    ])
  })
})
