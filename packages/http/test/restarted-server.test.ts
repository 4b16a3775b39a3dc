import { fork } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { answerRun, createRun, definePlan, type RunEvent } from '@amelia/core'
import { createScriptedDriver, memoryHost } from '@amelia/core/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createRepository, type TemporaryRepository } from '../../../test/fixtures/temporary-repository.ts'
import { type Client, createClient } from '../src/client.ts'
import { createHandler, resumeRuns } from '../src/index.ts'

interface Message {
  type: 'listening' | 'session'
  port?: number
  resumed?: object[]
}

/** Starts the server in a child process. */
const startServer = async ({ repo, slots }: TemporaryRepository, mode: 'hangs' | 'works') => {
  const loader = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
  const child = fork(join(import.meta.dirname, 'fixtures/serve-runs.ts'), [repo, slots, mode], {
    execArgv: ['--conditions=amelia-source', '--import', loader],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const messages: Message[] = []
  const next = (type: Message['type']) =>
    new Promise<Message>((found) => {
      const known = messages.find((message) => message.type === type)
      if (known) found(known)
      else child.on('message', (message: Message) => message.type === type && found(message))
    })
  child.on('message', (message: Message) => messages.push(message))
  const { port, resumed } = await next('listening')
  const client = createClient({ baseUrl: `http://127.0.0.1:${port}` })
  const kill = () => new Promise((exited) => child.once('exit', exited) && child.kill('SIGKILL'))
  return { client, resumed, next, kill }
}

/** Answers each question with one request, and no other, until the run ends or `until` is reached. */
const answerAll = async (client: Client, runId: string, after = 0): Promise<RunEvent[]> => {
  const seen: RunEvent[] = []
  for await (const event of client.watch({ runId, after })) {
    seen.push(event)
    if (event.type !== 'gate_opened') continue
    const { id: gateId } = event.gate
    await client.send(runId, { type: 'answer', gateId, choice: 'approve' })
  }
  return seen
}

describe('a server that is killed and started again', () => {
  it('resumes its run, which needs one request for each answer', { timeout: 120_000 }, async () => {
    const repository = createRepository()
    onTestFinished(repository.close)
    const first = await startServer(repository, 'hangs')
    expect(first.resumed).toEqual([])
    const { runId } = await first.client.startRun('any text')
    void answerAll(first.client, runId).catch(() => {})
    await first.next('session')
    await first.kill()

    const second = await startServer(repository, 'works')
    expect(second.resumed).toEqual([{ runId, outcome: 'resumed' }])
    const seen = await answerAll(second.client, runId)
    expect(seen.at(-1)).toMatchObject({ type: 'run_ended', status: 'completed' })
    expect(seen.filter(({ type }) => type === 'gate_opened').length).toBeGreaterThan(1)
    const third = await startServer(repository, 'works')
    expect(third.resumed).toEqual([])
  })
})

describe('resumeRuns', () => {
  const plan = definePlan({ goal: 'G', phases: [{ id: 'a', title: 'A' }] })
  const driver = createScriptedDriver(({ workspace }) => workspace.fs.writeFile('/a.txt', 'x\n'))

  /** A run that waits at its first question, without a process. */
  const waitingRun = async () => {
    const host = memoryHost()
    const common = { host, driver, reviewers: [] }
    const run = await createRun({ ...common, plan, trust: 'paranoid', labels: { team: 'x' } })
    const { runId, gates } = await run.start()
    const command = { type: 'answer', gateId: gates[0]!.id, choice: 'approve' } as const
    return { host, runId, command, options: { ...common, runId } }
  }

  it('leaves a run that waits for an answer, and one that the server does not want', async () => {
    const { host, runId, command, options } = await waitingRun()
    expect(await resumeRuns({ host, resume: () => options })).toEqual([])
    await answerRun({ host, runId, command })
    expect(await resumeRuns({ host, resume: () => options, labels: { team: 'y' } })).toEqual([])
    expect(await resumeRuns({ host, resume: () => undefined })).toEqual([{ runId, outcome: 'left' }])
  })

  it('lets the lease decide between servers that start together', async () => {
    const { host, runId, command, options } = await waitingRun()
    await answerRun({ host, runId, command })
    const both = Promise.all([1, 2].map(() => resumeRuns({ host, resume: () => options })))
    const outcomes = (await both).flat().map(({ outcome }) => outcome)
    expect(outcomes.toSorted()).toEqual(['locked', 'resumed'])
  })

  it('reports a run that cannot be resumed, and its error', async () => {
    const { host, runId, command } = await waitingRun()
    await answerRun({ host, runId, command })
    const error = new Error('no agent today')
    const resume = () => Promise.reject(error)
    expect(await resumeRuns({ host, resume })).toEqual([{ runId, outcome: 'failed', error }])
  })

  it('resumes a drained run only on request', async () => {
    const host = memoryHost()
    const common = { host, driver, reviewers: [] }
    const run = await createRun({ ...common, plan, trust: 'autonomous' })
    run.drain()
    expect((await run.start()).status).toBe('cancelled')
    const resume = () => ({ ...common, runId: run.id })
    expect(await resumeRuns({ host, resume })).toEqual([])
    const resumed = await resumeRuns({ host, resume, cancelled: true })
    expect(resumed).toEqual([{ runId: run.id, outcome: 'resumed' }])
  })
})

describe('resumeOnAnswer', () => {
  it('needs allowResume', () => {
    const create = () => createHandler({ host: memoryHost(), authenticate: () => null, resumeOnAnswer: true })
    expect(create).toThrow('createHandler: `resumeOnAnswer` needs `allowResume`, which resumes the run.')
  })
})
