import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type LoggedRequest, measureTask } from '../../../../test/measure-task.ts'
import { createRepository } from './create-repository.ts'
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
import { openRealClaude, type RealClaude, testKey } from './real-claude.ts'
import { startAmelia } from './start-amelia.ts'
import { superpowersPlan, tasks, testOf, turnOf, writes } from './superpowers-plan.ts'

let claude: RealClaude
let repo: string
let git: (...args: string[]) => string
beforeEach(async () => {
  claude = await openRealClaude()
  repo = join(dirname(claude.dir), 'repo')
  git = createRepository(repo)
})
afterEach(() => claude.close())

/** The tasks whose reviewer asks for a change, and the change. */
const reviewed = ['2', '4']
const wish = 'State in a comment which result the function returns.'
const remark = '// Returns the result that the test expects.'

/** The results of the tools that developers used first after a review, by task. */
const found: Record<string, string> = {}

const model: Script = (request) => {
  const told = textOf(request)
  if (told.includes('You review phase')) return review(request)
  if (told.includes('Reviewers commented')) return evaluate(request)
  return develop(request, /You are working on phase (\d)/.exec(told)?.[1] ?? '')
}

const develop = (request: MessagesRequest, id: string): Reply => {
  const { name, title, code } = tasks[Number(id) - 1]!
  const files = [`test/${name}.test.js`, `src/${name}.js`] as const
  const run = call('Bash', { command: `node --test ${files[0]}` })
  const end = (): Reply => finish(request, done(`${title}: done.`, { files }))
  const first = [writes(files[0], testOf(tasks[Number(id) - 1]!)), run, writes(files[1], code), run]
  if (!textOf(request).includes(wish)) return first[turnOf(request)] ?? end()
  // Reads its work before it changes it, and writes everything again if the work is gone.
  const turn = turnOf(request)
  if (turn === 1) found[id] = toolResults(request).join()
  const revise = writes(files[1], `${remark}\n${code}`)
  const again = found[id]?.includes(`export const ${name}`) ? [revise, run] : [first[0]!, run, revise, run]
  return [call('Bash', { command: `cat ${files.join(' ')}` }), ...again][turn] ?? end()
}

const review = (request: MessagesRequest): Reply => {
  if (turnOf(request) === 0) return call('Bash', { command: diffCommand(request) })
  const seen = toolResults(request).join()
  if (!seen.includes('diff --git')) return say('I could not see the change.')
  const id = /You review phase (\d)/.exec(textOf(request))?.[1] ?? ''
  const asks = reviewed.includes(id) && !seen.includes(remark)
  const comment = { severity: 'major', message: wish, file: null, line: null, suggestion: null }
  return finish(request, { approved: !asks, summary: 'Read.', comments: asks ? [comment] : [] })
}

const evaluate = (request: MessagesRequest): Reply => {
  const id = /- ([\w-]+) \(major\)/.exec(textOf(request))?.[1] ?? ''
  return finish(request, { judgements: [{ id, disposition: 'implement', reason: 'It is right.' }] })
}

/**
 * The session of a request, and the text that the model reads. Marks of the cache are no text, and the
 * program writes a text as a block while it is marked.
 */
const logOf = ({ headers, body: { tools, system, messages } }: MessagesRequest): LoggedRequest => {
  const conversation = messages.map(({ role, content }) => ({
    role,
    content: typeof content === 'string' ? [{ type: 'text', text: content }] : content,
  }))
  return {
    session: String(headers['x-claude-code-session-id']),
    text: JSON.stringify({ tools, system, conversation }, (key, value: unknown) =>
      key === 'cache_control' ? undefined : value,
    ),
  }
}

it('continues the session of a task after its review, for a third of the input that it began with', async () => {
  claude.api.play(model)
  const plan = join(dirname(claude.dir), 'plan.md')
  writeFileSync(plan, superpowersPlan)
  const flags = ['--driver', 'claude', '--model', 'claude-sonnet-4-5', '--trust', 'autonomous', '--yes']
  const { code, stdout, stderr } = await startAmelia(claude, repo, ['run', plan, ...flags], {
    ANTHROPIC_API_KEY: testKey,
  }).outcome
  expect(code, stdout + stderr).toBe(0)
  expect(stdout.match(/(?<= {2})\d(?= +round 2 of at most 5: changes requested)/g)).toEqual(reviewed)
  expect(stdout).not.toMatch(/failed|attempt 2/)

  // The reviewed work is in the tree of the round, and the branch contains both changes.
  const branch = git('for-each-ref', '--format=%(refname)', 'refs/heads/amelia')
  for (const id of reviewed) {
    const { name } = tasks[Number(id) - 1]!
    expect(found[id]).toContain(`export const ${name}`)
    expect(git('show', `${branch}:src/${name}.js`)).toContain(remark)
  }

  const logs = claude.api.requests.map(logOf)
  for (const id of ['1', '2', '3', '4', '5']) {
    const { sessions, before, after } = measureTask(logs, `You are working on phase ${id} `, wish)
    expect({ id, sessions, isReviewed: after > 0 }).toEqual({
      id,
      sessions: 1,
      isReviewed: reviewed.includes(id),
    })
    expect(after * 3).toBeLessThan(before)
  }
})
