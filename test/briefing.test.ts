import { createRun, readPlan } from '@amelia/core'
import { createScriptedDriver, memoryHost } from '@amelia/core/testing'
import { phaseTable } from '@amelia/parser-phase-table'
import { taskHeading } from '@amelia/parser-task-heading'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, it } from 'vitest'

const long = Array.from({ length: 120 }, (_, index) => `Requirement ${index}: keep the order of the words.`)

const tasks = (requirements: readonly string[] = []): string => `# Words

> **For agents:** use the skill that executes plans.

**Goal:** Count words.

**Architecture:** One pure function.

---

### Task 1: Count

**Files:**
- Create: \`src/count.js\`
- Test: \`test/count.test.js\`

**Interfaces:**
- Produces: \`countWords(text: string): number\`
${requirements.map((line) => `\n${line}\n`).join('')}
- [ ] **Step 1: Write the failing test**

\`\`\`js
import { countWords } from '../src/count.js'
\`\`\`

- [ ] **Step 2: Run it to see it fail**

Run: \`node --test test/count.test.js\`
Expected: FAIL

- [ ] **Step 3: Implement \`countWords\`**

- [ ] **Step 4: Commit**

\`\`\`bash
git commit -m "Count"
\`\`\`

### Task 2: Print

- [ ] **Step 1: Print the count**
`

/** The prompts that an agent receives for a plan, in order. */
const promptsOf = async (text: string, preset: 'phased' | 'subtasks' = 'phased'): Promise<string[]> => {
  const driver = createScriptedDriver()
  const run = await createRun({
    plan: readPlan(text, { parsers: [taskHeading(), phaseTable()] }),
    preset,
    steps: 'driver',
    driver,
    host: memoryHost({ files: { 'AGENTS.md': 'Use tabs.\n' }, commands: () => 0 }),
    trust: 'autonomous',
    planApproved: true,
    verify: { test: ['node', '--test'] },
  })
  await run.start()
  return driver.requests.map(({ prompt }) => prompt)
}

describe('a task of a plan in the superpowers dialect', () => {
  it('reaches the agent once, complete, with the ids of its steps', async () => {
    const [prompt = ''] = await promptsOf(tasks())
    expect(prompt).toContain('- Produces: `countWords(text: string): number`')
    for (const once of [
      'Write the failing test',
      "import { countWords } from '../src/count.js'",
      'Run it to see it fail',
    ])
      expect(prompt.split(once)).toHaveLength(2)
    expect(prompt).toContain('**Step 1: Write the failing test** [1.1]')
    expect(prompt).toContain('**Step 3: Implement `countWords`** [1.3]')
  })

  it('that says "git commit" does not contradict the rules', async () => {
    const [prompt = ''] = await promptsOf(tasks())
    expect(prompt).toContain('git commit -m "Count"')
    expect(prompt).toContain('skip steps that ask for it: Amelia commits.')
  })

  it('comes with the header, the rules of the project and the checks', async () => {
    const [prompt = ''] = await promptsOf(tasks())
    expect(prompt).toMatch(/Its header, lines 4-7, is binding\. Ignore line 3: Amelia executes it\./)
    expect(prompt).toContain('- Project rules, binding too: `AGENTS.md`.')
    expect(prompt).toContain('  - `node --test`\n')
  })

  it('of more than 400 tokens becomes exact lines of the plan', async () => {
    const text = tasks(long)
    const [prompt = ''] = await promptsOf(text)
    const [, start, end] = /read lines (\d+)-(\d+) of `docs\/amelia\/[^`]*\/plan\.md`/.exec(prompt)!
    const lines = text.split('\n').slice(Number(start) - 1, Number(end))
    expect(lines[0]).toBe('**Files:**')
    expect(lines.at(-1)).toBe('```')
    expect(lines.join('\n')).toContain('Requirement 119')
    expect(prompt).toContain('- `node --test test/count.test.js` (must fail before the implementation)')
    const assignment = /## Assignment\n([^]*?)\n\n## /.exec(prompt)![1]!
    expect(countTokens(assignment)).toBeLessThanOrEqual(400)
  })
})

describe('a part of a phase', () => {
  it('comes with the text of its phase', async () => {
    const prompts = await promptsOf(tasks(), 'subtasks')
    const part = prompts.find((prompt) => prompt.includes('Your part of phase 1 is 1.3')) ?? ''
    expect(part).toContain('- Produces: `countWords(text: string): number`')
    expect(part).toContain('[1.1: done]')
    expect(part).toContain('**Step 3: Implement `countWords`** [1.3: your part]')
  })

  it('of a phase table too, whose sections are apart from its rows', async () => {
    const text = `# Words

**Goal:** Count words.

| Phase | Name | Depends On |
|---|---|---|
| 1 | Count | - |

## Phase 1: Count

Words are separated by white space.

### Write the tests (test)

Cover tabs.

### Implement it (impl)
`
    const prompts = await promptsOf(text, 'subtasks')
    const part = prompts.find((prompt) => prompt.includes('Your part of phase 1 is 1.2')) ?? ''
    expect(part).toContain('Words are separated by white space.')
    expect(part).toContain('### Implement it (impl) [1.2: your part]')
    expect(part).toContain('Cover tabs.')
  })
})
