import { createMemoryGit } from '@amelia/core/testing'
import { expect, it } from 'vitest'
import { checkFromPage } from './check-from-page.ts'

const plan = `# Plans

## Issue #1

### Task 1: One

## Issue #18

### Task 1: Two
`

it('checks the section of one plan in a text of several', async () => {
  const check = checkFromPage(createMemoryGit())
  const caller = { access: 'read' } as const
  expect(await check({ plan, select: 'issue #18', caller })).toMatchObject({
    plan: { phases: [{ title: 'Two', line: 9 }] },
  })
  await expect(check({ plan, select: 'Issue #2', caller })).rejects.toMatchObject({
    code: 'REQUEST_REFUSED',
    message: expect.stringContaining('No heading begins with "Issue #2"') as string,
    details: { reason: 'body', status: 400 },
  })
})

it('names the plans of a text of several, and the phases that need an agent', async () => {
  const check = checkFromPage(createMemoryGit())
  const caller = { access: 'read' } as const
  const sections = ['Issue #1', 'Issue #18']
  expect(await check({ plan, caller })).toMatchObject({ sections })
  expect(await check({ plan, select: 'Issue #1', caller })).toMatchObject({ sections, needsAgent: ['1'] })
  const one = '# One\n\n### Task 1: A\n\n### Task 2: B\n'
  expect(await check({ plan: one, caller })).not.toHaveProperty('sections')
})

it('lists the work that was not read, for the question before the start', async () => {
  const tasks = '# Tasks\n\n## Phase 1: Setup\n\nPrepare.\n\n## Phase 2: Core\n\n- [ ] T001 a\n- [ ] T002 b\n'
  const check = checkFromPage(createMemoryGit())
  const caller = { access: 'read' } as const
  expect(await check({ plan: tasks, caller })).toMatchObject({
    skipped: [{ line: 3, text: 'Phase 1: Setup' }],
  })
  const all = tasks.replace('Prepare.', '- [ ] T000 Prepare')
  expect(await check({ plan: all, caller })).not.toHaveProperty('skipped')
})
