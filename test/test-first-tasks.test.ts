import { createRun, readPlan } from '@amelia/core'
import { createScriptedDriver } from '@amelia/core/testing'
import { nodeHost } from '@amelia/node'
import { taskHeading } from '@amelia/parser-task-heading'
import { describe, expect, it } from 'vitest'
import { repository } from './fixtures/repository.ts'

/** A plan of superpowers: its parts have no types. */
const tasks = (...names: string[]): string =>
  `# Words Implementation Plan\n\n**Goal:** Words.\n\n${names
    .map(
      (name, index) => `### Task ${index + 1}: ${name}

**Files:**
- Create: \`src/${name}.js\`
- Test: \`test/${name}.test.js\`

- [ ] **Step 1: Write the failing test**

- [ ] **Step 2: Run test to verify it fails**

Run: \`node --test test/${name}.test.js\`
Expected: FAIL with "Cannot find module"

- [ ] **Step 3: Write minimal implementation**

- [ ] **Step 4: Run test to verify it passes**

Run: \`node --test test/${name}.test.js\`
Expected: PASS

- [ ] **Step 5: Commit**

\`\`\`bash
git commit -am "feat: ${name}"
\`\`\`
`,
    )
    .join('\n')}`

const test = (name: string): string =>
  `import { test } from 'node:test'\nimport { equal } from 'node:assert'\nimport { word } from '../src/${name}.js'\ntest('${name}', () => equal(word, '${name}'))\n`
const code = (name: string): string => `export const word = '${name}'\n`

const run = async (text: string, change: (name: string) => Record<string, string> = () => ({})) => {
  let sessions = 0
  const driver = createScriptedDriver(async ({ prompt, workspace: { fs } }) => {
    sessions++
    const name = /test\/(\w+)\.test\.js/.exec(prompt)?.[1] ?? ''
    const files = { [`test/${name}.test.js`]: test(name), [`src/${name}.js`]: code(name), ...change(name) }
    for (const folder of ['/test', '/src']) await fs.mkdir(folder, { recursive: true })
    for (const [path, content] of Object.entries(files)) await fs.writeFile(`/${path}`, content)
  })
  const created = await createRun({
    plan: readPlan(text, { parsers: [taskHeading()] }),
    driver,
    host: nodeHost({ repo: repository({ 'package.json': '{"type":"module"}\n' }) }),
    trust: 'autonomous',
    planApproved: true,
    tdd: 'full',
    maxAttempts: 1,
    verify: { test: ['node', '--test'] },
  })
  return { report: await created.start(), sessions }
}

describe('a plan in the superpowers dialect with full test-first checks', () => {
  it('shows red and green for each task, in one session each', { timeout: 120_000 }, async () => {
    const { report, sessions } = await run(tasks('one', 'two'))
    expect(report.status).toBe('completed')
    expect(sessions).toBe(2)
    for (const { evidence, checks } of report.phases) {
      expect(evidence).toBe('red by absence (1 file that does not load), then green')
      expect(checks.map(({ name, passed }) => [name, passed])).toEqual([
        ['test', true],
        ['acceptance 1', true],
        ['acceptance 2', true],
      ])
    }
  })

  it('refuses a task whose test passes without its implementation', { timeout: 60_000 }, async () => {
    const { report } = await run(tasks('one'), () => ({
      'test/one.test.js': "import { test } from 'node:test'\ntest('one', () => {})\n",
    }))
    expect(report.phases[0]?.failure?.message).toContain('must fail without their implementation')
  })

  it('is refused if it has nothing to check', async () => {
    await expect(run('### Task 1: Docs\n\n- [ ] **Step 1: Describe it**\n')).rejects.toThrow(
      '`tdd: "full"` would check nothing in this plan: no open phase or part writes tests.',
    )
  })
})
