import { expect, it } from 'vitest'
import type { SessionRequest } from '../../contract/driver.ts'
import { driverError } from '../../contract/driver-error.ts'
import type { PlanDraft } from '../../plan/model/plan.ts'
import { createRun } from '../../run/doors.ts'
import { driverReviewer } from '../../run/driver-reviewer.ts'
import { createMemoryFiles } from '../memory/memory-files.ts'
import { memoryHost } from '../memory/memory-host.ts'
import { recordSessions } from './record-sessions.ts'
import { createSessionRequest } from '../driver/create-session-request.ts'
import type { SessionRecording } from './session-recording.ts'
import { replaySessions } from './replay-sessions.ts'
import { createScriptedDriver, type SessionScript } from '../driver/scripted-driver.ts'
import { applyFiles, diffTrees, readTree } from './read-tree.ts'

const phase = (id: string, dependsOn: string[] = []): PlanDraft['phases'][number] => ({
  id,
  title: `Write ${id}`,
  dependsOn,
  body: `Write the file ${id}.txt.`,
})
const plan: PlanDraft = {
  goal: 'Three files',
  title: 'Three files',
  phases: [phase('a'), phase('b1', ['a']), phase('b2', ['a']), phase('c', ['b1', 'b2'])],
}

/** Writes what its phase asks for; the review of `b1` rejects once, and the session of `c` fails once. */
const createAgent = () => {
  let rejected = false
  let failed = false
  const script: SessionScript = async ({ prompt, role, workspace }, { emit }) => {
    if (role === 'reviewer') {
      const approved = !prompt.includes('Write b1') || rejected
      rejected ||= !approved
      const comments = approved
        ? []
        : [{ severity: 'major', message: 'Say it twice.', file: null, line: null, suggestion: null }]
      return { output: { approved, summary: 'seen', comments }, usage: { inputTokens: 2 } }
    }
    const id = /phase (\w+)/.exec(prompt)?.[1] ?? ''
    if (id === 'c' && !failed) {
      failed = true
      throw driverError('agent_failed', { message: 'It lost its way.' })
    }
    emit({ type: 'tool', name: 'edit', summary: `${id}.txt` })
    emit({ type: 'usage', usage: { inputTokens: 5 } })
    await workspace.fs.writeFile(
      `/src/${id}.txt`,
      prompt.includes('Say it twice') ? `${id}\n${id}\n` : `${id}\n`,
    )
    if (id === 'c') {
      await workspace.fs.rm('/src/a.txt')
      await workspace.fs.writeFile('/picture.bin', new Uint8Array([0, 255, 254, 7]))
    }
    return { text: `${id} is written.`, usage: { inputTokens: 5 } }
  }
  return createScriptedDriver(script, { reviews: script })
}

/** Runs the plan, and returns its commits and journal. */
const runWith = async (driver: Parameters<typeof createRun>[0]['driver'], uniqueId?: () => string) => {
  const host = memoryHost({ commands: () => ({ exitCode: 0, output: '' }) })
  const run = await createRun({
    plan,
    host: { ...host, ...(uniqueId ? { uniqueId } : {}) },
    ...(driver ? { driver } : {}),
    reviewers: [driverReviewer()],
    trust: 'autonomous',
    planApproved: true,
    artifacts: 'none',
  })
  const said: unknown[] = []
  run.on('session_progress', ({ progress }) => said.push(progress))
  const report = await run.start()
  const files: Record<string, string> = {}
  const workspace = await host.git.openWorkspace({ runId: 'inspect', base: report.head })
  for (const name of await workspace.fs.readdir('/src'))
    files[name] = new TextDecoder().decode(await workspace.fs.readFile(`/src/${name}`))
  return { report, said, files }
}

const record = async (): Promise<{
  recording: SessionRecording
  run: Awaited<ReturnType<typeof runWith>>
}> => {
  let recording: SessionRecording | undefined
  const driver = recordSessions(createAgent(), {
    save(value) {
      recording = value
    },
  })
  const run = await runWith(driver)
  return { recording: JSON.parse(JSON.stringify(recording)) as SessionRecording, run }
}

it('replays a recorded run to the same commits', async () => {
  const { recording, run } = await record()
  expect(run.report.status).toBe('completed')
  expect(recording.sessions.filter(({ role }) => role === 'developer')).toHaveLength(6)
  expect(recording.sessions.filter(({ role }) => role === 'reviewer')).toHaveLength(5)

  const driver = replaySessions({ load: () => recording })
  const replayed = await runWith(driver)
  expect(replayed.report.status).toBe('completed')
  expect(replayed.report.phases.map(({ commit }) => commit)).toEqual(
    run.report.phases.map(({ commit }) => commit),
  )
  expect(replayed.report.head).toBe(run.report.head)
  expect(replayed.files).toEqual({ 'b1.txt': 'b1\nb1\n', 'b2.txt': 'b2\n', 'c.txt': 'c\n' })
  expect(replayed.said).toEqual(run.said)
  expect(await driver.left()).toEqual([])
})

it('replays under another run id', async () => {
  const { recording, run } = await record()
  let ids = 0
  const replayed = await runWith(replaySessions({ load: async () => recording }), () => `another${++ids}`)
  expect(replayed.report.status).toBe('completed')
  expect(replayed.files).toEqual(run.files)
  expect(replayed.report.runId).not.toBe(run.report.runId)
})

it('replays the sessions of an agent that reports', async () => {
  const output = { status: 'done', summary: 'Written.', subtasks: [], files: [], notDone: [] }
  const scripted = createScriptedDriver(async ({ workspace }, _, number) => {
    await workspace.fs.writeFile(`/src/${number}.txt`, 'x')
    return { output }
  })
  const agent = { ...scripted, reports: 'output' as const }
  let recording: SessionRecording | undefined
  const run = await runWith(recordSessions(agent, { save: (value) => void (recording = value) }))
  expect(run.report.status).toBe('completed')
  const load = () => recording
  expect((await runWith(replaySessions({ load, reports: 'output' }))).report.head).toBe(run.report.head)
  expect(recording?.sessions[0]?.prompt).toContain('- Report `done`, `partial`, `failed` or `blocked`')
})

const ask = async (
  driver: ReturnType<typeof replaySessions>,
  more: Partial<SessionRequest> = {},
  files = new Map<string, string>(),
) =>
  driver.runSession(
    createSessionRequest({
      prompt: 'Write a.',
      workspace: { id: 'w', base: '0'.repeat(40), fs: createMemoryFiles(files) },
      ...more,
    }),
    { signal: new AbortController().signal, emit: () => {} },
  )

const oneSession = async (
  script: SessionScript,
  options: { secrets?: string[] } = {},
): Promise<SessionRecording> => {
  let recording: SessionRecording | undefined
  const driver = recordSessions(createScriptedDriver(script), {
    save(value) {
      recording = value
    },
    ...options,
  })
  await ask(driver as ReturnType<typeof replaySessions>).catch(() => {})
  if (!recording) throw new Error('Nothing was recorded.')
  return recording
}

it('reports where a request differs from the recording', async () => {
  const recording = await oneSession(() => ({ text: 'ok' }))
  const load = () => recording
  await expect(ask(replaySessions({ load }), { prompt: 'Write b.' })).rejects.toMatchObject({
    code: 'DRIVER_FAILED',
    details: { class: 'environment' },
    message: expect.stringMatching(
      /another prompt.*line 1: "Write a\."..*line 1: "Write b\.".*Record the run again/s,
    ),
  })
  await expect(ask(replaySessions({ load }), { role: 'reviewer', access: 'read' })).rejects.toThrow(
    /Requested: a session of the reviewer. The next session left is one of the developer/,
  )
  const twice = replaySessions({ load })
  await ask(twice)
  await expect(ask(twice)).rejects.toThrow(/No session is left/)
})

it('ignores numbers and paths in a prompt if no session matches exactly', async () => {
  let recording: SessionRecording | undefined
  const driver = recordSessions(
    createScriptedDriver((_, __, number) => ({ text: `answer ${number}` })),
    {
      save(value) {
        recording = value
      },
    },
  )
  for (const prompt of ['Took 12 ms in /tmp/x1', 'Took 13 ms in /tmp/x2'])
    await ask(driver as ReturnType<typeof replaySessions>, { prompt })
  const replay = replaySessions({ load: () => recording })
  expect(await ask(replay, { prompt: 'Took 13 ms in /tmp/x2' })).toMatchObject({ text: 'answer 1' })
  expect(await ask(replay, { prompt: 'Took 99 ms in /tmp/elsewhere' })).toMatchObject({ text: 'answer 0' })
})

it('distinguishes numbers if only the run id differs otherwise', async () => {
  let recording: SessionRecording | undefined
  const driver = recordSessions(
    createScriptedDriver((_, __, number) => ({ text: `answer ${number}` })),
    {
      save(value) {
        recording = value
      },
    },
  )
  const prompt = (run: string, phase: number): string =>
    `Phase ${phase}. Look at \`git show refs/amelia/${run}/phase/0\`, of 2026-01-0${phase}.`
  for (const phase of [1, 2])
    await ask(driver as ReturnType<typeof replaySessions>, { prompt: prompt('a', phase) })
  const replay = replaySessions({ load: () => recording })
  expect(await ask(replay, { prompt: prompt('b', 2) })).toMatchObject({ text: 'answer 1' })
})

it('keeps the bytes of binary files', async () => {
  const bytes = new Uint8Array([0, 255, 254, 7])
  const files = createMemoryFiles(new Map([['picture.bin', '?']]))
  const written: unknown[] = []
  const fs = {
    ...files,
    readFile: async () => bytes,
    writeFile: async (_path: string, content: Uint8Array | string) => void written.push(content),
  }
  const tree = await readTree(fs, [])
  await applyFiles(fs, JSON.parse(JSON.stringify(diffTrees(new Map(), tree))) as ReturnType<typeof diffTrees>)
  expect(written).toEqual([bytes])
  expect(diffTrees(tree, tree)).toEqual({})
})

it('replays a failure with its class and its time to wait', async () => {
  const recording = await oneSession(() => {
    throw driverError('rate_limited', { retryAfterMs: 9_000, message: 'slow down' })
  })
  await expect(ask(replaySessions({ load: () => recording }))).rejects.toMatchObject({
    details: { class: 'rate_limited', retryAfterMs: 9_000 },
    message: 'slow down',
  })
  const other = await oneSession(() => {
    throw new Error('odd')
  })
  await expect(ask(replaySessions({ load: () => other }))).rejects.toMatchObject({
    details: { class: 'agent_failed' },
  })
})

it('omits secrets, and folders that are never committed', async () => {
  const recording = await oneSession(
    async ({ workspace }, { emit }) => {
      emit({ type: 'text', text: 'the pass is hunter22' })
      await workspace.fs.writeFile('/node_modules/x/index.js', 'x')
      await workspace.fs.writeFile('/a.txt', 'hunter22')
      return { text: 'hunter22', output: { key: `AKIA${'Q7'.repeat(8)}` } }
    },
    { secrets: ['hunter22'] },
  )
  expect(JSON.stringify(recording)).not.toMatch(/hunter22|AKIA/)
  expect(Object.keys(recording.sessions[0]?.files ?? {})).toEqual(['/a.txt'])
})

it('records a session that was stopped as interrupted, and the session that continues it', async () => {
  const stop = new AbortController()
  let recording: SessionRecording | undefined
  const scripted = createScriptedDriver(
    async ({ workspace }, _, number, session) => {
      await session.once('a', () => workspace.fs.writeFile('/a', 'a'))
      if (number === 0) stop.abort(new Error('stopped'))
      await session.once('b', () => workspace.fs.writeFile('/b', 'b'))
    },
    { resume: 'machine' },
  )
  const driver = recordSessions(scripted, { save: (value) => void (recording = value) })
  expect(driver.resume).toBe('machine')
  const workspace = { id: 'w', base: '0'.repeat(40), fs: createMemoryFiles(new Map()) }
  const request = createSessionRequest({ prompt: 'x', workspace })
  await expect(driver.runSession(request, { signal: stop.signal, emit: () => {} })).rejects.toThrow('stopped')
  await ask(driver as ReturnType<typeof replaySessions>, { resume: 'session-0', prompt: 'Continue.' })

  const replay = replaySessions({ load: () => recording, resume: 'machine' })
  expect(replay.resume).toBe('machine')
  await expect(ask(replay, { resume: 'session-1', prompt: 'Continue.' })).rejects.toThrow(/resumes session-1/)
  await expect(ask(replay, { prompt: 'x' })).rejects.toMatchObject({ details: { class: 'interrupted' } })
  expect(await ask(replay, { resume: 'session-0', prompt: 'Continue.' })).toMatchObject({
    sessionId: 'session-0',
  })
  expect(recording?.sessions.map(({ progress }) => progress)).toEqual([
    [{ type: 'session', sessionId: 'session-0' }],
    [{ type: 'session', sessionId: 'session-0' }],
  ])
})

it('reports a recording that cannot be stored or read', async () => {
  const driver = recordSessions(createScriptedDriver(), {
    save: () => Promise.reject(new Error('the disk is full')),
  })
  await expect(ask(driver as ReturnType<typeof replaySessions>)).rejects.toMatchObject({
    details: { class: 'environment' },
    message: 'Could not record the session: the disk is full',
  })
  for (const value of [undefined, 7, {}, { format: 'amelia-sessions-1', sessions: [{}] }])
    await expect(ask(replaySessions({ load: () => value }))).rejects.toMatchObject({
      details: { class: 'environment' },
      message: expect.stringContaining('Not a valid recording of sessions'),
    })
})

it('refuses wrong options', () => {
  const options = { save: () => {} }
  expect(() => recordSessions(5 as never, options)).toThrow('`driver` must be a driver, such as claude()')
  expect(() => recordSessions(createAgent(), {} as never)).toThrow('recordSessions: `save` must be')
  expect(() => recordSessions(createAgent(), { ...options, leavOut: [] } as never)).toThrow('`leaveOut`?')
  expect(() => replaySessions({} as never)).toThrow('replaySessions: `load` must be a function')
  expect(() => replaySessions({ load: () => ({}), report: 'text' } as never)).toThrow('`reports`?')
})
