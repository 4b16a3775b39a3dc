import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AmeliaError, readRun } from '@amelia/core'
import { createScriptedDriver } from '@amelia/core/testing'
import { describe, expect, it } from 'vitest'
import { createClient } from '../src/client.ts'
import { createHandler, type HandlerOptions } from '../src/index.ts'
import { alone, clientOf, collect, sendTo, serveRun } from './served-run.ts'

const agent = () =>
  createScriptedDriver(async ({ workspace }, { emit }) => {
    emit({ type: 'text', text: 'working' })
    await workspace.fs.writeFile('/a.txt', 'a\n')
    return {}
  })

describe('the details of a run', () => {
  it('are the prompt, a transcript and the changes, for every caller', async () => {
    const { handler, run, runId } = await serveRun(
      { authenticate: () => ({ access: 'read' }) },
      { plan: { phases: [{ id: 'a', title: 'A', body: 'Do a.' }] }, driver: agent() },
    )
    await run.start()
    const client = clientOf(handler)
    const details = await client.readPhase(runId, 'a')
    expect(details).toMatchObject({ dependsOn: [], transcripts: [{ role: 'developer' }] })
    expect(await client.readTranscript(runId, details.transcripts[0]!.name)).toContain('working')
    const [file] = await client.readDiff(runId, 'a')
    expect(file).toMatchObject({ path: 'a.txt', status: 'added', hunks: [{ lines: ['+a'] }] })
    expect(await client.readDiff(runId)).toEqual([file])
  })

  it('are refused for other names, and without a repository', async () => {
    const { handler, host, run, runId } = await serveRun()
    await run.start()
    const client = clientOf(handler)
    const invalid = { code: 'OPTION_INVALID' }
    await expect(client.readPhase(runId, '../a')).rejects.toMatchObject(invalid)
    await expect(client.readTranscript(runId, '../../journal')).rejects.toMatchObject(invalid)
    await expect(client.readDiff(runId, 'x')).rejects.toMatchObject(invalid)
    await expect(client.readPhase('x..y', 'a')).rejects.toMatchObject(invalid)
    await expect(client.readDiff('none')).rejects.toMatchObject({ code: 'RUN_NOT_FOUND' })
    const bare = createHandler({ store: host.store, authenticate: () => ({ access: 'start' }) })
    await expect(clientOf(bare).readDiff(runId)).rejects.toMatchObject({ details: { status: 404 } })
    await expect(clientOf(bare).revertRun(runId)).rejects.toMatchObject({ details: { status: 404 } })
    expect(await clientOf(bare).readAccess()).toMatchObject({ canRevert: false })
  })
})

describe('the proven phases of a run', () => {
  it('are in its report and in the beginning of its view', async () => {
    const errors: unknown[] = []
    let found: number | undefined | Error = 2
    const findProven: HandlerOptions['findProven'] = ({ commits }) => {
      expect(commits).toHaveLength(3)
      if (found instanceof Error) throw found
      return found
    }
    const { handler, run, runId } = await serveRun({ findProven, onError: (error) => errors.push(error) })
    await run.start()
    const read = async (): Promise<unknown[]> => {
      const client = clientOf(handler)
      const [begun] = await collect(client.watch({ runId, views: true, after: 1_000 }))
      const inView = begun?.type === 'run_changed' && begun.report.statements?.proven
      return [(await client.readRun(runId)).report.statements?.proven, inView]
    }
    expect(await read()).toEqual([2, 2])
    found = undefined
    expect(await read()).toEqual([undefined, undefined])
    found = new Error('unreadable')
    expect(await read()).toEqual([undefined, undefined])
    expect(errors).toEqual([found, found])
  })
})

describe('a caller', () => {
  it('reads what the caller may do', async () => {
    const { host } = await serveRun()
    const options: Partial<HandlerOptions> = {
      allowStart: () => ({ ...alone, host }),
      allowResume: ({ runId }) => ({ host, runId }),
      checkPlan: () => ({ issues: [] }),
    }
    const accessOf = async (access: 'read' | 'operate' | 'start', more = options) =>
      clientOf(createHandler({ host, authenticate: () => ({ access }), ...more })).readAccess()
    const yes = { canStart: true, canResume: true, canRevert: true, canCheck: true }
    expect(await accessOf('start')).toEqual({ access: 'start', ...yes })
    expect(await accessOf('operate')).toEqual({
      access: 'operate',
      ...yes,
      canStart: false,
      canResume: false,
    })
    expect(await accessOf('read')).toMatchObject({ canStart: false, canResume: false, canRevert: false })
    expect(await accessOf('start', {})).toEqual({
      ...{ access: 'start', canStart: false, canResume: false, canRevert: true, canCheck: false },
    })
  })

  it('checks a plan with the function of the server, and starts a run with a trust level', async () => {
    const { host } = await serveRun()
    const seen: object[] = []
    const server = createHandler({
      host,
      authenticate: () => ({ access: 'start' }),
      checkPlan: ({ plan: text, select }) => ({ issues: [], text, select }),
      allowStart: ({ trust, select, acceptSkipped }) => {
        seen.push({ trust, select, acceptSkipped })
        return { ...alone, host, reviewers: [], artifacts: 'none' }
      },
    })
    const client = clientOf(server)
    expect(await client.checkPlan('the plan')).toEqual({ issues: [], text: 'the plan' })
    expect(await client.checkPlan('two plans', { select: 'Issue #18' })).toMatchObject({
      select: 'Issue #18',
    })
    const { runId } = await client.startRun('the plan', { trust: 'paranoid', select: 'Issue #18' })
    await collect(client.watch({ runId }))
    await client.startRun('the plan', { acceptSkipped: true })
    expect(seen).toEqual([{ trust: 'paranoid', select: 'Issue #18' }, { acceptSkipped: true }])
    await expect(client.startRun('the plan', { acceptSkipped: 'yes' as never })).rejects.toMatchObject({
      details: { option: 'acceptSkipped' },
    })
    await expect(client.checkPlan('the plan', { select: '' })).rejects.toMatchObject({
      details: { option: 'select' },
    })
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ plan: 'the plan', select: '' })
    const refused = await server(new Request('http://localhost/v1/check', { method: 'POST', headers, body }))
    expect(refused.status).toBe(400)
    await expect(client.startRun('the plan', { trust: 'full' as never })).rejects.toMatchObject({
      details: { reason: 'body' },
    })
    const { handler } = await serveRun()
    await expect(clientOf(handler).checkPlan('x')).rejects.toMatchObject({ details: { reason: 'forbidden' } })
  })

  it('leaves the start and the resumption of a run to the server', async () => {
    const { host, run, runId } = await serveRun({}, { trust: 'paranoid' })
    await run.start()
    const seen: object[] = []
    const client = clientOf(
      createHandler({
        host,
        authenticate: () => ({ access: 'start' }),
        allowStart({ caller: _, ...request }) {
          seen.push(request)
          return { runId: 'elsewhere' }
        },
        allowResume({ runId: id }) {
          seen.push({ id })
          return { runId: id }
        },
      }),
    )
    expect(await client.startRun('the plan', { runId: 'mine' })).toEqual({ runId: 'elsewhere' })
    expect(await client.resumeRun(runId)).toEqual({ runId })
    expect(seen).toEqual([{ plan: 'the plan', runId: 'mine' }, { id: runId }])
    // Nothing was started here.
    expect(await client.listRuns()).toMatchObject([{ runId, locked: false, status: 'waiting' }])
  })

  it('waits until the process that asked a question has ended, before it resumes the run', async () => {
    const { host, run, runId } = await serveRun({}, { trust: 'paranoid' })
    await run.start()
    let isLocked = true
    const lockOf: typeof host.store.lockOf = async () => ({ locked: isLocked })
    const client = clientOf(
      createHandler({
        host: { ...host, store: { ...host.store, lockOf } },
        authenticate: () => ({ access: 'start' }),
        allowResume: ({ runId: id }) => ({ runId: id }),
      }),
    )
    /** Lets the request read, then advances its clock. */
    const pass = async (rounds: number): Promise<void> => {
      for (let round = 0; round < rounds; round++) {
        await new Promise((resolve) => setImmediate(resolve))
        host.clock.advance(100)
      }
    }
    const resumed = client.resumeRun(runId)
    await pass(20)
    isLocked = false
    await pass(20)
    await resumed
    isLocked = true
    const refused = expect(client.resumeRun(runId)).rejects.toMatchObject({ code: 'RUN_LOCKED' })
    await pass(200)
    await refused
  })

  it('resumes a run that waits, and reverts it', async () => {
    const { host, run, runId } = await serveRun({}, { trust: 'paranoid' })
    const report = await run.start()
    const errors: unknown[] = []
    const serve = (access: 'read' | 'operate' | 'start', more: Partial<HandlerOptions> = {}) =>
      createHandler({
        ...{ host, authenticate: () => ({ access }), onError: (error) => errors.push(error) },
        allowResume: ({ runId: id, caller }) => {
          expect([id, caller.access]).toEqual([runId, 'start'])
          return { host, runId: id, onGate: (gate) => gate.choices.approve?.() }
        },
        ...more,
      })
    for (const path of ['resume', 'revert'])
      expect(await sendTo(serve('read'), `/v1/runs/${runId}/${path}`, { body: {} })).toMatchObject({
        status: 403,
      })
    await expect(clientOf(serve('operate')).resumeRun(runId)).rejects.toMatchObject({
      details: { reason: 'forbidden' },
    })
    await expect(
      clientOf(createHandler({ host, authenticate: () => ({ access: 'start' }) })).resumeRun(runId),
    ).rejects.toMatchObject({ details: { reason: 'forbidden' } })
    const client = clientOf(serve('start'))
    expect(report.status).toBe('waiting')
    const watching = collect(client.watch({ runId }))
    await client.resumeRun(runId)
    expect((await watching).at(-1)).toMatchObject({ type: 'run_ended', status: 'completed' })
    await expect(client.resumeRun(runId)).rejects.toMatchObject({ code: 'RUN_ENDED' })
    await expect(client.resumeRun('none')).rejects.toMatchObject({ code: 'RUN_NOT_FOUND' })
    expect(await clientOf(serve('operate')).revertRun(runId)).toMatchObject({ reverted: true })
    expect((await readRun({ host, runId })).report.reverted).toBe(true)
    expect(errors).toEqual([])
  })
})

it('is resumed once when two resumes of it arrive together', async () => {
  const { host, run, runId } = await serveRun({}, { trust: 'paranoid' })
  await run.start()
  const errors: unknown[] = []
  const client = clientOf(
    createHandler({
      ...{ host, authenticate: () => ({ access: 'start' }), onError: (error) => errors.push(error) },
      allowResume: () => ({ host, runId, onGate: (gate) => gate.choices.approve?.() }),
    }),
  )
  const resumes = await Promise.allSettled([client.resumeRun(runId), client.resumeRun(runId)])
  expect(resumes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(resumes.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'RUN_LOCKED' },
  })
  expect((await collect(client.watch({ runId }))).at(-1)).toMatchObject({ status: 'completed' })
  expect(errors).toEqual([])
})

it('views reach a client over a real connection, and again after it was cut', async () => {
  const { handler, run, runId } = await serveRun()
  await run.start()
  let requests = 0
  const server = createServer((incoming, outgoing) => {
    const cut = requests++ === 0
    void handler(
      new Request(`http://127.0.0.1${incoming.url}`, { headers: incoming.headers as Record<string, string> }),
    ).then(async (response) => {
      outgoing.writeHead(response.status, Object.fromEntries(response.headers))
      for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
        outgoing.write(chunk)
        if (cut && chunk.length > 100) return outgoing.destroy()
      }
      outgoing.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const { port } = server.address() as AddressInfo
    const client = createClient({ baseUrl: `http://127.0.0.1:${port}` })
    const seen = await collect(client.watch({ runId, views: true }))
    const changes = seen.filter((event) => event.type === 'run_changed')
    expect(changes.at(-1)).toMatchObject({ plan: { title: 'Three' }, report: { status: 'completed' } })
    expect(requests).toBe(2)
    const seqs = seen.flatMap((event) => ('seq' in event ? [event.seq] : []))
    expect(seqs).toEqual(seqs.map((_, index) => index + 1))
  } finally {
    server.close()
  }
})

it.each(['checkPlan', 'authenticate', 'allowStart'])(
  'the message of an error that %s throws reaches only the server',
  async (option) => {
    const { host, run } = await serveRun()
    const errors: unknown[] = []
    const fails = (): never => {
      throw new AmeliaError('OPTION_INVALID', 'The config at /srv/secret is wrong.', { option: 'x' })
    }
    const handler = createHandler({
      ...{ host, authenticate: () => ({ access: 'start' }), onError: (error) => errors.push(error) },
      [option]: fails,
    })
    const client = clientOf(handler)
    const called = option === 'allowStart' ? client.startRun('x') : client.checkPlan('x')
    const error: unknown = await called.catch((caught: unknown) => caught)
    expect(error).toMatchObject({ code: 'INTERNAL' })
    expect(String(error)).not.toContain('/srv/secret')
    expect(errors).toHaveLength(1)
    expect(errors).toMatchObject([{ cause: { message: 'The config at /srv/secret is wrong.' } }])
    await run[Symbol.asyncDispose]()
  },
)
