import {
  call,
  diffCommand,
  done,
  finish,
  type MessagesRequest,
  type Reply,
  say,
  type Script,
  textOf,
  toolResults,
} from './fake-anthropic.ts'

export interface Task {
  /** The function, and the name of its files. */
  name: string
  title: string
  /** Whether its files exist: the task extends an earlier one. */
  extends?: true
  /** Lines of the test file. */
  tests: readonly string[]
  code: string
}

const wordsTest = "test('words', () => assert.deepEqual(words(' a  b '), ['a', 'b']))"

/** Each function but the first imports `words`. The last task extends the first one. */
export const tasks: readonly Task[] = [
  {
    name: 'words',
    title: 'Split a text into words',
    tests: [wordsTest],
    code: 'export const words = (text) => text.split(/\\s+/).filter((word) => word)',
  },
  {
    name: 'count',
    title: 'Count the words',
    tests: ["test('count', () => assert.equal(count('one two two'), 3))"],
    code: "import { words } from './words.js'\nexport const count = (text) => words(text).length",
  },
  {
    name: 'slug',
    title: 'Make a slug',
    tests: ["test('slug', () => assert.equal(slug('a fine day'), 'a-fine-day'))"],
    code: "import { words } from './words.js'\nexport const slug = (text) => words(text.toLowerCase()).join('-')",
  },
  {
    name: 'longest',
    title: 'Find the longest word',
    tests: ["test('longest', () => assert.equal(longest('a bird sings'), 'sings'))"],
    code: "import { words } from './words.js'\nexport const longest = (text) => words(text).sort((a, b) => b.length - a.length)[0]",
  },
  {
    name: 'words',
    title: 'Drop punctuation',
    extends: true,
    tests: [wordsTest, "test('punctuation', () => assert.deepEqual(words('Yes, no.'), ['Yes', 'no']))"],
    code: 'export const words = (text) => text.split(/[\\s.,]+/).filter((word) => word)',
  },
]

export const testOf = ({ name, tests }: Task): string =>
  [
    "import assert from 'node:assert'",
    "import { test } from 'node:test'",
    `import { ${name} } from '../src/${name}.js'`,
    ...tests,
  ].join('\n')

const sectionOf = (task: Task, index: number): string => {
  const { name, title } = task
  const run = `Run: \`node --test test/${name}.test.js\``
  const change = task.extends ? 'Modify' : 'Create'
  const failure = task.extends ? 'FAIL' : 'FAIL with "Cannot find module"'
  return `### Task ${index + 1}: ${title}

**Files:**
- ${change}: \`src/${name}.js\`
- Test: \`test/${name}.test.js\`

- [ ] **Step 1: Write the failing test**

\`\`\`js
${testOf(task)}
\`\`\`

- [ ] **Step 2: Run test to verify it fails**

${run}
Expected: ${failure}

- [ ] **Step 3: Write minimal implementation**

\`\`\`js
${task.code}
\`\`\`

- [ ] **Step 4: Run test to verify it passes**

${run}
Expected: PASS

- [ ] **Step 5: Commit**

\`\`\`bash
git add src/${name}.js test/${name}.test.js
git commit -m "feat: ${title.toLowerCase()}"
\`\`\`
`
}

/** A plan as superpowers writes it. */
export const superpowersPlan = `# Text Tools Implementation Plan

> **For agentic workers:** REQUIRED SUB-SKILL: Use superpowers:subagent-driven-development or superpowers:executing-plans to implement this plan task-by-task. Steps use checkbox (\`- [ ]\`) syntax for tracking.

**Goal:** Functions for the words of a text.

**Architecture:** One module per function in \`src\`, each with a test file in \`test\`.

**Tech Stack:** JavaScript, the test runner of Node

---

${tasks.map(sectionOf).join('\n---\n\n')}`

/** The first attempt at this task counts each word once, so that its test fails. */
const wrong = { id: '2', code: tasks[1]!.code.replace('words(text).length', 'new Set(words(text)).size') }
/** The first attempt at this task keeps capitals, which only its reviewer notices. */
const flawed = { id: '3', code: tasks[2]!.code.replace('.toLowerCase()', '') }
const comment = 'The slug keeps capital letters.'
/** The doubt of the agent about this task. */
export const doubt = { id: '4', concern: 'Of words of equal length, the first one counts.' }

/** Number of the model's responses since the last prompt. */
export const turnOf = ({ body: { messages } }: MessagesRequest): number => {
  const prompt = messages.findLastIndex(
    ({ role, content }) =>
      role === 'user' && (typeof content === 'string' || content.every(({ type }) => type === 'text')),
  )
  return messages.slice(prompt).filter(({ role }) => role === 'assistant').length
}

/** Plays developers and reviewers by the phase and the feedback in their prompts. */
export const superpowersModel: Script = (request) => {
  const told = textOf(request)
  if (/You review phase \d/.test(told)) return review(request)
  return develop(request, /You are working on phase (\d)/.exec(told)?.[1] ?? '')
}

const codeOf = (id: string, told: string): string | undefined => {
  // The output of the failed check is in the prompt of the next attempt.
  if (id === wrong.id && !told.includes('2 == 3')) return wrong.code
  if (id === flawed.id && !told.includes(comment)) return flawed.code
  return tasks[Number(id) - 1]?.code
}

export const writes = (path: string, content: string): Reply =>
  call('Bash', { command: `mkdir -p src test && cat > ${path} <<'END'\n${content}\nEND` })

const develop = (request: MessagesRequest, id: string): Reply => {
  const told = textOf(request)
  const task = tasks[Number(id) - 1]
  const code = codeOf(id, told)
  if (task === undefined || code === undefined) return say('This is not a task of the plan.')
  const files = [`test/${task.name}.test.js`, `src/${task.name}.js`]
  const run = call('Bash', { command: `node --test ${files[0]}` })
  const replies = [writes(files[0]!, testOf(task)), run, writes(files[1]!, code)]
  // An agent that does not run its test, and one that does.
  if (code !== wrong.code) replies.push(run)
  return (
    replies[turnOf(request)] ??
    finish(
      request,
      done(`${task.title}: done.`, id === doubt.id ? { files, concerns: [doubt.concern] } : { files }),
    )
  )
}

const review = (request: MessagesRequest): Reply => {
  if (turnOf(request) === 0) return call('Bash', { command: diffCommand(request) })
  const seen = toolResults(request).join()
  if (!seen.includes('diff --git')) return say('I could not see the change.')
  const asks = seen.includes('words(text).join')
  const place = { file: 'src/slug.js', line: 2, suggestion: null }
  return finish(request, {
    approved: !asks,
    summary: asks ? 'One fault.' : 'It does what the task says.',
    comments: asks ? [{ severity: 'major', message: comment, ...place }] : [],
  })
}
