import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { cli, git, makeFolder, makeRepository, removeFolders, snapshot, writePlan } from './fixtures/cli.ts'

afterAll(removeFolders)

interface Listed {
  runId: string
  status: string
  held: boolean
  canGoOn: boolean
  phases?: { done: number; all: number }
  problem?: string
}

const listed = async (repository: string): Promise<Listed[]> => {
  const { code, stdout } = await cli(['runs', '--repo', repository, '--json'])
  expect(code).toBe(0)
  return JSON.parse(stdout) as Listed[]
}

/** A repository in which a run of two phases has come to its end. */
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
  it('says that there is none', async () => {
    const { code, stdout } = await cli(['runs', '--repo', makeRepository()])
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'There is no run in this repository.\n' })
  })

  it('lists them, one that is damaged too', async () => {
    const { repository, runId } = await finished()
    expect(await listed(repository)).toMatchObject([
      { runId, status: 'completed', held: false, canGoOn: false, phases: { done: 2, all: 2 } },
    ])
    const { stdout } = await cli(['runs', '--repo', repository])
    expect(stdout).toBe(`${runId}  completed  2/2 phases, Small things\n`)
    const journal = join(repository, '.git/amelia/runs', runId, 'journal.jsonl')
    writeFileSync(
      journal,
      readFileSync(journal, 'utf8').replace('phase_started', 'phase_strated').replace('"base"', '"bose"'),
    )
    expect(await listed(repository)).toMatchObject([
      { status: 'damaged', problem: expect.stringContaining('damaged') },
    ])
  })
})

describe('revert', () => {
  it('takes back what a run gave: the repository is as before, and nothing is lost', async () => {
    const { repository, before, branch, runId } = await finished()
    appendFileSync(join(repository, 'README.md'), 'My own words.\n')
    const given = git(repository, 'rev-parse', branch)
    const { code, stdout } = await cli(['revert', runId, '--repo', repository])
    expect(code).toBe(0)
    expect(stdout.replace(/\s+/g, ' ')).toContain(`git branch again refs/amelia/${runId}/reverted`)
    expect(git(repository, 'rev-parse', `refs/amelia/${runId}/reverted`)).toBe(given)
    expect(readFileSync(join(repository, 'README.md'), 'utf8')).toBe('Hello\nMy own words.\n')
    git(repository, 'checkout', '-q', '--', 'README.md')
    for (const ref of git(repository, 'for-each-ref', '--format=%(refname)', 'refs/amelia').split('\n'))
      git(repository, 'update-ref', '-d', ref)
    const files = (text: string): string => text.slice(0, text.indexOf('./'))
    expect(files(snapshot(repository))).toBe(files(before))
  })

  it('leaves a branch that is checked out in another folder, says so, and ends with 1', async () => {
    const { repository, branch, runId } = await finished()
    git(repository, 'worktree', 'add', '-q', join(makeFolder(), 'other'), branch)
    const before = snapshot(repository).split('\n./')[0]
    const { code, stdout } = await cli(['revert', runId, '--repo', repository])
    expect(code).toBe(1)
    expect(stdout.replace(/\s+/g, ' ')).toMatch(/was not put back: .*checked out/)
    expect(snapshot(repository).split('\n./')[0]).toBe(before)
  })
})

describe('clean', () => {
  it('removes what is held elsewhere, and attempts when they are named', async () => {
    const { repository, branch, runId } = await finished()
    const refs = (): string[] =>
      git(repository, 'for-each-ref', '--format=%(refname)', 'refs/amelia')
        .split('\n')
        .filter((ref) => ref !== '')
    const first = await cli(['clean', '--repo', repository])
    expect(first).toMatchObject({ code: 0, stderr: '' })
    expect(first.stdout.replace(/\s+/g, ' ')).toContain('2 references stay')
    expect(refs()).toEqual(['1', '2'].map((id) => `refs/amelia/${runId}/attempt/${id}/1`))
    await cli(['clean', runId, '--attempts', '--repo', repository])
    expect(refs()).toEqual([])
    expect(git(repository, 'log', '--format=%s', branch).split('\n').length).toBeGreaterThan(2)
    // The run can still be looked at.
    expect(await listed(repository)).toMatchObject([{ runId, status: 'completed' }])
  })
})
