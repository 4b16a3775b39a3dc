import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { message, threadFile } from './fake-sdk.ts'
import { failure, good, stage } from './fake-stage.ts'

it('reports the id before anything else, and resumes with the same model, schema and sandbox', async () => {
  const { driver, session, sessions, progress } = stage(good, { model: 'default', effort: 'low' })
  expect(driver.resume).toBe('machine')
  const request = { model: 'chosen', outputSchema: { type: 'object' }, access: 'read' } as const
  const { sessionId } = await session(request)
  expect(progress[0]).toEqual({ type: 'session', sessionId })
  await session({ ...request, resume: sessionId! })
  const [first, second] = sessions
  expect(second!.resumed).toBe(sessionId)
  expect(second!.outputSchema).toEqual(request.outputSchema)
  expect(second!.options).toEqual(first!.options)
  expect(first!.options).toMatchObject({
    model: 'chosen',
    sandboxMode: 'read-only',
    modelReasoningEffort: 'low',
  })
})

it('starts nothing for a session whose log is gone or incomplete', async () => {
  const { session, sessions, home } = stage()
  const { sessionId } = await session()
  const path = threadFile(home, sessionId!)
  const text = readFileSync(path, 'utf8')
  writeFileSync(path, text.slice(0, text.indexOf('\n') + 1))
  await expect(session({ resume: sessionId! })).rejects.toMatchObject(
    failure('session_lost', /cannot resume thread-0: the end of its log is missing/),
  )
  writeFileSync(path, text)
  await session({ resume: sessionId! })
  rmSync(path)
  await expect(session({ resume: sessionId! })).rejects.toMatchObject(
    failure('session_lost', /its log does not exist/),
  )
  expect(sessions).toHaveLength(2)
})

it('is interrupted by a signal that the program itself handles', async () => {
  const { session } = stage(async function* (own) {
    yield message('I work.')
    own.log({ type: 'turn_aborted', reason: 'interrupted' })
    throw new Error('Codex Exec exited with code 1: Reading prompt from stdin...\n')
  })
  await expect(session()).rejects.toMatchObject(failure('interrupted', /by a signal/))
  // The next turn of the thread is judged by itself.
  const again = stage(async function* (own) {
    if (own.resumed === undefined) own.log({ type: 'turn_aborted', reason: 'interrupted' })
    else throw new Error('Codex Exec exited with code 1: it broke')
    yield* good(own)
  })
  const { sessionId } = await again.session()
  await expect(again.session({ resume: sessionId! })).rejects.toMatchObject(
    failure('agent_failed', /it broke/),
  )
})

it('reports the failure of a session that resumes an interrupted thread and begins no turn', async () => {
  const { session, sessions } = stage(async function* (own) {
    yield message('I work.')
    own.log({ type: 'turn_aborted', reason: 'interrupted' })
    throw new Error('Codex Exec exited with code 1: Reading prompt from stdin...\n')
  })
  await expect(session()).rejects.toMatchObject(failure('interrupted', /by a signal/))
  const [first] = sessions
  first!.refuseNext = new Error('Codex Exec exited with code 1: Error loading config.toml: bad')
  await expect(session({ resume: first!.threadId })).rejects.toMatchObject(
    failure('environment', /loading config/),
  )
})

it('has a transcript, which is the log of its thread', async () => {
  const { driver, session, home } = stage()
  const { sessionId } = await session({ prompt: 'Write it down.' })
  const transcript = await driver.readTranscript?.(sessionId!)
  expect(transcript).toEqual({ format: 'jsonl', text: readFileSync(threadFile(home, sessionId!), 'utf8') })
  expect(transcript?.text).toContain('Write it down.')
  expect(await driver.readTranscript?.('another')).toBeUndefined()
  expect(readdirSync(join(home, 'amelia'))).toEqual([`${sessionId}.length`])
})
