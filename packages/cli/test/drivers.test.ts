import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { cli, makeFolder, makeRepository, removeFolders, snapshot, writePlan } from './fixtures/cli.ts'

afterAll(removeFolders)

/** Nobody is logged in anywhere. */
const nobody = (): Record<string, string> => {
  const home = makeFolder()
  mkdirSync(join(home, 'state'))
  return {
    HOME: home,
    XDG_STATE_HOME: join(home, 'state'),
    ...Object.fromEntries(
      [
        'ANTHROPIC_API_KEY',
        'ANTHROPIC_AUTH_TOKEN',
        'ANTHROPIC_BASE_URL',
        'CLAUDE_CODE_OAUTH_TOKEN',
        'CLAUDE_CODE_USE_BEDROCK',
        'CLAUDE_CODE_USE_VERTEX',
        'CLAUDE_CODE_USE_FOUNDRY',
        'CLAUDE_CONFIG_DIR',
        'OPENAI_API_KEY',
        'OPENAI_BASE_URL',
      ].map((name) => [name, '']),
    ),
  }
}

const run = async (...flags: string[]) => {
  const repository = makeRepository()
  const plan = writePlan(makeFolder(), [{ id: '1' }])
  const before = snapshot(repository)
  const env = nobody()
  const args = ['run', plan, '--repo', repository, '--trust', 'autonomous', '--yes', ...flags]
  const outcome = await cli(args, { env })
  expect(snapshot(repository)).toBe(before)
  return outcome
}

describe.concurrent('the agent of a run', () => {
  it.each([
    ['claude', 'ANTHROPIC_API_KEY'],
    ['codex', 'OPENAI_API_KEY'],
  ])('%s without a key says what to set, before anything is created', async (name, variable) => {
    const { code, stdout, stderr } = await run('--driver', name)
    expect(code).toBe(2)
    expect(stderr).toContain(`Set the environment variable ${variable}`)
    expect(stdout).toBe('')
  })

  it('is not needed to look at what would be done', async () => {
    const { code, stdout } = await run('--driver', 'claude', '--model', 'a-model', '--dry-run')
    expect(code).toBe(0)
    expect(stdout).toContain('--driver claude --model a-model')
  })

  it('is one that there is', async () => {
    const { code, stderr } = await run('--driver', 'none')
    expect(code).toBe(2)
    expect(stderr).toContain('Drivers: steps, claude, codex.')
  })

  it('has a model only where there is one', async () => {
    const { code, stderr } = await run('--model', 'a-model')
    expect(code).toBe(2)
    expect(stderr).toContain('--driver claude')
  })
})
