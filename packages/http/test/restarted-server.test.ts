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
const startServer = async ({ repo, slots }: TemporaryRepository, mode: 'hangs' | 'works' | 'stays') => {
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
  const end = (signal: NodeJS.Signals) =>
    new Promise((exited) => child.once('exit', exited) && child.kill(signal))
  return { client, resumed, next, end }
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

const plan = definePlan({ goal: 'G', phases: [{ id: 'a', title: 'A' }] })

/** Returns the id of the first question of a run. */
const firstGate = async (client: Client, runId: string): Promise<string> => {
  for await (const event of client.watch({ runId, after: 0 }))
    if (event.type === 'gate_opened') return event.gate.id
  throw new Error('The run asks nothing.')
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
    await first.end('SIGKILL')

    const second = await startServer(repository, 'works')
    expect(second.resumed).toEqual([{ runId, outcome: 'resumed' }])
    const seen = await answerAll(second.client, runId)
    expect(seen.at(-1)).toMatchObject({ type: 'run_ended', status: 'completed' })
    expect(seen.filter(({ type }) => type === 'gate_opened').length).toBeGreaterThan(1)
    const third = await startServer(repository, 'works')
    expect(third.resumed).toEqual([])
  })
})

describe('a server whose runs stay while they wait', () => {
  /** A run at the first question of a server. */
  const askedRun = async () => {
    const repository = createRepository()
    onTestFinished(repository.close)
    const server = await startServer(repository, 'stays')
    const { runId } = await server.client.startRun('any text')
    return { repository, server, runId, gateId: await firstGate(server.client, runId) }
  }

  it('continues with each answer in its process', { timeout: 120_000 }, async () => {
    const { server, runId } = await askedRun()
    const seen = await answerAll(server.client, runId)
    expect(seen.at(-1)).toMatchObject({ type: 'run_ended', status: 'completed' })
    const types = seen.map(({ type }) => type)
    expect(types.filter((type) => type === 'gate_opened').length).toBeGreaterThan(1)
    expect(types.filter((type) => type === 'run_ended' || type === 'run_resumed')).toEqual(['run_ended'])
  })

  it.each([
    // SIGTERM aborts the runs' signal, and then nothing keeps the process alive.
    ['ends by SIGTERM', 'SIGTERM', 0],
    ['is killed', 'SIGKILL', null],
  ] as const)('asks again after it %s', { timeout: 120_000 }, async (_how, signal, code) => {
    const { repository, server, runId, gateId } = await askedRun()
    expect(await server.end(signal)).toBe(code)
    const second = await startServer(repository, 'stays')
    expect(second.resumed).toEqual([{ runId, outcome: 'resumed' }])
    expect(await firstGate(second.client, runId)).toBe(gateId)
    const seen = await answerAll(second.client, runId)
    expect(seen.at(-1)).toMatchObject({ type: 'run_ended', status: 'completed' })
  })

  it('ends its part of the run by a drain', { timeout: 120_000 }, async () => {
    const { server, runId, gateId } = await askedRun()
    await server.client.send(runId, { type: 'drain' })
    for await (const event of server.client.watch({ runId, after: 0 }))
      if (event.type === 'run_ended') {
        expect(event.status).toBe('waiting')
        break
      }
    const kept = await server.client.send(runId, { type: 'answer', gateId, choice: 'approve' })
    expect(kept).toMatchObject({ outcome: 'kept', locked: false })
  })
})

describe('resumeRuns', () => {
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

describe('whenWaiting', () => {
  it('is stay or end', async () => {
    const wrong = { host: memoryHost(), whenWaiting: 'wait' as 'stay' }
    const expected = /`whenWaiting` must be "stay" or "end"; got "wait"/
    expect(() => createHandler({ ...wrong, authenticate: () => null })).toThrow(expected)
    await expect(resumeRuns({ ...wrong, resume: () => undefined })).rejects.toThrow(expected)
  })

  it('is a default: the options of a run decide', async () => {
    const host = memoryHost()
    const driver = createScriptedDriver()
    const options = { plan, host, driver, trust: 'paranoid', whenWaiting: 'end' } as const
    const handler = createHandler({
      ...{ host, authenticate: () => ({ access: 'start' }), whenWaiting: 'stay' },
      allowStart: () => options,
    })
    const fetch = (url: string | URL | Request, init?: RequestInit) => handler(new Request(url, init))
    const client = createClient({ baseUrl: 'http://localhost', fetch })
    const { runId } = await client.startRun('any text')
    for await (const event of client.watch({ runId, after: 0 })) if (event.type === 'run_ended') break
    expect((await client.readRun(runId)).report.status).toBe('waiting')
  })
})

describe('resumeOnAnswer', () => {
  it('needs allowResume', () => {
    const create = () => createHandler({ host: memoryHost(), authenticate: () => null, resumeOnAnswer: true })
    expect(create).toThrow('createHandler: `resumeOnAnswer` needs `allowResume`, which resumes the run.')
  })
})
