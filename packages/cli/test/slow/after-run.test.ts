import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { cli, git, makeFolder, makeRepository, removeFolders, snapshot, writePlan } from '../fixtures/cli.ts'

afterAll(removeFolders)

interface Listed {
  runId: string
  status: string
  locked: boolean
  canGoOn: boolean
  phases?: { done: number; all: number }
  problem?: string
}

const listed = async (repository: string): Promise<Listed[]> => {
  const { code, stdout } = await cli(['runs', '--repo', repository, '--json'])
  expect(code).toBe(0)
  return JSON.parse(stdout) as Listed[]
}

/** Creates a repository with a finished run of two phases. */
const finished = async () => {
  const repository = makeRepository()
  const plan = writePlan(makeFolder(), [
    { id: '1', run: 'echo one > one.txt' },
    { id: '2', after: '1', run: 'echo two > two.txt' },
  ])
  const before = snapshot(repository)
  const { code, stderr } = await cli(['run', plan, '--repo', repository, '--trust', 'autonomous', '--yes'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.any(String) })
  const branch = git(repository, 'for-each-ref', '--format=%(refname:short)', 'refs/heads/amelia')
  return { repository, before, branch, runId: (await listed(repository))[0]!.runId }
}

describe('runs', () => {
  it('reports that there are no runs', async () => {
    const { code, stdout } = await cli(['runs', '--repo', makeRepository()])
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'No runs in this repository.\n' })
  })

  it('says that a run never started when its process died before the first record', async () => {
    const { repository, runId } = await finished()
    const journal = join(repository, '.git/amelia/runs', runId, 'journal.1.jsonl')
    const [head] = readFileSync(journal, 'utf8').split('\n')
    writeFileSync(journal, `${head}\n`)
    const { code, stderr } = await cli(['resume', runId, '--repo', repository])
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: `error: Run ${runId} was created and never started. Start a new one.\nTo see the runs: amelia runs --repo ${repository}\n`,
    })
  })

  it('lists runs, including a damaged one', async () => {
    const { repository, runId } = await finished()
    expect(await listed(repository)).toMatchObject([
      { runId, status: 'completed', locked: false, canGoOn: false, phases: { done: 2, all: 2 } },
    ])
    const { stdout } = await cli(['runs', '--repo', repository])
    expect(stdout).toMatch(new RegExp(`^RUN .*\\n${runId} +completed +\\d+s +2/2 .* Small things\\n$`))
    const journal = join(repository, '.git/amelia/runs', runId, 'journal.1.jsonl')
    writeFileSync(
      journal,
      readFileSync(journal, 'utf8').replace('phase_started', 'phase_strated').replace('"base"', '"bose"'),
    )
    expect(await listed(repository)).toMatchObject([
      { status: 'damaged', problem: expect.stringContaining('damaged') },
    ])
  })
})

describe('resume --repair', () => {
  it('resumes from the intact records of a damaged journal, and neither loses nor repeats a commit (fault 64)', async () => {
    const repository = makeRepository()
    const plan = writePlan(makeFolder(), [
      { id: '1', run: 'echo one > one.txt' },
      { id: '2', after: '1', run: 'test -f .git/../go && echo two > two.txt' },
    ])
    const flags = ['--trust', 'autonomous', '--yes', '--no-artifacts', '--max-attempts', '1']
    await cli(['run', plan, '--repo', repository, ...flags])
    const { runId } = (await listed(repository))[0]!
    const branch = git(repository, 'for-each-ref', '--format=%(refname:short)', 'refs/heads/amelia')
    const done = git(repository, 'rev-parse', branch)
    const journal = join(repository, '.git/amelia/runs', runId, 'journal.1.jsonl')
    const text = readFileSync(journal, 'utf8')
    writeFileSync(journal, text.replace('"type":"unit_finished"', '"type":"unit_funished"'))
    const refused = await cli(['resume', runId, '--repo', repository])
    expect(refused.code).not.toBe(0)
    expect(refused.stderr.replace(/\s+/g, ' ')).toContain(`amelia resume ${runId} --repair`)
    const { stderr } = await cli(['resume', runId, '--repo', repository, '--repair'])
    expect(stderr).toMatch(
      /was damaged: kept \d+ records, lost \d+\. The damaged file is now .*journal\.damaged-/,
    )
    const kept = /damaged file is now (.*)\.\n/.exec(stderr)![1]!
    expect(readFileSync(kept, 'utf8')).toContain('unit_funished')
    expect(git(repository, 'rev-parse', branch)).toBe(done)
    expect(await listed(repository)).toMatchObject([{ phases: { done: 1, all: 2 } }])
    expect(await cli(['resume', '--repo', repository, '--repair'])).toMatchObject({ code: 2 })
  })
})

describe('resume when the journal and git disagree', () => {
  it('reports where the journal ends and which later commits git contains, and asks', async () => {
    const { repository, branch, runId } = await finished()
    const journal = join(repository, '.git/amelia/runs', runId, 'journal.1.jsonl')
    const lines = readFileSync(journal, 'utf8').split('\n')
    const cut = lines.findIndex(
      (line) => line.includes('"attempt_committed"') && line.includes('"phaseId":"2"'),
    )
    // The first line is the file's header.
    const records = cut - 1
    writeFileSync(journal, `${lines.slice(0, cut).join('\n')}\n`)
    const resumed = await cli(['resume', runId, '--repo', repository])
    expect(resumed.code).toBe(3)
    const phase = git(repository, 'rev-parse', '--short=7', `refs/amelia/${runId}/phase/2`)
    expect(resumed.stdout).toMatch(
      new RegExp(
        `resumed.*, last written at \\S+Z; git contains more than the journal: phase 2 \\(${phase}\\), the report \\(`,
      ),
    )
    expect(resumed.stdout).toContain(`amelia answer ${runId} 1 approve`)
    await cli(['answer', runId, `run:journal:${records}`, 'approve', '--repo', repository])
    const ended = await cli(['resume', runId, '--repo', repository])
    expect(ended.stdout).toContain('Completed: 2 of 2 phases')
    const subjects = git(repository, 'log', '--format=%s', `main..${branch}`).split('\n')
    expect(subjects.filter((subject) => subject.startsWith('Phase 2: '))).toHaveLength(1)
  })

  it('asks about a deleted head, and restores it once approved', async () => {
    const repository = makeRepository()
    const plan = writePlan(makeFolder(), [
      { id: '1', run: 'echo one > one.txt' },
      { id: '2', after: '1', run: 'exit 1' },
    ])
    const flags = ['--trust', 'autonomous', '--yes', '--no-artifacts', '--max-attempts', '1']
    await cli(['run', plan, '--repo', repository, ...flags])
    const { runId } = (await listed(repository))[0]!
    const head = `refs/amelia/${runId}/head`
    const was = git(repository, 'rev-parse', head)
    git(repository, 'update-ref', '-d', head)
    const asked = await cli(['resume', runId, '--repo', repository])
    expect(asked.code).toBe(3)
    expect(asked.stdout.replace(/\s+/g, ' ')).toContain('head no longer exists. By the journal')
    await cli(['answer', runId, 'run:head:1', 'approve', '--repo', repository])
    await cli(['resume', runId, '--repo', repository])
    expect(git(repository, 'rev-parse', head)).toBe(was)
  })
})

describe('revert', () => {
  // seed: intelligent-execution 73, intelligent-execution 74
  it('restores the repository, and keeps the commits of the run', async () => {
    const { repository, before, branch, runId } = await finished()
    appendFileSync(join(repository, 'README.md'), 'My own words.\n')
    const given = git(repository, 'rev-parse', branch)
    const { code, stdout } = await cli(['revert', runId, '--repo', repository])
    expect(code).toBe(0)
    // A line of its length, so that it can be copied.
    expect(stdout).toContain(`\n  git branch again refs/amelia/${runId}/reverted\n`)
    expect(git(repository, 'rev-parse', `refs/amelia/${runId}/reverted`)).toBe(given)
    expect(readFileSync(join(repository, 'README.md'), 'utf8')).toBe('Hello\nMy own words.\n')
    git(repository, 'checkout', '-q', '--', 'README.md')
    for (const ref of git(repository, 'for-each-ref', '--format=%(refname)', 'refs/amelia').split('\n'))
      git(repository, 'update-ref', '-d', ref)
    const files = (text: string): string => text.slice(0, text.indexOf('./'))
    expect(files(snapshot(repository))).toBe(files(before))
  })

  it('of a reverted run restores nothing, exits with 1, and leaves a branch that was made again', async () => {
    const { repository, branch, runId } = await finished()
    const revert = () => cli(['revert', runId, '--repo', repository])
    expect((await revert()).code).toBe(0)
    const list = await cli(['runs', '--repo', repository])
    expect(list.stdout).toContain(' reverted ')
    expect(list.stdout).not.toContain(branch)
    const json = async (): Promise<unknown> =>
      JSON.parse((await cli(['runs', '--json', '--repo', repository])).stdout)
    expect(await json()).toEqual([expect.not.objectContaining({ target: expect.anything() })])
    // Each process that holds the run writes to another file of its journal.
    const state = (): string => snapshot(repository).replaceAll(/journal\.\d+\.jsonl/g, 'journal')
    const before = state()
    const again = await revert()
    expect(again.code).toBe(1)
    expect(again.stdout.replace(/\s+/g, ' ')).toBe(
      `Run ${runId} is already reverted: nothing is left to restore. Its commits are kept. To get them back on a branch: git branch again refs/amelia/${runId}/reverted `,
    )
    expect(state()).toBe(before)
    git(repository, 'branch', branch, `refs/amelia/${runId}/reverted`)
    expect((await revert()).code).toBe(1)
    expect(git(repository, 'rev-parse', branch)).toBe(
      git(repository, 'rev-parse', `refs/amelia/${runId}/reverted`),
    )
    expect((await cli(['runs', '--repo', repository])).stdout).toContain(branch)
    expect(await json()).toMatchObject([{ reverted: true, target: `refs/heads/${branch}` }])
  })

  // seed: intelligent-execution 74, intelligent-execution 75
  it('also restores index and files of a checked-out branch, or nothing if one of them was changed', async () => {
    const repository = makeRepository()
    git(repository, 'branch', 'work')
    const plan = writePlan(makeFolder(), [
      { id: '1', run: 'echo one > one.txt; echo two > "two words.txt"; echo more >> README.md' },
    ])
    const args = ['run', plan, '--repo', repository, '--target', 'work', '--trust', 'autonomous', '--yes']
    expect((await cli(args)).code).toBe(0)
    git(repository, 'checkout', '-q', 'work')
    expect(existsSync(join(repository, 'two words.txt'))).toBe(true)
    writeFileSync(join(repository, 'mine.txt'), 'mine\n')
    git(repository, 'add', 'mine.txt')
    appendFileSync(join(repository, 'one.txt'), 'mine\n')
    const [{ runId }] = (await listed(repository)) as [Listed]
    const before = snapshot(repository).split('\n./')[0]
    const kept = await cli(['revert', runId, '--repo', repository])
    expect(kept.code).toBe(1)
    expect(kept.stdout.replace(/\s+/g, ' ')).toContain('you have changed one.txt in the checkout since')
    expect(snapshot(repository).split('\n./')[0]).toBe(before)
    git(repository, 'checkout', '-q', '--', 'one.txt')
    expect((await cli(['revert', runId, '--repo', repository])).code).toBe(0)
    expect(git(repository, 'rev-parse', 'work')).toBe(git(repository, 'rev-parse', 'main'))
    expect(git(repository, 'status', '--porcelain')).toBe('A  mine.txt')
    expect(readFileSync(join(repository, 'README.md'), 'utf8')).toBe('Hello\n')
  })

  it('leaves a branch checked out in another folder, reports it, and exits with 1', async () => {
    const { repository, branch, runId } = await finished()
    git(repository, 'worktree', 'add', '-q', join(makeFolder(), 'other'), branch)
    const before = snapshot(repository).split('\n./')[0]
    const { code, stdout } = await cli(['revert', runId, '--repo', repository])
    expect(code).toBe(1)
    expect(stdout.replace(/\s+/g, ' ')).toMatch(/was not restored: .*checked out/)
    expect(snapshot(repository).split('\n./')[0]).toBe(before)
  })
})

describe('clean', () => {
  it('deletes refs that other refs reach, and attempts with --attempts', async () => {
    const { repository, branch, runId } = await finished()
    const refs = (): string[] =>
      git(repository, 'for-each-ref', '--format=%(refname)', 'refs/amelia')
        .split('\n')
        .filter((ref) => ref !== '')
    const first = await cli(['clean', runId, '--repo', repository])
    expect(first).toMatchObject({ code: 0, stderr: '' })
    expect(first.stdout.replace(/\s+/g, ' ')).toContain('Kept 2 refs that nothing else reaches')
    expect(refs()).toEqual(['1', '2'].map((id) => `refs/amelia/${runId}/attempt/${id}/1`))
    await cli(['clean', runId, '--attempts', '--repo', repository])
    expect(refs()).toEqual([])
    expect(git(repository, 'log', '--format=%s', branch).split('\n').length).toBeGreaterThan(2)
    // The run can still be inspected.
    expect(await listed(repository)).toMatchObject([{ runId, status: 'completed' }])
  })
})
