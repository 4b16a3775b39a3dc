import { describe, expect, it } from 'vitest'
import { generatePlan, createRun, openRun, type RunOptions, type SessionProgress } from '../src/index.ts'
import type { CallContext, SessionRequest } from '../src/plugin.ts'
import { createManualClock, memoryHost, createMemoryStore, createScriptedDriver } from '../src/testing.ts'

const plan = { title: 'Work', phases: ['a', 'b'].map((id) => ({ id, title: id })) }

/** A run whose agent ignores its signal, and ends when `finish` is called. */
const setUp = async (options: Partial<RunOptions> & { meters?: ('tokens' | 'usd')[] } = {}) => {
  const { meters = [], ...more } = options
  const clock = createManualClock()
  const ended: string[] = []
  const memory = memoryHost()
  const store = createMemoryStore(clock.now)
  const host = {
    ...memory,
    clock,
    store,
    commands: { ...memory.commands, endMarked: async (marker: string) => void ended.push(marker) },
  }
  let session: SessionRequest | undefined
  let finish = (_tokens: number): void => {}
  let use = (_tokens: number): void => {}
  let begin = (): void => {}
  const begun = new Promise<void>((resolve) => (begin = resolve))
  const driver = {
    ...createScriptedDriver(async () => {}),
    id: 'deaf',
    meters,
    runSession: (request: SessionRequest, { emit }: CallContext<SessionProgress>) =>
      new Promise<{ text: string; usage: object }>((resolve) => {
        session = request
        use = (tokens) => emit({ type: 'usage', usage: { inputTokens: tokens } })
        finish = (tokens) => resolve({ text: 'done', usage: { inputTokens: tokens } })
        begin()
      }),
  }
  const common = { host, driver, trust: 'autonomous', planApproved: true } as const
  const run = await createRun({ plan, ...common, ...more })
  const events: string[] = []
  run.subscribe({ after: 0 }, (event) => {
    if (event.type === 'call_abandoned') events.push(event.who)
  })
  return {
    clock,
    ended,
    host,
    git: memory.git,
    run,
    events,
    begun,
    session: () => session!,
    finish: (tokens: number) => finish(tokens),
    use: (tokens: number) => use(tokens),
  }
}

const turns = async (count = 50): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

describe('a driver that ignores its signal', () => {
  it('is abandoned 10 s after the run is cancelled: no commit, no files, its processes are ended', async () => {
    const { clock, ended, git, run, events, begun, session, finish } = await setUp({ concurrency: 1 })
    const report = run.start()
    await begun
    await session().workspace.fs.writeFile('/half.txt', 'half\n')
    run.cancel()
    await turns()
    clock.advance(9999)
    await turns()
    expect(events).toEqual([])
    clock.advance(1)
    expect((await report).status).toBe('cancelled')
    expect(events).toEqual(['driver "deaf"'])
    expect(ended).toEqual([session().marker])
    expect(session().marker).toContain(run.id)
    expect([...git.refs.keys()].filter((ref) => ref.includes('/attempt/'))).toEqual([])
    await expect(session().workspace.fs.writeFile('/late.txt', 'late\n')).rejects.toMatchObject({
      code: 'PATH_DENIED',
    })
    finish(5)
    await turns()
    expect(run.report().status).toBe('cancelled')
    expect(git.openWorkspaces).toBe(0)
  })

  it('is charged for usage after it is abandoned', async () => {
    const { clock, run, begun, finish } = await setUp({
      concurrency: 1,
      meters: ['tokens'],
      budget: { tokens: 1000 },
    })
    void run.start()
    await begun
    run.cancel({ phaseId: 'a' })
    await turns()
    clock.advance(10_000)
    await turns()
    expect(run.report().spent.tokens).toBe(0)
    expect(run.gates().map(({ blocker }) => blocker)).toEqual(['user_cancelled'])
    finish(70)
    await turns()
    expect(run.report().spent).toMatchObject({ tokens: 70 })
    run.cancel()
  })

  it('ignores a budget stop: the run asks for more, and the next attempt starts in another workspace', async () => {
    const { clock, ended, git, host, run, events, begun, session, use } = await setUp({
      plan: { title: 'Work', phases: [{ id: 'a', title: 'A' }] },
      meters: ['tokens'],
      budget: { tokens: 100 },
    })
    const report = run.start()
    await begun
    const { workspace, marker } = session()
    await workspace.fs.writeFile('/half.txt', 'half\n')
    use(150)
    await turns()
    clock.advance(9_999)
    await turns()
    expect(events).toEqual([])
    clock.advance(1)
    expect(await report).toMatchObject({ status: 'waiting', gates: [{ blocker: 'budget_exceeded' }] })
    expect(events).toEqual(['driver "deaf"'])
    expect(ended).toEqual([marker])
    expect(run.report().spent.tokens).toBe(150)

    const worker = createScriptedDriver(async ({ workspace }) =>
      workspace.fs.writeFile('/whole.txt', 'whole\n'),
    )
    const again = await openRun({ host, runId: run.id, driver: worker })
    await again.answer(run.gates()[0]!.id, 'approve')
    const done = await again.start()
    expect(done.status).toBe('completed')
    const files = [...git.filesOf(done.head).keys()]
    expect(files).toContain('whole.txt')
    expect(files).not.toContain('half.txt')
  })

  it('has the grace period of the run', async () => {
    const { clock, run, begun } = await setUp({ concurrency: 1, callGraceMs: 50 })
    const report = run.start()
    await begun
    run.cancel()
    await turns()
    clock.advance(50)
    expect((await report).status).toBe('cancelled')
  })

  it.each([0, -1, 1.5, Number.NaN, 2 ** 31])('a grace period of %s ms is refused', async (callGraceMs) => {
    const refused = { code: 'OPTION_INVALID', details: { option: 'callGraceMs' } }
    await expect(setUp({ callGraceMs })).rejects.toMatchObject(refused)
    const { host, driver } = { host: memoryHost(), driver: createScriptedDriver(async () => {}) }
    const asked = { goal: 'A goal', host, driver, parsers: [], callGraceMs }
    await expect(generatePlan(asked)).rejects.toMatchObject(refused)
  })

  it('in place: the run parks, nothing else starts, and the checkout does not change until the run is resumed', async () => {
    const { clock, git, host, run, begun, session } = await setUp({ inPlace: true })
    const report = run.start()
    await begun
    await session().workspace.fs.writeFile('/half.txt', 'half\n')
    run.cancel({ phaseId: 'a' })
    await turns()
    clock.advance(10_000)
    expect(await report).toMatchObject({ status: 'waiting', gates: [{ blocker: 'user_cancelled' }] })
    expect(git.checkout.files.get('half.txt')).toBe('half\n')
    const again = await openRun({ host, runId: run.id })
    expect(again.gates()).toHaveLength(1)
  })
})

it.each(['reviewer', 'evaluator'] as const)('abandons a %s that ignores its signal', async (role) => {
  const clock = createManualClock()
  const host = { ...memoryHost(), clock }
  const never = new Promise<never>(() => {})
  let begin = (): void => {}
  const begun = new Promise<void>((resolve) => (begin = resolve))
  const deaf = (): Promise<never> => {
    begin()
    return never
  }
  const comment = { severity: 'major' as const, message: 'No' }
  const run = await createRun({
    plan: { title: 'Work', phases: [{ id: 'a', title: 'A' }] },
    host,
    driver: createScriptedDriver(async ({ workspace }) => workspace.fs.writeFile('/new.txt', 'new\n')),
    reviewers: [
      {
        contract: 'reviewer-v1',
        id: 'strict',
        scope: 'phase',
        review:
          role === 'reviewer' ? deaf : async () => ({ approved: false, summary: 'No', comments: [comment] }),
      },
    ],
    ...(role === 'evaluator' && { evaluator: { contract: 'evaluator-v1', evaluate: deaf } }),
    trust: 'autonomous',
    planApproved: true,
  })
  const who: string[] = []
  run.on('call_abandoned', (event) => who.push(event.who))
  const report = run.start()
  await begun
  run.cancel()
  await turns()
  clock.advance(10_000)
  expect((await report).status).toBe('cancelled')
  expect(who).toEqual([role === 'reviewer' ? 'reviewer "strict"' : 'evaluator "evaluator"'])
})
