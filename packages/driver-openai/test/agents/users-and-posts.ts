import { type ModelAnswer, type ModelRequest, patch, report, say } from './fake-responses.ts'

/** Two parallel chains of a test and its implementation, and a test of both. */
export const planText = `# Accounts

Subtasks:
  1a. "Test users"        → type: test → depends: []      → phase 1
  1b. "Test posts"        → type: test → depends: []      → phase 1
  2a. "Users"             → type: impl → depends: [1a]    → phase 2
  2b. "Posts"             → type: impl → depends: [1b]    → phase 2
  3.  "Test it together"  → type: test → depends: [2a,2b] → phase 3
`

export const startFiles = { 'package.json': '{"type":"module","scripts":{"test":"node --test"}}\n' }

const test = (module: string): string[] => [
  "import { test } from 'node:test'",
  "import { equal } from 'node:assert'",
  `import { value } from '../src/${module}.js'`,
  `test('${module}', () => equal(value(), '${module}'))`,
]
const together = (joint: string): string[] => [
  "import { test } from 'node:test'",
  "import { equal } from 'node:assert'",
  "import { value as user } from '../src/user.js'",
  "import { value as post } from '../src/post.js'",
  `test('together', () => equal(user() + post(), '${joint}'))`,
]

const files: Record<string, [path: string, lines: string[]]> = {
  '1a': ['test/user.test.js', test('user')],
  '1b': ['test/post.test.js', test('post')],
  '2a': ['src/user.js', ["export const value = () => 'user'"]],
  '2b': ['src/post.js', ["export const value = () => 'post'"]],
  '3': ['test/together.test.js', together('userpost')],
}

export interface Scene {
  answer(request: ModelRequest): ModelAnswer
  /** Number of requests of each kind. */
  asked: { developer: number; reviewer: number }
  rejected: boolean
}

/**
 * A model that does what each prompt requests, one file per response. Its reviewer rejects the users once,
 * and its first test of both is wrong.
 */
export const createScene = ({ review = true, mistakes = true } = {}): Scene => {
  const sessions = new Map<string, number>()
  const scene: Scene = {
    asked: { developer: 0, reviewer: 0 },
    rejected: !review,
    answer(request) {
      const { prompt, outputs } = request
      if (prompt.includes('You review phase')) {
        scene.asked.reviewer += 1
        const rejects = !scene.rejected && prompt.includes('Users')
        scene.rejected ||= rejects
        const comments = [
          {
            severity: 'major',
            message: 'Say where a user comes from.',
            file: 'src/user.js',
            line: 1,
            suggestion: null,
          },
        ]
        return [
          say(
            JSON.stringify({ approved: !rejects, summary: 'Looked at.', comments: rejects ? comments : [] }),
          ),
        ]
      }
      scene.asked.developer += 1
      const ids = [...prompt.matchAll(/^### (\w+)\.? \[/gm)].map(([, id = '']) => id)
      const key = ids.join()
      if (outputs.length === 0) sessions.set(key, (sessions.get(key) ?? 0) + 1)
      const id = ids[outputs.length]
      if (id === undefined)
        return [
          report(
            `Wrote ${ids.join(' and ')}.`,
            ids.map((each) => files[each]?.[0] ?? each),
          ),
        ]
      const [path, lines] = files[id] ?? ['odd.txt', [prompt]]
      if (id === '2a' && prompt.includes('Say where a user comes from'))
        return [patch(path, ['// A user comes from the sea.', ...lines])]
      if (id === '3' && mistakes && sessions.get(key) === 1) return [patch(path, together('wrong'))]
      return [patch(path, lines)]
    },
  }
  return scene
}
