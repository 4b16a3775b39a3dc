import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { cli, makeFolder, makeRepository, removeFolders, snapshot } from './fixtures/cli.ts'

afterAll(removeFolders)

const plan = async (...flags: string[]) => {
  const repository = makeRepository()
  const before = snapshot(repository)
  const env = {
    HOME: makeFolder(),
    ANTHROPIC_API_KEY: '',
    ANTHROPIC_AUTH_TOKEN: '',
    CLAUDE_CODE_OAUTH_TOKEN: '',
  }
  const outcome = await cli(['plan', 'Count words', '--repo', repository, ...flags], { env })
  expect(snapshot(repository)).toBe(before)
  expect(outcome.stdout).toBe('')
  return outcome
}

describe.concurrent('amelia plan', () => {
  it('requires an agent', async () => {
    for (const flags of [[], ['--driver', 'steps']]) {
      const { code, stderr } = await plan(...flags)
      expect(code).toBe(2)
      expect(stderr).toContain('Writing a plan needs an agent.\nAdd --driver claude|')
    }
  })

  it('names the variable to set if the key is missing, before creating anything', async () => {
    const out = join(makeFolder(), 'plan.md')
    const { code, stderr } = await plan('--driver', 'claude', '--out', out)
    expect(code).toBe(2)
    expect(stderr).toContain('Set the environment variable ANTHROPIC_API_KEY')
    expect(existsSync(out)).toBe(false)
  })

  it('accepts only formats that an agent can write, and amounts greater than 0', async () => {
    const format = await plan('--driver', 'claude', '--format', 'checklist')
    expect(format.code).toBe(2)
    expect(format.stderr).toContain('task-heading, phase-table, subtask-list, execution-plan')
    const amount = await plan('--driver', 'claude', '--budget-usd', '0')
    expect(amount.code).toBe(2)
    expect(amount.stderr).toContain('Expected a number greater than 0.')
  })
})

it('amelia plan does not overwrite a file', async () => {
  const out = join(makeFolder(), 'plan.md')
  writeFileSync(out, 'mine')
  const args = ['plan', 'Count words', '--repo', makeRepository(), '--driver', 'codex', '--out', out]
  const { code, stderr } = await cli(args)
  expect(code).toBe(2)
  expect(stderr).toContain(`${out} already exists.`)
  expect(readFileSync(out, 'utf8')).toBe('mine')
})
