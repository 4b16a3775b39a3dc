import type { PlanDraft, RunOptions } from '@amelia/core'
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

/** The work of a phase: a function, and its tests. */
const modules = {
  '1': { name: 'double', test: 'double(4), 8', code: 'export const double = (n) => n * 2' },
  '2a': {
    name: 'quadruple',
    test: 'quadruple(2), 8',
    code: "import { double } from './double.js'\nexport const quadruple = (n) => double(double(n))",
  },
  '2b': { name: 'half', test: 'half(8), 4', code: 'export const half = (n) => n / 2' },
} as const
type PhaseId = keyof typeof modules

const phaseOf = (id: PhaseId, dependsOn: string[]): PlanDraft['phases'][number] => ({
  id,
  title: `The function ${modules[id].name}`,
  dependsOn,
  files: [`src/${modules[id].name}.js`, `test/${modules[id].name}.test.js`],
  subtasks: [
    { id: `${id}.1`, title: `Test ${modules[id].name}`, type: 'test' },
    { id: `${id}.2`, title: `Write ${modules[id].name}`, type: 'impl', dependsOn: [`${id}.1`] },
  ],
})

/** One phase, and two parallel ones that depend on it. Tests come first. */
const threePhases: PlanDraft = {
  title: 'Numbers',
  goal: 'Functions for numbers.',
  phases: [phaseOf('1', []), phaseOf('2a', ['1']), phaseOf('2b', ['1'])],
}

export const threePhasesOptions = {
  plan: threePhases,
  trust: 'autonomous',
  planApproved: true,
  tdd: 'full',
  verify: { test: ['node', '--test'] },
} satisfies Partial<RunOptions>

/** The first attempt at this phase contains a mark that its reviewer finds. */
const flawed: PhaseId = '2b'
const flaw = '// guess'

/** Number of the model's responses in this conversation. */
const turnOf = ({ body }: MessagesRequest): number =>
  body.messages.filter(({ role }) => role === 'assistant').length

const folderOf = (request: MessagesRequest): string =>
  /Primary working directory: ([^\\\n"]+)/.exec(JSON.stringify(request.body))?.[1] ?? ''

export interface ModelOptions {
  /** Replaces the reply to a developer's session. */
  interfere?(id: string, turn: number): Promise<Reply | undefined> | Reply | undefined
}

/**
 * Plays developers and reviewers for the plan. Its replies depend on the prompts and on the results of its
 * tools.
 */
export const threePhasesModel =
  ({ interfere }: ModelOptions = {}): Script =>
  async (request) => {
    const told = textOf(request)
    const reviewed = /You review phase (\w+)/.exec(told)?.[1]
    if (reviewed !== undefined) return review(request)
    const id = /You are working on phase (\w+)/.exec(told)?.[1] as PhaseId
    return (await interfere?.(id, turnOf(request))) ?? develop(request, id)
  }

const develop = (request: MessagesRequest, id: PhaseId): Reply => {
  const { name, test, code } = modules[id]
  const folder = folderOf(request)
  const again = textOf(request).includes('Nothing is to be guessed')
  const content = id === flawed && !again ? `${code} ${flaw}\n` : `${code}\n`
  const path = `${folder}/src/${name}.js`
  const writesTest = call('Write', {
    file_path: `${folder}/test/${name}.test.js`,
    content: [
      "import assert from 'node:assert'",
      "import { test } from 'node:test'",
      `import { ${name} } from '../src/${name}.js'`,
      `test('${name}', () => assert.equal(${test}))`,
      '',
    ].join('\n'),
  })
  const replies = [
    // Claude's program overwrites no file that its session has not read.
    again ? call('Read', { file_path: path }) : writesTest,
    call('Write', { file_path: path, content }),
    call('Bash', { command: 'node --test' }),
  ]
  const files = [`test/${name}.test.js`, `src/${name}.js`]
  return (
    replies[turnOf(request)] ?? finish(request, done(`${name} is there, and its test passes.`, { files }))
  )
}

const review = (request: MessagesRequest): Reply => {
  if (turnOf(request) === 0) return call('Bash', { command: diffCommand(request) })
  const seen = toolResults(request).join()
  if (!seen.includes('diff --git')) return say('I could not see the change.')
  const comment = {
    severity: 'major',
    message: 'Nothing is to be guessed.',
    file: null,
    line: null,
    suggestion: null,
  }
  const verdict = seen.includes(flaw)
    ? { approved: false, summary: 'It guesses.', comments: [comment] }
    : { approved: true, summary: 'It is right.', comments: [] }
  return finish(request, verdict)
}
