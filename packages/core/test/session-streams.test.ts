import { expect, it } from 'vitest'
import { createRun, watchRun, type WatchedEvent } from '../src/index.ts'
import { createScriptedDriver, memoryHost } from '../src/testing.ts'

/** A run of two phases at once, whose sessions write so many lines. */
const startRun = async (texts: number) => {
  const host = memoryHost({ clock: 'manual' })
  const driver = createScriptedDriver(async ({ phase, workspace }, { emit }) => {
    await workspace.fs.writeFile(`/${phase?.id}.txt`, 'a')
    emit({ type: 'tool', name: 'Write', summary: `${phase?.id}.txt` })
    for (let n = 0; n < texts; n++) emit({ type: 'text', text: `${phase?.id} ${n}` })
  })
  const phases = ['a', 'b'].map((id) => ({ id, title: id }))
  const rules = { trust: 'autonomous', artifacts: 'none', reviewers: [] } as const
  return { host, run: await createRun({ plan: { phases }, driver, host, ...rules }) }
}

const textOf = (event: WatchedEvent): string | undefined =>
  event.type === 'session_progress' && event.progress.type === 'text' ? event.progress.text : undefined

it('the text and the tool calls of each session arrive in order, under the name that it is charged under', async () => {
  const texts = 400
  const { run } = await startRun(texts)
  const lines = new Map<string, string[]>()
  const charged = new Map<string, string | undefined>()
  const end = run.start()
  for await (const event of run.events({ progress: true })) {
    if (event.type === 'session_charged') charged.set(event.session, event.phaseId)
    if (event.type !== 'session_progress') continue
    const { session = 'none', progress } = event
    const line = progress.type === 'tool' ? progress.summary : progress.type === 'text' ? progress.text : ''
    lines.set(session, [...(lines.get(session) ?? []), line])
  }
  expect(await end).toMatchObject({ status: 'completed' })
  expect([...charged.values()].sort()).toEqual(['a', 'b'])
  expect([...lines.keys()].sort()).toEqual([...charged.keys()].sort())
  for (const [session, phaseId] of charged)
    expect(lines.get(session)).toEqual([
      `${phaseId}.txt`,
      ...Array.from({ length: texts }, (_, n) => `${phaseId} ${n}`),
    ])
})

it.each(['run.events', 'watchRun'])(
  'a slow reader of %s blocks nothing, misses the oldest items, and learns how many',
  async (reader) => {
    const texts = 1_500
    const { host, run } = await startRun(texts)
    const source =
      reader === 'watchRun'
        ? watchRun({ host, runId: run.id, progress: true })
        : run.events({ progress: true })
    let total = 0
    run.subscribe({ progress: true }, (event) => void (total += 'seq' in event ? 0 : 1))
    const slow = source[Symbol.asyncIterator]()
    const end = run.start()
    const seen = [(await slow.next()).value as WatchedEvent]
    // It reads nothing more until the run has ended.
    expect(await end).toMatchObject({ status: 'completed' })
    for (let next = await slow.next(); next.done !== true; next = await slow.next()) seen.push(next.value)
    const gaps = seen.flatMap((event) => (event.type === 'progress_missed' ? [event.count] : []))
    const progress = seen.filter((event) => !('seq' in event) && event.type !== 'progress_missed')
    expect(gaps.length).toBeGreaterThan(0)
    expect(progress.length).toBeGreaterThanOrEqual(900)
    expect(gaps.reduce((sum, count) => sum + count, progress.length)).toBe(total)
    expect(seen.map(textOf).filter(Boolean).at(-1)).toMatch(new RegExp(` ${texts - 1}$`))
    // No event is dropped.
    const numbers = seen.flatMap((event) => ('seq' in event ? [event.seq] : []))
    expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, index) => index + 1))
    expect(seen.at(-1)).toMatchObject({ type: 'run_ended' })
  },
)
