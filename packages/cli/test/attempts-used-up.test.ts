import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { quoteArgument } from '../src/lib/setting/quote-argument.ts'
import { cli, git, makeFolder, makeRepository, removeFolders } from './fixtures/cli.ts'
import { startInTerminal } from './fixtures/start-terminal.ts'

afterAll(removeFolders)

const agent = join(import.meta.dirname, 'default-path', 'shell-agent.mjs')

/** A plan of two phases, of which the first one fails its test until a person helps. */
const prepare = () => {
  const repo = makeRepository()
  const plan = join(makeFolder(), 'plan.md')
  writeFileSync(plan, '# Work\n\n## Phase 1: First\nWrite a.txt.\n\n## Phase 2: Second\nWrite b.txt.\n')
  const commands = JSON.stringify({ 1: 'echo bad > a.txt; echo a.txt', 2: 'echo b > b.txt; echo b.txt' })
  const command = ['node', agent, commands].map(quoteArgument).join(' ')
  return {
    repo,
    args: ['run', plan, '--driver', 'command', '--agent', command, '--test', 'grep -q good a.txt'],
  }
}

describe.concurrent('a phase without attempts left', { timeout: 60_000 }, () => {
  it('is a question at a terminal, with its failure and each answer in a few words', async () => {
    const { repo, args } = prepare()
    const terminal = startInTerminal([...args, '--yes'], { cwd: repo, size: { cols: 80, rows: 40 } })
    const screen = await terminal.until(/^ +x {2}abort /m)
    expect(screen).toMatch(/^── Question 1 of 1 .* phase 1: First/m)
    expect(screen).toContain('The check "test" failed.')
    for (const answer of [
      'r  retry         starts another attempt',
      'f  fix           the agent follows your words',
      's  skip          skips 1; also skips 2',
      'x  abort         ends the run; completed phases stay',
    ])
      expect(screen).toContain(answer)
    const last = await terminal.press('s', /: 0 of 2 phases/)
    expect(last).not.toContain('Failed')
    expect(await terminal.exited).toBe(1)
    expect(git(repo, 'status', '--porcelain')).toBe('')
  })

  it('waits where a person may answer later, and fails where nobody can', async () => {
    const asked = prepare()
    const standard = await cli([...asked.args, '--yes', '--trust', 'standard'], { cwd: asked.repo })
    expect(standard).toMatchObject({ code: 3 })
    expect(standard.stdout).toContain('Answers: retry, fix, skip, abort, abort-revert')
    const unattended = prepare()
    const autonomous = await cli([...unattended.args, '--yes', '--trust', 'autonomous'], {
      cwd: unattended.repo,
    })
    expect(autonomous).toMatchObject({ code: 1 })
    expect(autonomous.stdout).toContain('✗ 1  First   failed')
  })
})
