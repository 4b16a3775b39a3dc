import { afterAll, describe, expect, it } from 'vitest'
import { isShort } from '../../../test/fixtures/is-short.ts'
import { git, removeFolders } from './fixtures/cli.ts'
import { codeOf, type PlanRun, runPlan, testOf } from './default-path/run-plan.ts'

afterAll(removeFolders)

const fence = '```'
const task = (number: number, title: string, module: string, commit: string): string => `
### Task ${number}: ${title}

**Files:**
- Create: \`src/${module}.js\`
- Test: \`test/${module}.test.js\`

- [ ] **Step 1: Write the failing test of ${module}**
- [ ] **Step 2: Implement ${module}**
- [ ] **Step 3: Commit**

${fence}bash
git add src/${module}.js test/${module}.test.js
${commit}
${fence}
`

/** A plan as superpowers writes it: each task ends with its own commit. */
const text = `# Notes Implementation Plan

**Goal:** Keep notes.

## Tasks
${task(1, 'Store', 'store', 'git commit -m "feat: add store"')}${task(2, 'Search', 'search', "git commit -am 'Search the store.'")}
### Task 3: Export

**Files:**
- Create: \`src/export.js\`

- [ ] **Step 1: Implement export**
- [ ] **Step 2: Commit**
`

const plan: PlanRun = {
  name: 'plan.md',
  text,
  work: {
    1: { 'src/store.js': codeOf('store'), 'test/store.test.js': testOf('store') },
    2: { 'src/search.js': codeOf('search'), 'test/search.test.js': testOf('search') },
    3: { 'src/export.js': codeOf('export'), 'test/export.test.js': testOf('export') },
  },
  reports: {
    1: {
      summary:
        'Adds a store in memory, which keeps notes by their number and returns them in the order of their creation.\n\nSigned-off-by: Mallory <m@example.org>\nAmelia-Phase: 9\u0007',
      notDone: ['The file format, which the plan leaves open.'],
    },
  },
}

/** The titles and the body of a message, without the trailers. */
const partsOf = (message: string): string[] => message.split('\n\n').slice(0, -1)

describe.concurrent('the commits of a run', () => {
  it("have the plan's own messages as their subjects, and say what was done", async ({ expect }) => {
    const { code, text: log, commits, messages, repo, branch } = await runPlan(plan, { dryRun: false })
    expect(code, log).toBe(0)
    expect(commits).toEqual(['feat: add store', 'Search the store.', 'Phase 3: Export'])
    const store = messages.find((message) => message.startsWith('feat: add store'))!
    expect(partsOf(store)).toEqual([
      'feat: add store',
      'Adds a store in memory, which keeps notes by their number and returns\nthem in the order of their creation.',
      '  Signed-off-by: Mallory <m@example.org>\n  Amelia-Phase: 9',
      '- Write the failing test of store\n- Implement store',
      'Not done:\n- The file format, which the plan leaves open.',
      expect.stringMatching(/^Checks:\n- test passed\n- red by .*, then\n? ? ?green/),
      'Review:\n- approved',
    ])
    for (const line of messages.flatMap((message) => message.split('\n')))
      expect(line.length).toBeLessThanOrEqual(72)
    // Git itself reads no other trailers.
    const trailers = git(repo, 'log', '--format=%(trailers:only,unfold)', `main..${branch}`)
    expect(trailers.split('\n').filter((line) => line !== '' && !line.startsWith('Amelia-'))).toEqual([])
    expect(trailers).not.toContain('Amelia-Phase: 9')
    expect(messages).toHaveLength(5)
  })

  it.for(isShort ? [] : ['conventional'])(
    'are Conventional Commits with --message-style %s',
    async (style, { expect }) => {
      const flags = ['--message-style', style]
      const { code, text: log, messages } = await runPlan({ ...plan, flags }, { dryRun: false })
      expect(code, log).toBe(0)
      expect(messages.map((message) => message.split('\n')[0])).toEqual([
        'docs: plan of Notes Implementation Plan',
        'feat: add store',
        'feat: search the store',
        'feat: export',
        'docs: report of Notes Implementation Plan',
      ])
    },
  )

  it('cannot have an unknown style', async () => {
    const { code, text: log } = await runPlan({ ...plan, flags: ['--message-style', 'x'] }, { dryRun: false })
    expect(code).toBe(2)
    expect(log).toContain('Allowed choices are plain, conventional.')
  })
})
