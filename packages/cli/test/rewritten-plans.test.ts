import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { write } from '../../../test/fixtures/repository.ts'
import { git, makeFolder, makeRepository, removeFolders } from './fixtures/cli.ts'
import { startInTerminal } from './fixtures/start-terminal.ts'

afterAll(removeFolders)

const agent = join(import.meta.dirname, 'default-path/plan-agent.mjs')
const document = `# Words

## Brocken A: Count

- [ ] Add the counter

## Brocken B: Print

Needs Brocken A.

- [ ] Add the printer

## Brocken C: Colours

- [ ] Add the colours
`
const written = `# Words

### Task 1: Count

- [ ] Add the counter

### Task 2: Print

**Depends on:** Task 1

- [ ] Add the printer

### Task 3: Colours

- [ ] Add the colours
`

/** Has a document rewritten at a terminal in its repository, by an agent that writes this plan. */
const rewrite = (plan: string) => {
  const [repo, aside] = [makeRepository(), makeFolder()]
  write(repo, { 'plan.md': document })
  git(repo, 'add', '-A')
  git(repo, 'commit', '-qm', 'Document')
  const work = Object.fromEntries(['1', '2', '3'].map((id) => [id, { [`part-${id}`]: `${id}\n` }]))
  const script = join(aside, 'script.json')
  writeFileSync(script, JSON.stringify({ work, plan, log: join(aside, 'log.jsonl') }))
  const flags = ['--driver', 'command', '--agent', `node ${agent} ${script}`]
  const size = { cols: 140, rows: 70 }
  const terminal = startInTerminal(['plan', '--from', 'plan.md', ...flags], { cwd: repo, size })
  return { repo, terminal }
}

describe.concurrent('a document that an agent rewrites at a terminal', () => {
  it('runs as soon as a person has approved the plan', async () => {
    const { repo, terminal } = rewrite(written)
    const screen = await terminal.until('[q] quit')
    expect(screen).toContain('Order: 1; then 2; then 3')
    expect(screen).toContain('renumbered: Brocken B Print (line 7) is 2')
    expect(existsSync(join(repo, 'plan-2.md'))).toBe(false)
    await terminal.press('a', 'Write the plan to plan-2.md and run it now?')
    await terminal.press('y', /Completed: 3 of 3|\ba {2}approve/)
    if (/\ba {2}approve/.test(terminal.screen().join('\n'))) await terminal.press('a', 'Completed: 3 of 3')
    expect(await terminal.exited).toBe(0)
    expect(readFileSync(join(repo, 'plan-2.md'), 'utf8')).toBe(written)
    const [branch = ''] = git(repo, 'for-each-ref', '--format=%(refname:short)', 'refs/heads/amelia').split(
      '\n',
    )
    expect(git(repo, 'ls-tree', '--name-only', branch)).toMatch(/part-1\npart-2\npart-3/)
  })

  it('shows what the agent forgot, invented and dropped, and runs nothing that a person leaves', async () => {
    const wrong = written
      .replace('Task 3: Colours', 'Task 3: Deploy')
      .replace('**Depends on:** Task 1', '**Depends on:** None')
    const { repo, terminal } = rewrite(wrong)
    const screen = await terminal.until('[q] quit')
    for (const difference of [
      'missing: Brocken C Colours (line 13)',
      'new: 3 Deploy',
      'dependency lost: 2 does not wait for 1 (line 7)',
    ])
      expect(screen).toContain(difference)
    await terminal.press('q', 'Not approved.')
    expect(await terminal.exited).toBe(3)
    expect(git(repo, 'for-each-ref', 'refs/amelia')).toBe('')
  })
})
