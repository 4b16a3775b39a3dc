import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { makeFolder, makeRepository, removeFolders } from '../../../../test/fixtures/cli.ts'
import { openHost } from '../../stored/open-host.ts'
import { offerStart } from './offer-start.ts'
import { readStartRules } from './start-rules.ts'

afterAll(removeFolders)

const caller = { access: 'start' } as const
const valueOf = (value: unknown, source: 'flag' | 'config') => ({ value, source, name: null })

it('offers the plans of the repository that git does not ignore, and reads only these', async () => {
  const repo = makeRepository()
  const write = (path: string, text: string): void => writeFileSync(join(repo, path), text)
  write('a.md', '# Notes\n\nOnly prose.\n')
  write('b.md', '# B\n\n### Task 1: One\n\n### Task 1: Again\n')
  write('z-plan.md', '# Z\n\n### Task 1: One\n\n### Task 2: Two\n')
  write('.gitignore', 'ignored.md\n')
  write('ignored.md', '# I\n\n### Task 1: One\n')
  const outside = join(makeFolder(), 'outside.md')
  writeFileSync(outside, '# O\n\n### Task 1: Secret\n')
  symlinkSync(outside, join(repo, 'linked-plan.md'))
  const host = await openHost({ repo })
  const { describeStart, readPlan } = offerStart(host, { repo }, { runFlags: [], settings: {} })
  const { plans, agents } = await describeStart({ caller })
  expect(plans.map(({ path, phases, errors }) => [path, phases, errors])).toEqual([
    ['z-plan.md', 2, 0],
    ['b.md', 2, 1],
  ])
  expect(agents.map(({ name }) => name)).toEqual(expect.arrayContaining(['claude', 'codex']))
  expect(await readPlan({ path: 'z-plan.md', caller })).toContain('Task 2: Two')
  for (const path of ['linked-plan.md', 'ignored.md', '../outside.md', outside, '.git/config', ''])
    expect(await readPlan({ path, caller })).toBeUndefined()
})

it('fixes the settings of flags, and offers those of the config file for change', () => {
  expect(
    readStartRules({
      ...{ driver: valueOf(['claude', 'codex'], 'flag'), budgetUsd: valueOf(5, 'config') },
      ...{ lint: valueOf('npm run lint', 'flag'), model: { value: null, source: 'default', name: null } },
    }),
  ).toEqual({ settings: { agent: 'claude, codex', budgetUsd: 5 }, fixed: ['agent'] })
})
