import { afterAll, expect, it } from 'vitest'
import { cli, makeRepository, removeFolders } from './fixtures/cli.ts'
import { write } from '../../../test/fixtures/repository.ts'

afterAll(removeFolders)

it('refuses a limit of each phase that the agent cannot count', async () => {
  const cwd = makeRepository()
  write(cwd, { 'plan.md': '# Files\n\n### Task 1: A file\n\nWrite it.\n' })
  const agent = ['--driver', 'command', '--agent', 'cat']
  const { code, stderr } = await cli(['run', 'plan.md', ...agent, '--phase-budget-tokens', '100'], { cwd })
  expect(code).toBe(2)
  expect(stderr).toContain('The driver "cat" cannot count tokens')
})
