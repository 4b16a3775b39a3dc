import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cli, git, makeFolder, makeRepository, removeFolders, writePlan } from './fixtures/cli.ts'
import { finishedRows, finishRun, refNames, runBranch } from './fixtures/finished-run.ts'
import { startInTerminal } from './fixtures/start-terminal.ts'

afterAll(removeFolders)

const check = 'test ! -e broken.txt'
let finished = ''
let printed = ''

beforeAll(async () => {
  const { repository, stdout } = await finishRun(check)
  finished = repository
  printed = /^ {2}(amelia merge \S+)$/m.exec(stdout)?.[1] ?? stdout
})

/** Copies the repository of the completed run. */
const copy = (): string => {
  const repository = makeFolder()
  cpSync(finished, repository, { recursive: true })
  return repository
}

const merge = (repository: string, ...args: string[]) =>
  cli(['merge', '--yes', ...args, '--repo', repository])
const refs = (repository: string): string => git(repository, 'for-each-ref')
const status = (repository: string): string => git(repository, 'status', '--porcelain')
const commitFile = (repository: string, name: string, text = 'x\n'): void => {
  writeFileSync(join(repository, name), text)
  git(repository, 'add', name)
  git(repository, 'commit', '-q', '-m', `Add ${name}`)
}
describe('amelia merge', () => {
  it('merges the newest run with the command that the run prints, and deletes what it left', async () => {
    const repository = copy()
    const before = git(repository, 'rev-parse', '--short=7', 'main')
    const work = git(repository, 'rev-parse', runBranch(repository))
    expect(printed).toMatch(/^amelia merge \S+$/)
    const asked = await cli([...printed.split(' ').slice(1)], { cwd: repository })
    expect(asked).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes') })
    expect(asked.stdout).toContain(`(it is at ${before}): 4 commits`)
    expect(asked.stdout).toContain(`first runs ${check} on the result`)
    expect(git(repository, 'rev-parse', '--short=7', 'main')).toBe(before)
    const merged = await cli([...printed.split(' ').slice(1), '--yes'], { cwd: repository })
    expect(merged).toMatchObject({ code: 0, stderr: expect.stringContaining(`${check}: passed in`) })
    expect(merged.stdout).toContain(`before, it was at ${before}. Deleted the branch amelia/`)
    const deleted = / (\d+ refs?) and its workspaces\.$/m.exec(merged.stdout)?.[1]
    expect(asked.stdout).toContain(`, ${deleted}, its workspaces; keeps its journal and its statements`)
    expect(git(repository, 'rev-parse', 'main')).toBe(work)
    expect(refNames(repository)).toBe('refs/heads/main')
    expect(refs(repository)).toContain('/proof')
    expect(status(repository)).toBe('')
    expect(readFileSync(join(repository, 'two.txt'), 'utf8')).toBe('two\n')
    const shown = await cli(['status'], { cwd: repository })
    expect(shown.stdout).toContain('The work is on the branch main (')
    expect((await cli([], { cwd: repository })).stdout).toContain('The work is on the branch main (')
    expect(shown.stdout).not.toContain(' merge')
    expect(await merge(repository)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('already contains'),
    })
    const reverted = await cli(['revert', '2', '--repo', repository])
    expect(reverted).toMatchObject({ code: 2, stderr: expect.stringContaining('was merged into main') })
    expect(git(repository, 'rev-parse', 'main')).toBe(work)
  })

  it('changes no ref where a commit of the base breaks the tests of the result', async () => {
    const repository = copy()
    commitFile(repository, 'broken.txt')
    const before = refs(repository)
    const outcome = await merge(repository)
    expect(outcome).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`The check test failed on the merged result: ${check} exited with 1.`),
    })
    expect(refs(repository)).toBe(before)
    expect(status(repository)).toBe('')
    // Repaired, it is merged.
    git(repository, 'rm', '-q', 'broken.txt')
    git(repository, 'commit', '-q', '-m', 'Repair')
    expect(await merge(repository)).toMatchObject({ code: 0 })
    expect(git(repository, 'log', '-1', '--format=%s', 'main')).toMatch(
      /^Merge branch 'amelia\/\S+' into main$/,
    )
    expect(git(repository, 'rev-list', '--parents', '-1', 'main').split(' ')).toHaveLength(3)
    expect(refNames(repository)).toBe('refs/heads/main')
    expect(status(repository)).toBe('')
  })

  it('keeps unrelated changes of the checkout, and refuses changes in the way', async () => {
    const repository = copy()
    writeFileSync(join(repository, 'README.md'), 'Mine\n')
    writeFileSync(join(repository, 'two.txt'), 'mine\n')
    const before = refs(repository)
    expect(await merge(repository)).toMatchObject({ code: 1, stderr: expect.stringContaining('two.txt') })
    expect(refs(repository)).toBe(before)
    writeFileSync(join(repository, 'two.txt'), 'two\n')
    expect(await merge(repository)).toMatchObject({ code: 0 })
    expect(readFileSync(join(repository, 'README.md'), 'utf8')).toBe('Mine\n')
    expect(status(repository)).toBe('M README.md')
  })

  it('names the files in conflict', async () => {
    const repository = copy()
    commitFile(repository, 'two.txt', 'another\n')
    const before = refs(repository)
    const outcome = await merge(repository)
    expect(outcome).toMatchObject({ code: 1, stderr: expect.stringContaining('Conflicts in: two.txt') })
    const command = /: git (-C \S+ merge \S+)$/m.exec(outcome.stderr)?.[1] ?? ''
    expect(refs(repository)).toBe(before)
    expect(() => git(repository, ...command.split(' '))).toThrow()
    expect(status(repository)).toContain('AA two.txt')
  })

  it('merges where the base is checked out in another worktree, or nowhere', async () => {
    const repository = copy()
    git(repository, 'switch', '-q', '--detach')
    const other = join(makeFolder(), 'other')
    git(repository, 'worktree', 'add', '-q', other, 'main')
    const merged = await merge(repository)
    expect(merged).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`updates the files in ${other}`),
    })
    expect(status(other)).toBe('')
    expect(existsSync(join(other, 'two.txt'))).toBe(true)
    expect(existsSync(join(repository, 'two.txt'))).toBe(false)

    const nowhere = copy()
    const work = git(nowhere, 'rev-parse', runBranch(nowhere))
    git(nowhere, 'switch', '-q', '-c', 'aside')
    expect(await merge(nowhere)).toMatchObject({ code: 0 })
    expect(git(nowhere, 'rev-parse', 'main')).toBe(work)
    expect(existsSync(join(nowhere, 'two.txt'))).toBe(false)
    expect(status(nowhere)).toBe('')
  })

  it('keeps the branch of a run that can be resumed, and merges the rest later', async () => {
    const repository = makeRepository()
    const failing = [finishedRows[0]!, { id: '2', after: '1', run: 'test -e /amelia-no-such-file' }]
    const plan = writePlan(makeFolder(), failing)
    const run = await cli(['run', plan, '--trust', 'autonomous', '--yes', '--repo', repository])
    expect(run).toMatchObject({ code: 1, stdout: expect.stringContaining('amelia merge') })
    const merged = await merge(repository)
    expect(merged).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('not verified: the run has no checks'),
    })
    expect(merged.stdout).toContain('keeps the branch and the refs')
    expect(readFileSync(join(repository, 'one.txt'), 'utf8')).toBe('one\n')
    expect(runBranch(repository)).toMatch(/^amelia\//)
    expect(refNames(repository)).not.toContain('merging')
  })

  it('asks once at a terminal', async () => {
    const repository = copy()
    const before = refs(repository)
    const no = startInTerminal(['merge'], { cwd: repository })
    await no.until('Merge it? [y/N]')
    const end = await no.press('n', 'Nothing was changed.')
    for (const line of end.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
    expect(await no.exited).toBe(130)
    expect(refs(repository)).toBe(before)
    const yes = startInTerminal(['merge'], { cwd: repository })
    await yes.until('Merge it? [y/N]')
    await yes.press('y', 'Merged run')
    expect(await yes.exited).toBe(0)
    expect(refNames(repository)).toBe('refs/heads/main')
  })
})

it('wraps the consequences at a terminal, and names the refs of failed attempts apart', async () => {
  const repository = makeRepository()
  const mark = join(makeFolder(), 'mark')
  const failOnce = [{ id: '1', run: `echo x >> one.txt; test -e ${mark} || { touch ${mark}; exit 1; }` }]
  const flags = ['--trust', 'autonomous', '--yes', '--max-attempts', '3']
  await cli(['run', writePlan(makeFolder(), failOnce), ...flags], { cwd: repository })
  const terminal = startInTerminal(['merge'], { cwd: repository })
  await terminal.until('Merge it?')
  const lines = terminal.screen()
  expect(lines.join('\n').replace(/\n +/g, ' ')).toContain(
    'also deletes 1 ref of failed attempts, whose commits nothing else reaches: attempt 1 of phase 1',
  )
  // No word is cut at the edge: a line that continues is indented.
  const at = lines.findIndex((line) => line.startsWith('  deletes what the run left'))
  expect(lines[at + 1]).toMatch(/^ {4}\S/)
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(80)
  await terminal.press('n', 'Nothing was changed')
  await terminal.exited
})

it('three commands take a plan of superpowers to a merged branch; each but the agent is printed by the one before', async () => {
  const repository = makeRepository()
  const agent = join(makeFolder(), 'agent.sh')
  const report = '{"status": "done", "summary": "", "subtasks": [], "files": [], "notDone": []}'
  const work = ['cat > /dev/null', 'echo x >> work.txt', `printf '\`\`\`json\\n${report}\\n\`\`\`\\n'`]
  writeFileSync(agent, ['#!/bin/sh', ...work].join('\n'), { mode: 0o755 })
  const task = (number: number): string =>
    `### Task ${number}: Do ${number}\n\n- [ ] **Step 1: Do it**\n\nWrite it.\n`
  writeFileSync(
    join(repository, 'plan.md'),
    `# Work Implementation Plan\n\n**Goal:** Work.\n\n---\n\n${task(1)}\n${task(2)}`,
  )
  const inRepository = (...args: string[]) => cli(args, { cwd: repository })
  const help = await inRepository('--help')
  for (const name of ['check', 'run', 'merge']) expect(help.stdout).toMatch(new RegExp(`^ +${name} `, 'm'))
  const checked = await inRepository('check', 'plan.md')
  const [, run = ''] = /^ {2}amelia (run plan\.md) --dry-run$/m.exec(checked.stdout) ?? []
  const flags = ['--driver', 'command', '--agent', agent, '--no-review', '--trust', 'autonomous', '--yes']
  const done = await inRepository(...run.split(' '), ...flags)
  expect(done.code, done.stdout + done.stderr).toBe(0)
  const [, next = ''] = /^ {2}amelia (merge \S+)$/m.exec(done.stdout) ?? []
  expect(await inRepository(...next.split(' '), '--yes')).toMatchObject({ code: 0 })
  expect(git(repository, 'show', 'main:work.txt')).toBe('x\nx')
})
