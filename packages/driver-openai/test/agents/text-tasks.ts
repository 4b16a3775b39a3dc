import {
  type ModelAnswer,
  type ModelItem,
  type ModelRequest,
  patch,
  report,
  run,
  say,
} from './fake-responses.ts'

export interface Task {
  title: string
  /** Name of its module, its test and its function. */
  name: string
  test: string[]
  code: string[]
}

const lines = (text: string): string[] => text.trim().split('\n')

const test = (name: string, body: string): string[] =>
  lines(`
import { test } from 'node:test'
import { deepEqual } from 'node:assert'
import { ${name} } from '../src/${name}.js'
test('${name}', () => ${body})`)

export const tasks: Task[] = [
  {
    title: 'Words of a text',
    name: 'words',
    test: test('words', `deepEqual(words(' one  two '), ['one', 'two'])`),
    code: lines(`export const words = (text) => text.split(/\\s+/).filter((word) => word !== '')`),
  },
  {
    title: 'Lines of a text',
    name: 'lines',
    test: test('lines', `deepEqual(lines('one\\ntwo\\n'), ['one', 'two'])`),
    code: lines(`export const lines = (text) => text.replace(/\\n$/, '').split('\\n')`),
  },
  {
    title: 'Longest word',
    name: 'longest',
    test: test('longest', `deepEqual(longest('a long word'), 'long')`),
    code: lines(`
import { words } from './words.js'
export const longest = (text) =>
  words(text).reduce((best, word) => (word.length > best.length ? word : best), '')`),
  },
  {
    title: 'Counts of words',
    name: 'counts',
    test: test('counts', `deepEqual({ ...counts('a b a') }, { a: 2, b: 1 })`),
    code: lines(`
import { words } from './words.js'
export const counts = (text) => {
  const found = Object.create(null)
  for (const word of words(text)) found[word] = (found[word] ?? 0) + 1
  return found
}`),
  },
  {
    title: 'Summary of a text',
    name: 'summary',
    test: test('summary', `deepEqual(summary('a bc\\na'), '2 lines, 3 words, 2 different, longest: bc')`),
    code: lines(`
import { counts } from './counts.js'
import { lines } from './lines.js'
import { longest } from './longest.js'
import { words } from './words.js'
export const summary = (text) =>
  \`\${lines(text).length} lines, \${words(text).length} words, \` +
  \`\${Object.keys(counts(text)).length} different, longest: \${longest(text)}\``),
  },
]

const describeTask = (
  { title, name, test, code }: Task,
  index: number,
): string => `### Task ${index + 1}: ${title}

**Files:**
- Create: \`src/${name}.js\`
- Test: \`test/${name}.test.js\`

- [ ] **Step 1: Write the failing test**

\`\`\`js
${test.join('\n')}
\`\`\`

- [ ] **Step 2: Run test to verify it fails**

Run: \`node --test test/${name}.test.js\`
Expected: FAIL with "Cannot find module"

- [ ] **Step 3: Write minimal implementation**

\`\`\`js
${code.join('\n')}
\`\`\`

- [ ] **Step 4: Run test to verify it passes**

Run: \`node --test test/${name}.test.js\`
Expected: PASS

- [ ] **Step 5: Commit**

\`\`\`bash
git add src/${name}.js test/${name}.test.js
git commit -m "feat: ${name}"
\`\`\`
`

/** Five tasks as superpowers writes them. */
export const planText = `# Text Statistics Implementation Plan

> **For agentic workers:** REQUIRED SUB-SKILL: Use superpowers:executing-plans to implement this plan task-by-task.

**Goal:** Describe a text in one line.

**Architecture:** One pure function per file.

**Tech Stack:** Node.js

---

${tasks.map(describeTask).join('\n')}`

/** The comment of the review that rejects task 4. */
export const complaint = 'Say why the counts have no prototype.'

/** The doubt of the agent about this task. */
export const doubt = { id: '2', concern: 'A carriage return stays in its line.' }

export interface TextScene {
  answer(request: ModelRequest): ModelAnswer
  /** The developers' sessions that have ended, by task: prompt, and output of each command. */
  developed: Record<string, { prompt: string; outputs: string[] }[]>
  /** The prompts of the reviewers, by task. */
  reviewed: Record<string, string[]>
}

/**
 * A model that follows the steps of each task: test, run, implementation, run, report. Its first
 * implementation of task 3 is wrong, which it does not check, and its reviewer rejects task 4 once. Before
 * a second implementation it reads the first one.
 */
export const createTextScene = (): TextScene => {
  const scene: TextScene = { answer, developed: {}, reviewed: {} }
  function answer({ prompt, outputs, body }: ModelRequest): ModelAnswer {
    // A session that continues after a failed check or a review names its task in its first prompt.
    const [, who, id = ''] =
      /(You are working on|You review) phase (\w+)/.exec(JSON.stringify(body.input)) ?? []
    const task = tasks[Number(id) - 1]
    if (task === undefined) return { status: 400, body: `This prompt names no task: ${prompt}` }
    if (who === 'You review') {
      ;(scene.reviewed[id] ??= []).push(prompt)
      return [judge(id === '4' && !prompt.includes(complaint))]
    }
    const steps = develop(id, task, prompt)
    const step = steps[outputs.length] ?? say('Nothing is left to do.')
    if (outputs.length === steps.length - 1) (scene.developed[id] ??= []).push({ prompt, outputs })
    return [step]
  }
  return scene
}

const develop = (id: string, { name, test, code }: Task, prompt: string): ModelItem[] => {
  const [testPath, path] = [`test/${name}.test.js`, `src/${name}.js`]
  const runTest = run(`node --test ${testPath}`)
  const end = report(`Wrote ${name}.`, [testPath, path], id === doubt.id ? [doubt.concern] : [])
  if (prompt.includes('You are working on')) {
    if (id !== '3') return [patch(testPath, test), runTest, patch(path, code), runTest, end]
    const shortest = code.map((line) => line.replace(' > ', ' < '))
    return [patch(testPath, test), runTest, patch(path, shortest), end]
  }
  const comment = prompt.includes(complaint) ? ['// A word may be called __proto__.'] : []
  return [run(`cat ${path}`), patch(path, [...comment, ...code]), runTest, end]
}

const judge = (rejects: boolean): ModelItem => {
  const comment = { severity: 'major', message: complaint, file: 'src/counts.js', line: 3, suggestion: null }
  const verdict = { approved: !rejects, summary: 'Looked at.', comments: rejects ? [comment] : [] }
  return say(JSON.stringify(verdict))
}
