import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { call, fail, say, type Script, textOf, toolResults } from './fake-anthropic.ts'
import { failureOf, lastUsage, openRealClaude, type RealClaude, testKey } from './real-claude.ts'

let claude: RealClaude
beforeEach(async () => {
  claude = await openRealClaude()
})
afterEach(async () => {
  const { seen } = claude.proxy
  await claude.close()
  expect(seen, 'hosts other than loopback').toEqual([])
})

/** Replies in order; each may use the workspace's folder. */
const results = (): string[] => claude.api.requests.slice(1).flatMap(toolResults)

it('edits files with its own tools and runs commands', async () => {
  const file = join(claude.dir, 'src/greet.js')
  claude.api.play([
    call('Write', { file_path: file, content: 'export const greet = () => "helo"\n' }, 'I write a file.'),
    call('Read', { file_path: file }),
    call('Edit', { file_path: file, old_string: 'helo', new_string: 'hello' }),
    call('Bash', { command: 'node -e "import(\'./src/greet.js\').then((m) => console.log(m.greet()))"' }),
    call('Grep', { pattern: 'hello', output_mode: 'content' }),
    call('Glob', { pattern: 'src/*.js' }),
    say('All is done.'),
  ])
  const { result, progress } = await claude.run()
  expect(readFileSync(file, 'utf8')).toBe('export const greet = () => "hello"\n')
  expect(result).toMatchObject({ text: 'All is done.', usage: { inputTokens: 700, outputTokens: 140 } })
  expect(result?.usage.usd).toBeGreaterThan(0)
  expect(results()[3]).toContain('hello')
  expect(results()[5]).toContain('greet.js')
  const shown = progress.filter(({ type }) => type === 'text' || type === 'tool')
  expect(shown.slice(0, 3)).toEqual([
    { type: 'text', text: 'I write a file.' },
    { type: 'tool', name: 'Write', summary: file },
    { type: 'tool', name: 'Read', summary: file },
  ])
  const tokens = progress.filter((each) => each.type === 'usage').map(({ usage }) => usage.inputTokens)
  expect(tokens).toEqual([...tokens].sort((a, b) => (a ?? 0) - (b ?? 0)))
  expect(tokens[0]).toBe(100)
})

it('passes no variable of the user, no key and no trace of an outer agent to commands', async () => {
  claude.api.play([call('Bash', { command: 'env; tr "\\0" "\\n" < /proc/$PPID/environ' }), say('Done.')])
  await claude.run()
  expect(results()[0]).toContain('PATH=')
  expect(results()[0]).toContain('AMELIA_SESSION=')
  expect(results()[0]).not.toContain('SECRET_OF_THE_USER')
  expect(results()[0]).not.toContain(testKey)
  expect(claude.api.requests[0]?.headers['x-api-key']).toBe(testKey)
})

it('sends the prompt unchanged: no file is attached, and no command of the agent runs', async () => {
  writeFileSync(join(claude.dir, 'secret.txt'), 'the content of a file')
  claude.api.play([say('Done.')])
  await claude.run({ prompt: '/clear\nRead @secret.txt' })
  expect(textOf(claude.api.requests[0] ?? never())).toContain('/clear\\nRead @secret.txt')
  expect(textOf(claude.api.requests[0] ?? never())).not.toContain('the content of a file')
})

it('writes only in the workspace, outside the git folder', async () => {
  const outside = join(dirname(claude.dir), 'outside.txt')
  mkdirSync(join(claude.dir, '.git'))
  mkdirSync(join(dirname(claude.dir), 'elsewhere'))
  symlinkSync('../elsewhere', join(claude.dir, 'link'))
  symlinkSync('../elsewhere/new.txt', join(claude.dir, 'dangling'))
  const paths = [
    outside,
    `${claude.dir}/../outside.txt`,
    join(claude.dir, 'link/inside.txt'),
    join(claude.dir, 'dangling'),
    join(claude.dir, '.git/config'),
    join(claude.dir, '.GIT/config'),
    '~/outside.txt',
  ]
  claude.api.play([
    ...paths.map((file_path) => call('Write', { file_path, content: 'x' })),
    call('Read', { file_path: '/etc/hostname' }),
    call('Glob', { pattern: '/etc/*' }),
    say('Nothing of it worked.'),
  ])
  const { result } = await claude.run()
  expect(result?.text).toBe('Nothing of it worked.')
  expect(results()).toHaveLength(paths.length + 2)
  for (const text of results()) expect(text).toContain('below the working directory')
  expect(existsSync(outside)).toBe(false)
  expect(existsSync(join(dirname(claude.dir), 'elsewhere/inside.txt'))).toBe(false)
  expect(existsSync(join(dirname(claude.dir), 'elsewhere/new.txt'))).toBe(false)
  expect(existsSync(join(claude.dir, '.git/config'))).toBe(false)
  expect(existsSync(join(claude.home, 'outside.txt'))).toBe(false)
})

it('only reads with read access', async () => {
  writeFileSync(join(claude.dir, 'a.txt'), 'what stands here\n')
  claude.api.play([
    call('Bash', { command: 'cat a.txt' }),
    call('Write', { file_path: join(claude.dir, 'b.txt'), content: 'x' }),
    call('Bash', { command: 'echo x > b.txt' }),
    call('Bash', { command: 'rm a.txt' }),
    call('Bash', { command: "node -e \"require('fs').writeFileSync('b.txt', 'x')\"" }),
    say('It is as it was.'),
  ])
  const { result } = await claude.run({ role: 'reviewer', access: 'read' })
  expect(result?.text).toBe('It is as it was.')
  expect(results()[0]).toContain('what stands here')
  expect(results()[1]).toContain('No such tool available')
  for (const text of results().slice(2)) expect(text).toContain('This session is read-only')
  expect(existsSync(join(claude.dir, 'a.txt'))).toBe(true)
  expect(existsSync(join(claude.dir, 'b.txt'))).toBe(false)
  const tools = claude.api.requests[0]?.body.tools?.map(({ name }) => name)
  expect(tools?.sort()).toEqual(['Bash', 'Glob', 'Grep', 'Read'])
})

const schema = {
  type: 'object',
  properties: { approved: { type: 'boolean' } },
  required: ['approved'],
  additionalProperties: false,
}
const answer =
  (input: Record<string, unknown>): Script =>
  (request, turn) => {
    const tool = request.body.tools?.find(({ name }) => /structured/i.test(name))
    return turn === 0 && tool ? call(tool.name, input) : say('There it is.')
  }

it('returns structured output', async () => {
  claude.api.play(answer({ approved: true }))
  const { result } = await claude.run({ access: 'read', role: 'reviewer', outputSchema: schema })
  expect(result?.output).toEqual({ approved: true })
})

it('returns the text if the output does not match the schema', async () => {
  claude.api.play([say('I approve.')])
  const { result } = await claude.run({ outputSchema: schema })
  expect(result).toMatchObject({ text: 'I approve.' })
  expect(result).not.toHaveProperty('output')
})

it('resumes a session, and counts only the new usage', async () => {
  claude.api.play([say('My number is 42.', { inputTokens: 5000, outputTokens: 700 })])
  const first = await claude.run({ prompt: 'Take a number.' })
  claude.api.play([say('It was 42.', { inputTokens: 30, outputTokens: 4 })])
  const second = await claude.run({ prompt: 'Which was it?', resume: first.result?.sessionId ?? '' })
  expect(second.result?.sessionId).toBe(first.result?.sessionId)
  expect(textOf(claude.api.requests.at(-1) ?? never())).toContain('My number is 42.')
  expect(first.result?.usage).toMatchObject({ inputTokens: 5000, outputTokens: 700 })
  expect(second.result?.usage).toMatchObject({ inputTokens: 30, outputTokens: 4 })
  expect(second.result?.usage.usd).toBeLessThan((first.result?.usage.usd ?? 0) / 10)
  expect(lastUsage(second)).toEqual(second.result?.usage)
})

it('reports a session that cannot be resumed', async () => {
  const session = await claude.run({ resume: '00000000-0000-4000-8000-000000000000' })
  expect(failureOf(session)).toMatchObject({
    class: 'session_lost',
    message: expect.stringContaining('No conversation found'),
  })
})

it('runs sessions in parallel', async () => {
  claude.api.play((request) => say(textOf(request).includes('first') ? 'one' : 'two'))
  const [one, two] = await Promise.all([claude.run({ prompt: 'first' }), claude.run({ prompt: 'second' })])
  expect([one.result?.text, two.result?.text]).toEqual(['one', 'two'])
  expect(one.result?.sessionId).not.toBe(two.result?.sessionId)
})

it('stops at its limits of dollars and of tokens', async () => {
  claude.api.play([call('Bash', { command: 'ls' }), fail(400, 'invalid_request_error', 'not to be asked')])
  const dollars = await claude.run({ limits: { usd: 0.000001 } })
  expect(failureOf(dollars)).toMatchObject({ class: 'budget_exceeded' })
  expect(lastUsage(dollars)?.usd).toBeGreaterThan(0)

  claude.api.play([call('Bash', { command: 'ls' }), say('Not to be seen.')])
  const tokens = await claude.run({ limits: { tokens: 100 } })
  expect(failureOf(tokens)).toMatchObject({
    class: 'budget_exceeded',
    message: 'The session used up its limit of 100 tokens.',
  })
  expect(lastUsage(tokens)?.usd).toBeGreaterThanOrEqual(0)
})

const never = (): never => {
  throw new Error('There was no request.')
}
