import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { workspaceFiles } from '@amelia/node'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { SessionProgress } from '@amelia/core/plugin'
import { call, say, type Script, textOf, toolResults } from './fake-anthropic.ts'
import { failureOf, lastUsage, openRealClaude, type RealClaude, type Session } from './real-claude.ts'

let claude: RealClaude
beforeEach(async () => {
  claude = await openRealClaude()
})
afterEach(async () => {
  const { seen } = claude.proxy
  await claude.close()
  expect(seen, 'hosts other than loopback').toEqual([])
})

const idOf = ({ progress }: Session): string =>
  progress.flatMap((each: SessionProgress) => (each.type === 'session' ? [each.sessionId] : []))[0] ?? ''

const transcriptOf = (sessionId: string): string => {
  const projects = join(claude.home, 'projects')
  const [path = ''] = readdirSync(projects)
    .map((name) => join(projects, name, `${sessionId}.jsonl`))
    .filter((file) => existsSync(file))
  return path
}

/** The price of one answer of the scripted model: 100 tokens read and 20 written, by the vendor's list. */
const answerUsd = 0.0006

it('continues after each of 20 kills, with no file lost and one more request for each', async () => {
  const rounds = 20
  const pidFile = join(dirname(claude.dir), 'pid')
  let round = 0
  // Each round writes a file, and hangs in the next command. A call that was just killed may be forgotten.
  const model: Script = (request) => {
    if (round === rounds) return say('All done.')
    return textOf(request).includes(`> file-${round}`)
      ? call('Bash', { command: `echo $PPID > ${pidFile}.new; mv ${pidFile}.new ${pidFile}; sleep 300` })
      : call('Bash', { command: `echo ${round} > file-${round}` })
  }
  claude.api.play(model)
  let id: string | undefined
  const spent: number[] = []
  for (; round < rounds; round += 1) {
    rmSync(pidFile, { force: true })
    const running = claude.run(id === undefined ? {} : { prompt: 'Continue.', resume: id })
    const ended = running.then(failureOf)
    while (!existsSync(pidFile)) expect(await Promise.race([ended, delay(10)])).toBeUndefined()
    process.kill(Number(readFileSync(pidFile, 'utf8')), 'SIGKILL')
    const session = await running
    expect(failureOf(session)).toMatchObject({ class: 'interrupted' })
    id ??= idOf(session)
    expect(idOf(session)).toBe(id)
    expect(lastUsage(session)).toMatchObject({ estimated: true, inputTokens: 200, outputTokens: 40 })
    spent.push(lastUsage(session)?.usd ?? Number.NaN)
    for (let file = 0; file <= round; file += 1)
      expect(readFileSync(join(claude.dir, `file-${file}`), 'utf8')).toBe(`${file}\n`)
  }
  const { result } = await claude.run({ prompt: 'Continue.', resume: id ?? '' })
  expect(result?.text).toBe('All done.')
  // Two answers for each round, and the last one: the first request of each resume is one of them.
  expect(claude.api.requests).toHaveLength(2 * rounds + 1)
  for (let file = 0; file < rounds; file += 1)
    expect(textOf(claude.api.requests.at(-1) ?? never())).toContain(`echo ${file} > file-${file}`)
  for (const usd of spent) expect(usd).toBeCloseTo(2 * answerUsd, 10)
  expect(result?.usage.usd).toBeCloseTo(answerUsd, 10)
  console.log(
    `${rounds} kills: ${claude.api.requests.length} requests, ${2 * rounds + 1} answers, no file lost`,
  )
}, 240_000)

it('is stopped without a message to the agent, and charged by its own figure', async () => {
  claude.api.play([call('Bash', { command: 'echo 1 > a; sleep 300' }), say('Never.')])
  const stop = new AbortController()
  const running = claude.run({}, stop.signal)
  while (!existsSync(join(claude.dir, 'a'))) await delay(10)
  stop.abort(new Error('drained'))
  const first = await running
  expect(first.error).toBe(stop.signal.reason)
  expect(lastUsage(first)?.usd).toBeCloseTo(answerUsd, 10)
  expect(lastUsage(first)).not.toHaveProperty('estimated')
  expect(claude.api.requests).toHaveLength(1)

  claude.api.play([say('Continued.')])
  const second = await claude.run({ prompt: 'Continue.', resume: idOf(first) })
  expect(second.result?.text).toBe('Continued.')
  const told = textOf(claude.api.requests.at(-1) ?? never())
  expect(told).toContain('echo 1 > a')
  expect(told).not.toMatch(/interrupted by user|wait for the user/i)
  // The agent's total includes the stopped part; this session is charged alone.
  expect(second.result?.usage.usd).toBeCloseTo(answerUsd, 10)
  expect(claude.api.requests).toHaveLength(2)
})

it('is interrupted by TERM from outside, and charged by its own figure', async () => {
  claude.api.play([call('Bash', { command: 'kill -TERM $PPID; sleep 300' }), say('Never.')])
  const session = await claude.run()
  expect(failureOf(session)).toMatchObject({
    class: 'interrupted',
    message: expect.stringContaining('SIGTERM'),
  })
  expect(lastUsage(session)?.usd).toBeCloseTo(answerUsd, 10)
})

it('is lost if half of its transcript is missing, which the agent would not notice', async () => {
  claude.api.play([
    ...Array.from({ length: 4 }, (_, n) => call('Bash', { command: `echo ${n}` })),
    say('Done.'),
  ])
  const first = await claude.run()
  const path = transcriptOf(idOf(first))
  const whole = readFileSync(path, 'utf8')
  const lines = whole.trim().split('\n')
  const half = Math.floor(lines.length / 2)
  const requests = claude.api.requests.length
  for (const kept of [lines.slice(0, half), lines.slice(half)]) {
    writeFileSync(path, `${kept.join('\n')}\n`)
    expect(failureOf(await claude.run({ resume: idOf(first) }))).toMatchObject({
      class: 'session_lost',
      message: expect.stringContaining('missing'),
    })
  }
  expect(claude.api.requests).toHaveLength(requests)
  writeFileSync(path, whole)
  expect((await claude.run({ resume: idOf(first) })).result?.text).toBe('Done.')
})

it('is lost if its transcript was deleted', async () => {
  claude.api.play([say('Done.')])
  const first = await claude.run()
  rmSync(transcriptOf(idOf(first)))
  expect(failureOf(await claude.run({ resume: idOf(first) }))).toMatchObject({
    class: 'session_lost',
    message: expect.stringContaining('No conversation found'),
  })
})

it('continues in another folder, and is refused the old one', async () => {
  claude.api.play([call('Bash', { command: 'echo 1 > a' }), say('Done.')])
  const first = await claude.run()
  const dir = join(dirname(claude.dir), 'other')
  mkdirSync(dir)
  claude.api.play([
    call('Bash', { command: `echo 2 > ${claude.dir}/b` }),
    call('Write', { file_path: join(claude.dir, 'c'), content: 'x' }),
    call('Write', { file_path: join(dir, 'd'), content: 'x' }),
    say('Moved.'),
  ])
  const workspace = { id: 'w', base: '0'.repeat(40), dir, fs: workspaceFiles(dir) }
  const { result } = await claude.run({ prompt: 'Continue.', resume: idOf(first), workspace })
  expect(result?.text).toBe('Moved.')
  expect(readdirSync(claude.dir)).toEqual(['a'])
  expect(readdirSync(dir)).toEqual(['d'])
  const [one = '', other = ''] = claude.api.requests.slice(-3).flatMap(toolResults)
  for (const text of [one, other]) expect(text).toContain(`The workspace is now \\"${dir}\\"`)
})

it('keeps its model, its tools and its output schema, byte by byte', async () => {
  const schema = { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] }
  claude.api.play([call('Bash', { command: 'ls' }), call('StructuredOutput', { ok: true }), say('Done.')])
  const first = await claude.run({ model: 'claude-haiku-4-5', outputSchema: schema })
  claude.api.play([say('Done.')])
  await claude.run({ prompt: 'Report.', resume: idOf(first), outputSchema: schema, access: 'read' })
  const [before, after] = [claude.api.requests[0], claude.api.requests.at(-1)].map((each) => each?.body)
  expect(after?.model).toBe('claude-haiku-4-5')
  expect(JSON.stringify(after?.tools)).toBe(JSON.stringify(before?.tools))
  expect(JSON.stringify(after?.system)).toBe(JSON.stringify(before?.system))
})

it('is numbered by the engine, and its transcript can be read', async () => {
  claude.api.play([say('Done.')])
  const sessionId = '11111111-2222-4333-8444-555555555555'
  const first = await claude.run({ sessionId })
  expect(first.result?.sessionId).toBe(sessionId)
  const transcript = await claude.driver.readTranscript?.(sessionId)
  expect(transcript?.text).toContain('Do what the script says.')
  // An id that was used before means that the engine lost track of it.
  expect(failureOf(await claude.run({ sessionId }))).toMatchObject({ class: 'session_lost' })
})

const never = (): never => {
  throw new Error('There was no request.')
}
