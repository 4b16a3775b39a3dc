import { afterAll, describe, expect, it } from 'vitest'
import type { Plan } from '@amelia/core'
import { readPlanFile } from '../../src/lib/document/read-plan-file.ts'
import { type PhaseFlags, selectPhases } from '../../src/lib/document/select-phases.ts'
import { git, makeFolder, makeRepository, removeFolders, writePlan } from '../fixtures/cli.ts'
import { inProcess } from '../fixtures/in-process.ts'

afterAll(removeFolders)

const rows = [
  { id: '1', title: 'Base', run: 'touch base' },
  { id: '2', title: 'Left', after: '1', run: 'cp base left' },
  { id: '3', title: 'Right', after: '1', run: 'cp base right' },
  { id: '4', title: 'Top', after: '2', run: 'cp left top' },
]

const planOf = async (done: readonly string[] = []): Promise<Plan> => {
  const path = writePlan(
    makeFolder(),
    rows.map((row) => ({ ...row, status: done.includes(row.id) ? '✅' : '⬜' })),
  )
  return (await readPlanFile(path, {})).check.plan!
}

const statuses = async (flags: PhaseFlags, done: string[], integrated: string[] = []): Promise<string> => {
  const plan = await selectPhases(await planOf(done), flags, async ({ id }) => integrated.includes(id))
  return plan.phases.map(({ id, status }) => `${id} ${status}`).join(', ')
}

describe('--only and --from', () => {
  it.each<[PhaseFlags, string[], string[], string]>([
    [{}, [], [], '1 pending, 2 pending, 3 pending, 4 pending'],
    [{ only: ['1'] }, [], [], '1 pending, 2 skipped, 3 skipped, 4 skipped'],
    [{ only: ['2', 'Phase 4'] }, ['1'], [], '1 done, 2 pending, 3 skipped, 4 pending'],
    [{ only: ['3'] }, [], ['1'], '1 done, 2 skipped, 3 pending, 4 skipped'],
    [{ from: '2' }, ['1'], [], '1 done, 2 pending, 3 pending, 4 pending'],
    [{ from: '4' }, ['1', '2'], [], '1 done, 2 done, 3 skipped, 4 pending'],
  ])('%j with done phases %j and integrated ones %j', async (flags, done, integrated, expected) => {
    expect(await statuses(flags, done, integrated)).toBe(expected)
  })

  it.each<[PhaseFlags, string[], string]>([
    [{ only: ['2'] }, [], 'Phase 2 depends on 1, which is not done.'],
    [{ from: '2' }, [], 'Phase 2 depends on 1, which is not done.'],
    [{ only: ['1'] }, ['1'], 'The plan marks phase 1 as done or skipped, so there is nothing to run.'],
    [{ only: ['9'] }, [], '--only 9: the plan has no such phase.'],
    [{ only: ['1'], from: '1' }, [], '--only and --from contradict each other.'],
  ])('%j with done phases %j is refused', async (flags, done, message) => {
    await expect(statuses(flags, done)).rejects.toThrow(message)
  })

  it('accept a dependency that an earlier run has integrated into HEAD, and no other', async () => {
    const repository = makeRepository()
    const plan = writePlan(makeFolder(), rows)
    const run = (...flags: string[]) =>
      inProcess(['run', plan, '--repo', repository, '--trust', 'autonomous', '--yes', ...flags])
    const dry = await run('--only', '1', '--dry-run', '--json')
    expect(JSON.parse(dry.stdout)).toMatchObject({ totals: { phases: 1 } })
    const first = await run('--only', '1', '--target', 'first')
    expect(first.code).toBe(0)
    expect(first.stdout).toMatch(/Completed: 1 of 1 phase done/)
    expect(first.stdout).toMatch(/⊘ 2 +Left +not part of this run/)
    await expect(run('--only', '2')).rejects.toThrow('Phase 2 depends on 1, which is not done.')
    git(repository, 'merge', '-q', 'first')
    const second = await run('--only', '2,3', '--target', 'second')
    expect(second.code).toBe(0)
    const added = git(repository, 'diff', '--name-only', 'main', 'second', '--', 'left', 'right', 'top')
    expect(added).toBe('left\nright')
  }, 60_000)
})
