import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, describe, it } from 'vitest'
import { removeFolders } from './fixtures/cli.ts'
import { followPlan } from './default-path/run-plan.ts'

afterAll(removeFolders)

/** Plans of other projects are not part of the repository: without them, one plan of the same kind is run. */
const folder = resolve(import.meta.dirname, '../../../../shared/corpus/plans')

/** Plans with tests: test-first in a task or across phases, or tests after the code. */
const names = [
  ...['amelia-1.md', 'amelia-5.md', 'amelia-6.md', 'erp-tasks.md', 'hl-1.md', 'impl-2.md', 'impl-e.md'],
  ...['jp-kiro-aim.md', 'myai-superp.md', 'openspec-3.md', 'os-2.md', 'phasetable-3.md', 'plan-2.md'],
  ...['prp-1.md', 'pt-saldu.md', 'sk-a.md', 'speckit-1.md', 'speckit-4.md', 'superpowers-4.md', 'tasks-b.md'],
]

const own = `# Slugs

## Phase 1: Tests first

- [ ] T001 [P] Contract test of slugs in \`test/slug.test.js\`
- [ ] T002 [P] Contract test of titles in \`test/title.test.js\`

## Phase 2: Core (only after the tests fail)

- [ ] T003 Slugs in \`src/slug.js\`
- [ ] T004 Titles in \`src/title.js\`
`

/** The plan before anything of it was done. */
const reopen = (text: string): string =>
  text
    .replace(/\[[xX~]\]/g, '[ ]')
    .replaceAll('✅', '⬜')
    .replace(/\*\*Status:?\*\*:? *(?:Done|Complete|Completed)/g, '**Status:** pending')
    .replace(/\| *(?:Done|Complete|Completed) *\|/g, '| pending |')

const plans = existsSync(folder)
  ? names.map((name) => ({ name, text: reopen(readFileSync(join(folder, name), 'utf8')) }))
  : [{ name: 'tasks.md', text: own }]

describe.concurrent('plans that write tests, with nothing but an agent and a test command', () => {
  it.for(plans)('$name completes with an agent that follows it', async ({ name, text: plan }, { expect }) => {
    const { code, text, returned } = await followPlan({ name, text: plan })
    expect(text).toContain('Completed: ')
    expect(code).toBe(0)
    expect(returned).toBe(0)
  })
})
