import { createRun, readPlan, type RunOptions } from '@amelia/core'
import { createScriptedDriver, memoryHost, recordEvents } from '@amelia/core/testing'
import { taskHeading } from '@amelia/parser-task-heading'
import { describe, expect, it } from 'vitest'

/** One task as superpowers writes it, with a part that names a whole file. */
const text = `# Sums Implementation Plan

**Goal:** Add numbers.

### Task 1: The sum

**Files:**
- Create: \`src/sum.js\`
- Test: \`test/sum.test.js\`

- [ ] **Step 1: Write the failing test**

Cover two numbers and none.

- [ ] **Step 2: Run the test to see it fail**

Run: \`node --test test/sum.test.js\`
Expected: FAIL with "Cannot find module"

- [ ] **Step 3: Write the minimal implementation**

Add \`sum\`.

- [ ] **Step 4: Run the test to see it pass**

Run: \`node --test test/sum.test.js\`
Expected: PASS

- [ ] **Step 5: Commit**

\`\`\`bash
git commit -am "feat: sum"
\`\`\`
`

const good = { '/test/sum.test.js': 'test', '/src/sum.js': 'sum' }

/** Runs the plan with an agent that writes these files in its attempts. The command needs both files. */
const run = async (attempts: Record<string, string>[], more: Partial<RunOptions> = {}) => {
  const prompts: string[] = []
  const trees: string[] = []
  const driver = createScriptedDriver(async ({ prompt, workspace: { fs } }, _context, number) => {
    prompts.push(prompt)
    await fs.mkdir('/test', { recursive: true })
    await fs.mkdir('/src', { recursive: true })
    for (const [path, content] of Object.entries(attempts[number] ?? {})) await fs.writeFile(path, content)
  })
  const host = memoryHost({
    commands: async ({ argv, workspace: { fs } }) => {
      const has = async (path: string) => (await fs.stat(path).catch(() => undefined)) !== undefined
      const found = [await has('/test/sum.test.js'), await has('/src/sum.js')]
      trees.push(`${argv.join(' ')}: ${found.join(' ')}`)
      return found.every(Boolean) ? 0 : { exitCode: 1, output: 'Cannot find module' }
    },
  })
  const plan = readPlan(text, { parsers: [taskHeading()] })
  const created = await createRun({ plan, host, driver, trust: 'autonomous', planApproved: true, ...more })
  const events = recordEvents(created)
  return { report: await created.start(), prompts, trees, events }
}

describe('the commands of a task', () => {
  it('run on its commit after one session, and the expected failure on the tests alone', async () => {
    const { report, prompts, trees } = await run([good])
    expect(report.status).toBe('completed')
    expect(prompts).toHaveLength(1)
    expect(trees).toEqual([
      'node --test test/sum.test.js: true true',
      'node --test test/sum.test.js: true false',
    ])
    expect(report.phases[0]?.checks).toMatchObject([
      { name: 'acceptance 1', passed: true, argv: ['node', '--test', 'test/sum.test.js'] },
      { name: 'acceptance 2', passed: true, exitCode: 1, note: 'fails without the implementation' },
    ])
  })

  it('are named in the prompt', async () => {
    const { prompts } = await run([good])
    expect(prompts[0]).toContain('must pass on your result. Run them first')
    expect(prompts[0]).toContain('  - `node --test test/sum.test.js`')
  })

  it('fail the attempt, and the next one learns why', async () => {
    const { report, prompts } = await run([{ '/test/sum.test.js': 'test' }, good])
    expect(report).toMatchObject({ status: 'completed', phases: [{ attempt: 2 }] })
    expect(prompts[1]).toContain('The command exited with 1 instead of 0.')
  })

  it('fail the attempt if the tests alone pass', async () => {
    const host = memoryHost({ commands: () => 0 })
    const { report } = await run([good], { host, maxAttempts: 1 })
    expect(report.phases[0]).toMatchObject({
      status: 'failed',
      failure: {
        class: 'verification_failed',
        output: expect.stringContaining('must fail with the tests alone, without their implementation'),
      },
    })
  })

  it('stop a phase whose command is not found', async () => {
    const host = memoryHost({ commands: () => undefined })
    const { report } = await run([good], { host, maxAttempts: 1 })
    expect(report.gates).toMatchObject([{ question: expect.stringContaining('command "node" not found') }])
  })

  it('run in their folder, and fail without it', async () => {
    const inFolder = text.replaceAll('`node --test', '`cd src && node --test')
    const { report } = await run([good], { plan: readPlan(inFolder, { parsers: [taskHeading()] }) })
    expect(report).toMatchObject({ status: 'completed', phases: [{ checks: [{}, {}] }] })
    const { report: missing } = await run([{ '/test/sum.test.js': 'test' }], {
      plan: readPlan(inFolder.replaceAll('cd src', 'cd lib'), { parsers: [taskHeading()] }),
      maxAttempts: 1,
    })
    expect(missing.phases[0]?.failure?.output).toContain('The folder lib does not exist.')
  })

  it('come after the configured checks, which count as well', async () => {
    const verify = { test: ['node', '--test', 'test/sum.test.js'] }
    const { report, trees } = await run([good], { verify })
    expect(report.phases[0]?.checks.map(({ name }) => name)).toEqual(['test', 'acceptance 1'])
    // The check on the commit, on its base and with the tests alone, then the acceptance check.
    expect(trees.slice(0, 5)).toEqual([
      'node --test test/sum.test.js: true true',
      'node --test test/sum.test.js: false false',
      'node --test test/sum.test.js: true false',
      'node --test test/sum.test.js: true false',
      'node --test test/sum.test.js: true true',
    ])
  })

  it('are part of the plan that a person approves', async () => {
    const { report } = await run([good], { planApproved: false })
    expect(report.gates).toMatchObject([
      { kind: 'plan', details: Array(2).fill('check of phase 1: node --test test/sum.test.js') },
    ])
  })
})
