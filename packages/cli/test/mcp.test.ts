import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { cli, makeFolder, makeRepository, removeFolders, writePlan } from './fixtures/cli.ts'
import { findSchemaErrors } from './fixtures/find-schema-errors.ts'

/** The result of a tool: its text, and the text as JSON unless it is an error. */
interface Called {
  isError: boolean
  text: string
}

/** Connects the SDK's client to `amelia mcp` in a process. */
const connect = async (repo: string, ...flags: string[]) => {
  const args = [join(inject('programs'), 'cli.mjs'), 'mcp', '--repo', repo, ...flags]
  const client = new Client({ name: 'test', version: '1.0.0' })
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'inherit' }))
  const call = async (name: string, input: Record<string, unknown>): Promise<Called> => {
    const { content, isError = false } = await client.callTool({ name, arguments: input })
    const [first] = content
    return { isError, text: first?.type === 'text' ? first.text : '' }
  }
  const read = async <Result>(name: string, input: Record<string, unknown>): Promise<Result> => {
    const { isError, text } = await call(name, input)
    expect(isError, text).toBe(false)
    return JSON.parse(text) as Result
  }
  return { client, call, read }
}

interface Watched {
  status: string
  locked: boolean
  seq: number
  more: boolean
  questions: { id: string; choices: string[] }[]
  events: { type: string; seq: number }[]
}

describe('amelia mcp', () => {
  let repo: string
  let open: Awaited<ReturnType<typeof connect>>
  let closed: typeof open
  beforeAll(async () => {
    repo = makeRepository()
    writePlan(repo, [{ id: '1', run: 'echo from-the-step > made.txt; cat made.txt' }])
    open = await connect(repo, '--allow-start', '--allow-answer', '--', '--trust', 'paranoid')
    closed = await connect(repo)
  })
  afterAll(async () => {
    await open.client.close()
    await closed.client.close()
    removeFolders()
  })

  it('starts a run, watches it, passes on answers, and shows its log', async () => {
    const started = await open.read<{ runId: string }>('start', { plan: 'plan.md', only: ['1'] })
    expect(findSchemaErrors('detached', started)).toEqual([])
    const { runId } = started
    const types: string[] = []
    const numbers: number[] = []
    let answered = 0
    // A result may end before the run's last event: `more` says so.
    for (let seq = 0, status = '', more = false; status !== 'completed' || more; ) {
      if (status === 'waiting') {
        const { isError, text } = await open.call('resume', { runId })
        // The process that asked may still have taken the answer, and have completed the run.
        if (isError) expect(text).toMatch(/A process is running|has ended: completed/)
      }
      const seen: Watched = await open.read('watch', { runId, after: seq, waitSeconds: 50 })
      types.push(...seen.events.map(({ type }) => type))
      numbers.push(...seen.events.map((event) => event.seq))
      ;({ seq, status, more } = seen)
      expect(['running', 'draining', 'waiting', 'completed']).toContain(status)
      for (const { id: gateId, choices } of seen.questions) {
        expect(choices).toContain('approve')
        if (answered === 0) {
          const refused = await closed.call('answer', { runId, gateId, choice: 'approve' })
          expect(refused).toMatchObject({ isError: true })
          expect(refused.text).toContain('amelia mcp --allow-answer')
        }
        answered++
        await open.read('answer', { runId, gateId, choice: 'approve' })
      }
    }
    expect(answered).toBeGreaterThan(0)
    expect(types.at(-1)).toBe('run_ended')
    expect(numbers).toEqual(numbers.map((_, index) => index + 1))

    const { report } = await closed.read<{ report: { phases: object[] } }>('status', { runId })
    expect(report.phases).toMatchObject([{ id: '1', status: 'completed' }])
    expect(await closed.read('runs', {})).toMatchObject({ runs: [{ runId, status: 'completed' }] })
    expect((await closed.call('logs', { runId, phaseId: '1' })).text).toContain('from-the-step')
    const short = await closed.call('logs', { runId, maxCharacters: 20 })
    expect(short.text).toMatch(/^\.\.\. \d+ characters before this are omitted \.\.\.\n[^]{20}$/)
    const unknown = await closed.call('logs', { runId, phaseId: '7' })
    expect(unknown).toEqual({ isError: true, text: `Run ${runId} has no phase "7".\nIts phases: 1.` })
    const again = await open.call('resume', { runId })
    expect(again).toEqual({ isError: true, text: `Run ${runId} has ended: completed.` })
    const late = await open.call('cancel', { runId })
    expect(late).toMatchObject({ isError: true })
    expect(late.text).toMatch(/^RUN_ENDED: /)
  })

  it('checks one plan of a file with several', async () => {
    const text = '# Plans\n\n## Issue #1\n\n### Task 1: One\n\n## Issue #2\n\n### Task 1: Two\n'
    writeFileSync(join(repo, 'plans.md'), text)
    const one = await closed.read('check', { plan: 'plans.md', select: 'Issue #2' })
    expect(one).toMatchObject({ ok: true, phases: [{ title: 'Two' }] })
    expect((await closed.call('check', { plan: 'plans.md', select: 'Issue #3' })).isError).toBe(true)
  })

  it('without flags it reads only, and names the flag that is missing', async () => {
    const { tools } = await closed.client.listTools()
    const names = ['check', 'runs', 'status', 'watch', 'logs', 'start', 'resume', 'answer', 'cancel', 'steer']
    expect(tools.map(({ name }) => name)).toEqual(names)
    const answer = tools.find(({ name }) => name === 'answer')
    expect(answer?.description).toContain('A person has to decide')
    const calls = [
      ['start', { plan: 'plan.md' }, '--allow-start'],
      ['resume', { runId: 'a' }, '--allow-start'],
      ['cancel', { runId: 'a' }, '--allow-start or --allow-answer'],
      ['steer', { runId: 'a', phaseId: '1', text: 'Use the cache' }, '--allow-start or --allow-answer'],
    ] as const
    for (const [name, input, flag] of calls) {
      const result = await closed.call(name, input)
      expect(result.isError, name).toBe(true)
      expect(result.text, name).toContain(`registering the server as: amelia mcp ${flag}`)
    }
  })

  it('checks a plan of the repository, and no other file', async () => {
    const plan = await closed.read<{ ok: boolean; phases: object[] }>('check', { plan: 'plan.md' })
    expect(plan).toMatchObject({ ok: true, phases: [{ id: '1', title: 'Do 1' }] })
    const outside = makeFolder()
    writeFileSync(join(outside, 'secret.md'), 'A secret')
    symlinkSync(join(outside, 'secret.md'), join(repo, 'link.md'))
    for (const path of [join(outside, 'secret.md'), '../secret.md', 'link.md']) {
      const result = await closed.call('check', { plan: path })
      expect(result, path).toMatchObject({ isError: true })
      expect(result.text, path).toContain('is outside the repository')
    }
    writeFileSync(join(repo, '.env'), 'TOKEN=secret')
    writeFileSync(join(repo, '.git', 'notes.md'), '# Phase 1: a')
    symlinkSync(join(repo, '.env'), join(repo, 'env.md'))
    for (const path of [
      '.env',
      'env.md',
      '.git/config',
      '.git/notes.md',
      '.git',
      './.git/../.git/notes.md',
    ]) {
      const result = await closed.call('check', { plan: path })
      expect(result, path).toMatchObject({ isError: true })
      expect(result.text, path).toContain('it is not a Markdown, YAML or JSON file, or it belongs to git')
      expect((await open.call('start', { plan: path })).text, path).toContain('cannot be read')
    }
    expect((await closed.call('check', { plan: 'missing.md' })).text).toContain('File not found')
  })

  it.each([
    [[], 'The runs that clients start need a trust level.'],
    [['--trust', 'nope'], '--trust cannot be "nope". Allowed choices are paranoid, standard, autonomous.\n'],
    [['--trust', 'standard', '--foo'], 'Unknown flag --foo.'],
    [['--help'], 'Flags of amelia run are expected after --; got --help.'],
  ])('refuses to start with the flags %j', async (flags, message) => {
    const { code, stderr } = await cli(['mcp', '--repo', repo, '--allow-start', '--', ...flags])
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining(`error: ${message}`) as string,
    })
  })

  it('ends with its stdin, and needs a repository', async () => {
    expect(await cli(['mcp', '--repo', repo])).toMatchObject({ code: 0, stdout: '', stderr: '' })
    const outside = await cli(['mcp', '--repo', makeFolder()])
    expect(outside).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('is not inside a git repository'),
    })
  })

  it('reports why a run did not start', async () => {
    writeFileSync(join(repo, 'empty.md'), 'No phases.\n')
    const { isError, text } = await open.call('start', { plan: 'empty.md' })
    expect(isError).toBe(true)
    expect(text).toMatch(/^The run did not start\.\n[^]*empty\.md/)
    expect(text).toContain('amelia mcp --allow-start -- FLAGS')
    const task = (id: number): string => `### Task ${id}: Do ${id}\n\n\`\`\`sh\ntrue\n\`\`\`\n\n`
    const tasks = `# Tasks\n\n${task(1)}${task(2)}<!--\n${task(3)}-->\n`
    writeFileSync(join(repo, 'skips.md'), tasks)
    const asks = await open.call('start', { plan: 'skips.md' })
    expect(asks.text).toContain('1 line looks like work, and will not run:')
    expect(asks.text).toContain('pass acceptSkipped')
    const accepted = await open.call('start', { plan: 'skips.md', acceptSkipped: true, only: ['9'] })
    expect(accepted.text).toContain('9')
    expect(accepted.text).not.toContain('looks like work')
  })
})
