import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { write } from '../../../test/fixtures/repository.ts'
import { cli, git, makeFolder, makeRepository, removeFolders } from './fixtures/cli.ts'
import { startTerminal } from './fixtures/start-terminal.ts'

afterAll(removeFolders)

const agent = join(import.meta.dirname, 'default-path/plan-agent.mjs')
const plan = `# Tasks

## Phase 1: Setup

Prepare everything.

## Phase 2: Core

- [ ] T001 Write a
- [ ] T002 Write b
`

const prepare = (text: string) => {
  const [repo, aside] = [makeRepository(), makeFolder()]
  write(repo, { 'tasks.md': text })
  git(repo, 'add', '-A')
  git(repo, 'commit', '-qm', 'Plan')
  const script = join(aside, 'script.json')
  const work = { '1': { a: 'a\n' }, '2': { b: 'b\n' } }
  writeFileSync(script, JSON.stringify({ work, log: join(aside, 'log.jsonl') }))
  const flags = ['--driver', 'command', '--agent', `node ${agent} ${script}`, '--trust', 'autonomous']
  const amelia = (...args: string[]) => cli(args, { cwd: repo })
  return { repo, flags, amelia }
}

describe.concurrent('work that the reader skipped', () => {
  it('is a question before the run, which --yes does not answer and --accept-skipped does', async () => {
    const { repo, flags, amelia } = prepare(plan)
    const { code, stderr } = await amelia('run', 'tasks.md', ...flags, '--yes')
    expect(code).toBe(3)
    expect(stderr).toContain('1 line looks like work, and will not run:\n  tasks.md:3: Phase 1: Setup\n')
    expect(stderr).toContain('To have an agent rewrite the plan: amelia plan --from tasks.md\n')
    expect(stderr).toContain('add --accept-skipped')
    expect(git(repo, 'for-each-ref', 'refs/amelia')).toBe('')
    const dry = await amelia('run', 'tasks.md', ...flags, '--yes', '--dry-run')
    expect(dry.code).toBe(0)
    const accepted = await amelia('run', 'tasks.md', ...flags, '--yes', '--accept-skipped')
    expect(accepted.code, accepted.stderr).toBe(0)
  })

  it('is a question about an edited plan too, and a resume repeats the warnings', async () => {
    const { repo, flags, amelia } = prepare(plan.replace('## Phase 1: Setup\n\nPrepare everything.\n\n', ''))
    const check = await amelia('run', 'tasks.md', ...flags, '--yes', '--test', 'false')
    expect(check.code).not.toBe(0)
    writeFileSync(join(repo, 'tasks.md'), plan)
    const refused = await amelia('resume', '--replan', '--yes')
    expect(refused.code).toBe(3)
    expect(refused.stderr).toContain('tasks.md:3: Phase 1: Setup')
    const accepted = await amelia('resume', '--replan', '--yes', '--accept-skipped')
    expect(accepted.stderr).not.toContain('--accept-skipped')
    const again = await amelia('resume')
    expect(again.stderr).toMatch(/tasks\.md:3:1: warning: /)
  })

  it('is asked at a terminal', async () => {
    const { repo, flags } = prepare(plan)
    const program = [process.execPath, join(inject('programs'), 'cli.mjs')]
    const terminal = startTerminal([...program, 'run', 'tasks.md', ...flags], { cwd: repo })
    await terminal.until('Run the plan without them?')
    await terminal.press('n', 'Nothing was started')
    expect(await terminal.exited).toBe(130)
    expect(git(repo, 'for-each-ref', 'refs/amelia')).toBe('')
  })
})
