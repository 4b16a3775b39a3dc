import { fork } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createRequire } from 'node:module'
import { AmeliaError, openRun, type Report, type RunEvent } from '@amelia/core'
import { driverError } from '@amelia/core/plugin'
import { createManualClock, createScriptedDriver } from '@amelia/core/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { nodeHost } from '@amelia/node'
import { drainOnSignal } from '../src/lib/drain-on-signal.ts'
import { run } from '../src/lib/run.ts'
import type { RunFileOptions } from '../src/lib/run-file-options.ts'
import { createRepository, type TemporaryRepository } from '../../../test/fixtures/temporary-repository.ts'

const plan = `# Greeter

| Phase | Name | Depends On |
|-------|------|------------|
| 1 | Greet | - |
| 2 | Part | 1 |

## Phase 1: Greet

Write \`phase-1.txt\`.

## Phase 2: Part

Write \`phase-2.txt\`.
`

const prepare = (text = plan): TemporaryRepository => {
  const repository = createRepository()
  onTestFinished(repository.close)
  repository.write('plan.md', text)
  repository.sh('add', 'plan.md')
  repository.sh('commit', '-q', '-m', 'Add a plan')
  return repository
}

/** An agent that writes one file for each phase. */
const writer = () =>
  createScriptedDriver(async ({ workspace }, _, number) => {
    await workspace.fs.writeFile(`phase-${number + 1}.txt`, 'done\n')
  })

const base = ({ repo, slots }: TemporaryRepository) =>
  ({ cwd: repo, slots, artifacts: 'none', trust: 'autonomous' }) as const

describe('run', () => {
  it('takes drivers by phase and in order of failover', async () => {
    const repository = prepare()
    const named = (id: string) => Object.assign(writer(), { id, provider: id })
    const limited = Object.assign(
      createScriptedDriver(() => {
        throw driverError('rate_limited', { retryAfterMs: 3_600_000 })
      }),
      { id: 'limited', provider: 'limited' },
    )
    const [spare, second] = [named('spare'), named('second')]
    const driver = { default: [limited, spare], phases: { 2: second } }
    const report = await run('plan.md', { ...base(repository), driver, models: { phases: { 2: 'm' } } })
    expect(report.status).toBe('completed')
    const asked = [limited, spare, second].map(({ requests }) =>
      requests.map(({ role, model }) => [role, model]),
    )
    expect(asked).toEqual([
      [['developer', undefined]],
      [
        ['developer', undefined],
        ['reviewer', undefined],
        ['reviewer', undefined],
      ],
      [['developer', 'm']],
    ])
  })

  it('runs the plan in a file and returns the report', async () => {
    const repository = prepare()
    const driver = writer()
    const events: RunEvent[] = []
    const report = await run('plan.md', {
      ...base(repository),
      driver,
      verify: 'ls phase-1.txt',
      onEvent: (event) => events.push(event),
    })
    expect(report).toMatchObject({ status: 'completed', goal: 'Greeter' })
    const roles = driver.requests.map(({ role }) => role)
    expect(roles).toEqual(['developer', 'reviewer', 'developer', 'reviewer'])
    expect(repository.sh('ls-tree', '--name-only', report.target)).toContain('phase-1.txt\nphase-2.txt')
    expect(events.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['run_started', 'verification_completed']),
    )
    expect(events.at(-1)).toMatchObject({ type: 'run_ended', report: { status: 'completed' } })
    expect(repository.sh('status', '--porcelain')).toBe('')
  })

  it('ends as waiting when nothing answers a gate, and can be resumed', async () => {
    const repository = prepare()
    const driver = writer()
    const waiting = await run('plan.md', { ...base(repository), driver, trust: 'paranoid' })
    expect(waiting).toMatchObject({ status: 'waiting', gates: [{ kind: 'checkpoint' }] })
    const resumed = await openRun({
      host: nodeHost({ repo: repository.repo, slots: repository.slots }),
      runId: waiting.runId,
      driver,
      onGate: (gate) => gate.choices.approve?.(),
    })
    expect(await resumed.start()).toMatchObject({ status: 'completed' })
  })

  it('stops when its signal aborts, and starts nothing if it has aborted before', async () => {
    const repository = prepare()
    const driver = writer()
    const stop = new AbortController()
    const onEvent = ({ type }: RunEvent): void => {
      if (type === 'phase_started') stop.abort(new Error('enough'))
    }
    const options = { ...base(repository), driver, signal: stop.signal, onEvent }
    const report = await run('plan.md', options)
    expect(report.status).toBe('cancelled')
    expect(report.phases.map(({ status }) => status)).toEqual(['completed', 'cancelled'])
    const before = repository.sh('for-each-ref')
    await expect(run('plan.md', options)).rejects.toThrow('enough')
    expect(repository.sh('for-each-ref')).toBe(before)
  })

  it('asks onGate', async () => {
    const repository = prepare()
    const kinds: string[] = []
    const report = await run(pathToFileURL(join(repository.repo, 'plan.md')), {
      ...base(repository),
      driver: writer(),
      trust: 'paranoid',
      onGate: (gate) => {
        kinds.push(gate.kind)
        return gate.choices.approve?.()
      },
    })
    expect(report.status).toBe('completed')
    expect(kinds).toEqual(['checkpoint', 'checkpoint'])
  })

  it('fails a phase whose check fails', async () => {
    const repository = prepare()
    const report = await run('plan.md', {
      ...base(repository),
      driver: writer(),
      maxAttempts: 1,
      verify: { lint: 'ls phase-1.txt', test: ['ls', 'missing.txt'] },
    })
    expect(report.phases[0]?.checks).toMatchObject([
      { name: 'lint', passed: true },
      { name: 'test', passed: false },
    ])
    expect(report.status).not.toBe('completed')
  })

  it('refuses a plan that holds a secret of the environment, without showing it', async () => {
    process.env['GREETER_API_KEY'] = 'value-of-the-key-1234'
    onTestFinished(() => {
      delete process.env['GREETER_API_KEY']
    })
    const repository = prepare(plan.replace('Write `phase-1.txt`.', 'Use value-of-the-key-1234.'))
    const failed = run('plan.md', { ...base(repository), driver: writer() })
    await expect(failed).rejects.toMatchObject({ code: 'PLAN_INVALID' })
    await expect(failed).rejects.not.toThrow('value-of-the-key-1234')
  })

  it.each<[string, Parameters<typeof run>[0], RunFileOptions, string, string]>([
    ['a missing file', 'missing.md', {}, 'file', 'file not found'],
    ['a folder without a plan', '.', {}, 'file', 'is not the folder of a plan'],
    ['an empty path', '', {}, 'file', 'not ""'],
    ['a URL that is not a file', new URL('https://example.org/plan.md'), {}, 'file', 'https://example.org'],
    [
      'a folder of another type',
      'plan.md',
      { cwd: 1 as unknown as string },
      'cwd',
      'run: `cwd` must be a text; got 1',
    ],
    ['a check that needs a shell', 'plan.md', { verify: 'a && b' }, 'verify', 'needs a shell for &&'],
    ['an unclosed quote', 'plan.md', { verify: "echo 'a" }, 'verify', "has an unclosed '"],
    ['an empty check', 'plan.md', { verify: { lint: ' ' } }, 'verify', 'The check "lint" is empty'],
    ['a list of checks', 'plan.md', { verify: [] as never }, 'verify', 'run: `verify` must be a command'],
    ['no check', 'plan.md', { verify: null as never }, 'verify', 'run: `verify` must be a command'],
    ['an unknown option', 'plan.md', { onEvents() {} } as never, 'onEvents', 'Did you mean `onEvent`?'],
    ['an unknown option of the host', 'plan.md', { slot: '' } as never, 'slot', 'Did you mean `slots`?'],
    ['a repository', 'plan.md', { repo: '.' } as never, 'repo', 'run: `repo` is not known. Known are: cwd,'],
    [
      'a wrong option of the host',
      'plan.md',
      { setup: 'npm ci' } as never,
      'setup',
      'nodeHost: `setup` must',
    ],
    ['an unknown trust level', 'plan.md', { trust: 'none' as 'standard' }, 'trust', 'must be one of'],
  ])('refuses %s', async (_, file, options, option, message) => {
    const repository = prepare()
    const failed = run(file, { ...base(repository), driver: writer(), ...options })
    await expect(failed).rejects.toMatchObject({ code: 'OPTION_INVALID', details: { option } })
    await expect(failed).rejects.toThrow(message)
  })

  it('names the file of a plan with errors', async () => {
    const repository = prepare(plan.replace('| 2 | Part | 1 |', '| 2 | Part | 7 |'))
    const error: unknown = await run('plan.md', { ...base(repository), driver: writer() }).catch(
      (reason: unknown) => reason,
    )
    expect(AmeliaError.is(error, 'PLAN_INVALID') && error.details.issues[0]).toMatchObject({ line: 6 })
    expect(error).toMatchObject({
      message: expect.stringContaining(`${join(repository.repo, 'plan.md')}: `),
    })
  })

  it('reads the format that is named', async () => {
    const repository = prepare()
    const driver = writer()
    const report = await run('plan.md', { ...base(repository), driver, format: 'single', reviewers: [] })
    expect(report.phases).toHaveLength(1)
    expect(driver.requests).toHaveLength(1)
  })
})

describe('a signal', () => {
  interface Message {
    type: RunEvent['type'] | 'session' | 'report'
    report?: Report
  }

  /** Runs the plan in a child process, whose agent finishes a session when it receives a message. */
  const start = (repository: TemporaryRepository) => {
    const loader = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
    const child = fork(
      join(import.meta.dirname, 'fixtures/run-plan.ts'),
      [repository.repo, repository.slots],
      {
        execArgv: ['--conditions=amelia-source', '--import', loader],
      },
    )
    onTestFinished(() => {
      child.kill('SIGKILL')
    })
    const messages: Message[] = []
    const waiting = new Map<Message['type'], (message: Message) => void>()
    child.on('message', (message: Message) => {
      messages.push(message)
      waiting.get(message.type)?.(message)
    })
    const exited = new Promise<number | null>((finish) => child.once('exit', finish))
    const next = (type: Message['type']) =>
      new Promise<Message>((found) => {
        const known = messages.find((message) => message.type === type)
        if (known) found(known)
        else waiting.set(type, found)
      })
    return { child, next, exited }
  }

  it.each(['SIGINT', 'SIGTERM'] as const)('%s drains the run', { timeout: 60_000 }, async (signal) => {
    const { child, next, exited } = start(prepare())
    await next('session')
    child.kill(signal)
    await next('run_draining')
    child.send('finish')
    const { report } = await next('report')
    expect(report?.status).toBe('cancelled')
    expect(report?.phases.map(({ status }) => status)).toEqual([
      'completed',
      expect.not.stringMatching('completed'),
    ])
    expect(await exited).toBe(0)
  })

  it('cancels the run if it is the second', { timeout: 60_000 }, async () => {
    const { child, next, exited } = start(prepare())
    await next('session')
    child.kill('SIGTERM')
    await next('run_draining')
    child.kill('SIGINT')
    const { report } = await next('report')
    expect(report?.status).toBe('cancelled')
    expect(report?.phases.map(({ status }) => status)).not.toContain('completed')
    expect(await exited).toBe(0)
  })

  it('has its default effect if it is the third', () => {
    const before = process.listenerCount('SIGINT')
    const calls: string[] = []
    const stopWatching = drainOnSignal({
      drain: () => calls.push('drain'),
      cancel: () => calls.push('cancel'),
    })
    expect(process.listenerCount('SIGINT')).toBe(before + 1)
    process.emit('SIGINT')
    expect(process.listenerCount('SIGINT')).toBe(before + 1)
    process.emit('SIGTERM')
    expect(process.listenerCount('SIGINT')).toBe(before)
    expect(calls).toEqual(['drain', 'cancel'])
    stopWatching()
    expect(process.listenerCount('SIGTERM')).toBe(before)
  })

  it.each(['SIGINT', 'SIGTERM'] as const)('counts copies of %s as one', async (signal) => {
    const calls: string[] = []
    const clock = createManualClock()
    const run = { drain: () => calls.push('drain'), cancel: () => calls.push('cancel') }
    const stopWatching = drainOnSignal(run, clock)
    for (let copy = 0; copy < 3; copy++) process.emit(signal)
    clock.advance(100)
    await new Promise(setImmediate)
    expect(calls).toEqual(['drain'])
    process.emit(signal)
    expect(calls).toEqual(['drain', 'cancel'])
    stopWatching()
  })

  it('drains, and never cancels, when the terminal is closed', () => {
    const calls: string[] = []
    const run = { drain: () => calls.push('drain'), cancel: () => calls.push('cancel') }
    const stopWatching = drainOnSignal(run)
    for (let hangup = 0; hangup < 2; hangup++) process.emit('SIGHUP')
    expect(calls).toEqual(['drain'])
    stopWatching()
    expect(process.listenerCount('SIGHUP')).toBe(0)
  })
})
