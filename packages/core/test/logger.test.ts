import { describe, expect, it } from 'vitest'
import { createRun, type Logger, openRun, runEventTypes } from '../src/index.ts'
import { createScriptedDriver, memoryHost, recordEvents } from '../src/testing.ts'

const plan = { phases: [{ id: 'a', title: 'A' }] }
const common = { plan, trust: 'autonomous', reviewers: [] } as const

/** A logger with a list of its lines. Its methods need `this`, as those of some loggers do. */
const createLog = () => {
  const lines: { level: string; object: object; message: string }[] = []
  const method = (level: string) =>
    function (this: unknown, object: object, message: string): void {
      if (this !== logger) throw new Error('called without its logger')
      lines.push({ level, object, message })
    }
  const logger: Logger = {
    debug: method('debug'),
    info: method('info'),
    warn: method('warn'),
    error: method('error'),
  }
  return { logger, lines }
}

describe('the logger of a run', () => {
  it('receives each event once, in order, with a level and a message', async () => {
    const { logger, lines } = createLog()
    const run = await createRun({ ...common, host: memoryHost(), driver: createScriptedDriver(), logger })
    const events = recordEvents(run)
    await run.start()
    expect(lines.map(({ object }) => object)).toMatchObject(events.map(({ seq, type }) => ({ seq, type })))
    expect(lines.filter(({ level }) => level === 'warn' || level === 'error')).toEqual([])
    expect(lines).toContainEqual(expect.objectContaining({ level: 'info', message: 'phase completed: a' }))
    expect(lines.at(-1)).toMatchObject({ level: 'info', message: 'run ended: completed' })
    expect(lines.at(-1)!.object).not.toHaveProperty('report')
    expect(events.at(-1)).toHaveProperty('report')
    expect(lines.some(({ level }) => level === 'debug')).toBe(true)
  })

  it('receives failures as errors and retries as warnings, without secrets', async () => {
    const { logger, lines } = createLog()
    const token = `ghp_${'b'.repeat(36)}`
    let failures = 0
    const driver = createScriptedDriver(() => {
      throw new Error(`failed at ${++failures} with ${token}`)
    })
    const run = await createRun({ ...common, host: memoryHost(), driver, logger })
    await run.start()
    const levels = Object.fromEntries(lines.map(({ level, message }) => [message, level]))
    expect(levels).toMatchObject({
      'phase retry: a': 'warn',
      'phase failed: a': 'error',
      'run ended: failed': 'error',
    })
    expect(JSON.stringify(lines)).not.toContain(token)
  })

  it('receives only new events of a resumed run', async () => {
    const host = memoryHost()
    const run = await createRun({ ...common, host, driver: createScriptedDriver() })
    run.cancel()
    const { events } = (await run.start()) && { events: recordEvents(run) }
    const { logger, lines } = createLog()
    await (await openRun({ host, runId: run.id, driver: createScriptedDriver(), logger })).start()
    expect(lines[0]?.object).toMatchObject({ type: 'run_resumed', seq: events.length + 1 })
  })

  it('does not affect the run if it throws', async () => {
    const errors: unknown[] = []
    const fail = (): void => {
      throw new Error('the disk is full')
    }
    const logger: Logger = { debug: fail, info: fail, warn: fail, error: fail }
    const onListenerError = (error: unknown): void => void errors.push(error)
    const options = { ...common, host: memoryHost(), driver: createScriptedDriver(), logger, onListenerError }
    const run = await createRun(options)
    const events = recordEvents(run)
    expect((await run.start()).status).toBe('completed')
    expect(errors).toHaveLength(events.length)
    expect(runEventTypes).toContain(events[0]?.type)
  })
})
