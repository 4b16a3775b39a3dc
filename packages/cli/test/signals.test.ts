import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, inject, it, vi } from 'vitest'
import { cli, git, makeFolder, makeRepository, removeFolders } from './fixtures/cli.ts'
import { groupOf, processWith } from './fixtures/process-tree.ts'
import { startInTerminal } from './fixtures/start-terminal.ts'

afterAll(removeFolders)

const report = { status: 'done', summary: 'Wrote it.', subtasks: [], files: ['whole.txt'], notDone: [] }

/**
 * An agent that notes its prompt and the files that it finds, leaves half of its work, and waits until a file
 * exists before it writes the rest. With `ENDING` it ends at SIGINT in that way, without a result.
 */
const agent = (folder: string): string => `
import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
const at = (name) => ${JSON.stringify(folder)} + '/' + name
const prompt = readFileSync(0, 'utf8')
appendFileSync(at('sessions'), JSON.stringify({ prompt, files: readdirSync('.') }) + '\\n')
if (existsSync(at('ending'))) process.on('SIGINT', () => process.exit(1))
writeFileSync('half.txt', 'half')
writeFileSync(at('waits'), '')
const wait = setInterval(() => {
  if (!existsSync(at('finish'))) return
  clearInterval(wait)
  appendFileSync('whole.txt', 'whole\\n')
  console.log(${JSON.stringify(JSON.stringify(report))})
}, 20)
`

interface Session {
  prompt: string
  files: string[]
}

/** Prepares a run of two phases, whose agent waits for `finish`. */
const prepare = () => {
  const [repository, folder] = [makeRepository(), makeFolder()]
  const at = (name: string): string => join(folder, name)
  writeFileSync(at('agent.mjs'), agent(folder))
  writeFileSync(at('plan.md'), '# Plan\n\n## Task 1: Write\n\nWrite it.\n\n## Task 2: Go on\n\nWrite more.\n')
  const place = ['--repo', repository]
  const flags = ['--trust', 'autonomous', '--yes', '--no-review', '--driver', 'command', '--target', 'work']
  const agentId = async (): Promise<number> => {
    await vi.waitUntil(() => existsSync(at('waits')), { timeout: 120_000 })
    // Its own id is another one where it is confined.
    return processWith('node', at('agent.mjs'))!
  }
  return {
    at,
    repository,
    args: ['run', at('plan.md'), ...place, ...flags, '--agent', `node ${at('agent.mjs')}`],
    agentId,
    finish: () => writeFileSync(at('finish'), ''),
    sessions: () =>
      readFileSync(at('sessions'), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Session),
    status: async () => {
      const { stdout } = await cli(['status', ...place, '--json'])
      return JSON.parse(stdout) as {
        status: string
        locked: boolean
        phases: { id: string; status: string }[]
      }
    },
    resume: () => cli(['resume', ...place]),
  }
}

const program = (): string => join(inject('programs'), 'cli.mjs')

/** Starts a program in its own process group, without a terminal. */
const startGroup = (name: string, ...args: string[]) => {
  const { FORCE_COLOR: _color, NODE_OPTIONS: _node, ...env } = process.env
  const child: ChildProcess = spawn(name, args, {
    detached: true,
    env: { AMELIA_CONFINE_WRITE: tmpdir(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text))
  const ended = new Promise<number | string | null>((resolve) =>
    child.on('close', (code, signal) => resolve(code ?? signal)),
  )
  return {
    ended,
    until: (text: string) => vi.waitUntil(() => output.includes(text), { timeout: 120_000 }),
    signal: (signal: NodeJS.Signals) => process.kill(-child.pid!, signal),
    /** Signals the first process alone. */
    signalFirst: (signal: NodeJS.Signals) => child.kill(signal),
  }
}

/** Checks that the resumed run needed one session per phase, apart from `continued` ones of the first. */
const checkEnd = async (
  { sessions, resume, finish, repository }: ReturnType<typeof prepare>,
  continued = 0,
) => {
  finish()
  const { code, stdout } = await resume()
  expect(code, stdout).toBe(0)
  expect(sessions()).toHaveLength(2 + continued)
  for (const { prompt, files } of sessions().slice(1)) {
    expect(prompt).not.toContain('different approach')
    expect(files).toContain('half.txt')
  }
  expect(git(repository, 'show', 'work:whole.txt')).toBe('whole\nwhole')
}

describe.concurrent('amelia run', { timeout: 240_000 }, () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'lets the running agent finish when its process group gets %s',
    async (signal) => {
      const stage = prepare()
      const run = startGroup(process.execPath, program(), ...stage.args)
      const agentId = await stage.agentId()
      run.signal(signal)
      await run.until('Draining')
      // Signals of a closed terminal repeat.
      if (signal === 'SIGHUP') run.signal(signal)
      expect(process.kill(agentId, 0)).toBe(true)
      stage.finish()
      expect(await run.ended).toBe(130)
      expect((await stage.status()).phases.map(({ status }) => status)).toEqual(['completed', 'cancelled'])
      await checkEnd(stage)
    },
  )

  it('lets the running agent finish under timeout, which signals twice', async () => {
    const stage = prepare()
    const run = startGroup('timeout', '-s', 'INT', '600', process.execPath, program(), ...stage.args)
    await stage.agentId()
    run.signalFirst('SIGINT')
    await run.until('Draining')
    stage.finish()
    expect(await run.ended).toBe(130)
    await checkEnd(stage)
  })

  it('lets the running agent finish before a pipe whose reader a Ctrl-C ends', async () => {
    const stage = prepare()
    const errors = stage.at('errors')
    const script = `"$@" 2> '${errors}' | tee '${stage.at('log')}'`
    const run = startGroup('sh', '-c', script, 'sh', process.execPath, program(), ...stage.args)
    await stage.agentId()
    run.signal('SIGINT')
    await vi.waitUntil(() => readFileSync(errors, 'utf8').includes('Draining'), { timeout: 120_000 })
    stage.finish()
    await run.ended
    expect(readFileSync(errors, 'utf8')).not.toContain('error')
    expect((await stage.status()).phases[0]).toMatchObject({ status: 'completed' })
    await checkEnd(stage)
  })

  it('lets the running agent finish when its terminal is closed', async () => {
    const stage = prepare()
    const terminal = startInTerminal(stage.args)
    const agentId = await stage.agentId()
    ;(terminal.pty as unknown as { destroy(): void }).destroy()
    await vi.waitUntil(async () => (await stage.status()).status === 'draining', {
      timeout: 120_000,
      interval: 200,
    })
    expect(process.kill(agentId, 0)).toBe(true)
    stage.finish()
    await vi.waitUntil(async () => !(await stage.status()).locked, { timeout: 120_000, interval: 200 })
    expect((await stage.status()).phases[0]).toMatchObject({ status: 'completed' })
    await checkEnd(stage)
  })

  it.each([
    ['dies of the same signal, before the run gets it', false],
    ['ends without a result after the run began to drain', true],
  ])('keeps the work of an agent that %s', async (_, isOrderly) => {
    const stage = prepare()
    if (isOrderly) writeFileSync(stage.at('ending'), '')
    const run = startGroup(process.execPath, program(), ...stage.args)
    const agentId = await stage.agentId()
    if (!isOrderly) process.kill(-groupOf(agentId), 'SIGINT')
    run.signal('SIGINT')
    await run.until('Draining')
    if (isOrderly) process.kill(-groupOf(agentId), 'SIGINT')
    expect(await run.ended).toBe(130)
    await checkEnd(stage, 1)
  })

  it('stops the agent at the second Ctrl-C, and continues its attempt in the same tree', async () => {
    const stage = prepare()
    const run = startGroup(process.execPath, program(), ...stage.args)
    const agentId = await stage.agentId()
    run.signal('SIGINT')
    await run.until('Draining')
    run.signal('SIGINT')
    expect(await run.ended).toBe(130)
    expect(() => process.kill(agentId, 0)).toThrow('ESRCH')
    await checkEnd(stage, 1)
  })
})
