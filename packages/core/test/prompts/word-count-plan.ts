import type { Plan } from '../../src/lib/plan/model/plan.ts'
import type { SubtaskDraft } from '../../src/lib/plan/model/subtask.ts'
import { planSchema } from '../../src/lib/plan/plan-schema.ts'

/** A plan in the dialect of task headings, as its parser reads it. */
const source = `# Word count

> **For agentic workers:** REQUIRED SUB-SKILL: Use superpowers:executing-plans to implement this plan task-by-task.

**Goal:** Count the words of a text file from the command line.

**Architecture:** A pure function counts; the command line reads the file and prints the number.

## Constraints

- Node 20 or later, ES modules, no dependencies.

### Task 1: Counting function

**Files:**
- Create: \`src/count.js\`
- Test: \`test/count.test.js\`

**Interfaces:**
- Produces: \`countWords(text: string): number\`

- [ ] **Step 1: Write the failing test**

An empty text has 0 words; words are separated by any white space.

- [ ] **Step 2: Run the test to see it fail**

Run: \`node --test test/count.test.js\`
Expected: FAIL

- [ ] **Step 3: Write the minimal implementation**

- [ ] **Step 4: Commit**

\`git commit -m "Count words"\`

### Task 2: Command line

**Files:**
- Create: \`src/cli.js\`
- Test: \`test/cli.test.js\`

**Interfaces:**
- Consumes: \`countWords(text: string): number\`

Print the number of words of the file that the first argument names.

- [ ] **Step 1: Write the failing test**
- [ ] **Step 2: Write the minimal implementation**
`

const lines = source.split('\n')
const lineOf = (text: string, from = 0): number =>
  lines.findIndex((line, index) => index >= from && line.includes(text)) + 1
const second = lineOf('### Task 2')

const command = {
  id: '1.2.1',
  description: 'node --test test/count.test.js',
  action: 'command',
  command: 'node --test test/count.test.js',
  expectExitCode: 'fail',
} as const

const part = (id: string, title: string, more: Partial<SubtaskDraft> = {}): SubtaskDraft => ({
  id,
  title,
  line: lineOf(title, id.startsWith('1') ? 0 : second),
  ...more,
})

/** `bodyOf`: replaces the body of the first phase, here and in the source. */
export const wordCountPlan = (longer = ''): Plan => {
  const text = source.replace('An empty text has', `${longer}An empty text has`)
  const [, one = '', two = ''] = text.split(/^### Task \d: .*\n/m)
  const added = text.split('\n').length - lines.length
  return planSchema.parse({
    title: 'Word count',
    goal: 'Count the words of a text file from the command line.',
    format: 'task-heading',
    source: text,
    phases: [
      {
        id: '1',
        title: 'Counting function',
        body: one.trim(),
        files: ['src/count.js', 'test/count.test.js'],
        line: lineOf('### Task 1'),
        subtasks: [
          part('1.1', 'Write the failing test', { type: 'test' }),
          part('1.2', 'Run the test to see it fail', {
            type: 'test',
            steps: [command],
            line: lineOf('Run the test') + added,
          }),
          part('1.3', 'Write the minimal implementation', {
            type: 'impl',
            line: lineOf('Write the minimal') + added,
          }),
        ],
      },
      {
        id: '2',
        title: 'Command line',
        body: two.trim(),
        dependsOn: ['1'],
        files: ['src/cli.js', 'test/cli.test.js'],
        line: second + added,
        subtasks: [
          part('2.1', 'Write the failing test', {
            type: 'test',
            line: lineOf('Write the failing', second) + added,
          }),
          part('2.2', 'Write the minimal implementation', {
            type: 'impl',
            line: lineOf('Write the minimal', second) + added,
          }),
        ],
      },
    ],
  })
}
