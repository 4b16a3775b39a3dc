import { dirname, join } from 'node:path'
import { createRun, type RunEvent, type RunOptions } from '@amelia/core'
import { createManualClock } from '@amelia/core/testing'
import { nodeHost } from '@amelia/node'
import { afterEach, expect, it } from 'vitest'
import { createRepository } from './create-repository.ts'
import { call, done, fail, finish, type MessagesRequest, type Reply, type Script } from './fake-anthropic.ts'
import { openRealClaude, type RealClaude } from './real-claude.ts'

let claude: RealClaude
afterEach(async () => {
  const { seen } = claude.proxy
  await claude.close()
  expect(seen, 'hosts other than loopback').toEqual([])
})

const turns = 12

/** Number of calls with a result: a call that was interrupted is repeated. */
const resultsIn = ({ body }: MessagesRequest): number =>
  body.messages
    .flatMap(({ content }) => (typeof content === 'string' ? [] : content))
    .filter(({ type, is_error }) => type === 'tool_result' && is_error !== true).length

/** A developer who appends a line in each turn, and reports. `refuse` replaces the answer to a request. */
const developer = (refuse: (request: number, turn: number) => Reply | undefined) => {
  const counts = { requests: 0, refused: 0 }
  const script: Script = (request) => {
    counts.requests += 1
    const turn = resultsIn(request)
    const refusal = refuse(counts.requests, turn)
    if (refusal !== undefined) {
      counts.refused += 1
      return refusal
    }
    return turn < turns
      ? call('Bash', { command: `grep -qx ${turn} lines || echo ${turn} >> lines` })
      : finish(request, done('All lines are written.', { files: ['lines'] }))
  }
  return { script, counts }
}

/** Runs a plan of one phase; `clock` is the clock of the run. */
const work = async (script: Script, options: Partial<RunOptions> = {}, clock = createManualClock()) => {
  claude.api.play(script)
  const repo = join(dirname(claude.dir), 'repo')
  const git = createRepository(repo)
  const host = { ...nodeHost({ repo, slots: join(dirname(claude.dir), 'slots') }), clock }
  const run = await createRun({
    plan: { title: 'Lines', phases: [{ id: '1', title: 'Write lines' }] },
    host,
    driver: claude.driver,
    trust: 'autonomous',
    planApproved: true,
    reviewers: [],
    ...options,
  })
  const events: RunEvent[] = []
  run.subscribe({}, (event) => {
    events.push(event)
    // A wait of the run takes no time.
    if (event.type === 'provider_paused' || event.type === 'phase_delayed')
      setImmediate(() => clock.advance(15_000))
  })
  const report = await run.start()
  return { report, events, lines: git('show', `${report.target}:lines`).split('\n') }
}

const expected = Array.from({ length: turns }, (_, turn) => String(turn))

it('of each fifth request use no attempt and no request beyond the refused ones', async () => {
  claude = await openRealClaude()
  const { script, counts } = developer((request) =>
    request % 5 === 0 ? fail(429, 'rate_limit_error', 'Slow down') : undefined,
  )
  const { report, lines } = await work(script)
  expect(report).toMatchObject({ status: 'completed', phases: [{ attempt: 1 }] })
  expect(lines).toEqual(expected)
  expect(counts.requests).toBe(turns + 1 + counts.refused)
  console.log(
    `429 on every 5th request in a run: ${counts.requests} requests, ${counts.refused} refusals, 1 attempt`,
  )
})

it('by an outage of a minute lose no attempt and no turn', async () => {
  claude = await openRealClaude({ waitLimitMs: 0 })
  const clock = createManualClock()
  let since: number | undefined
  const { script, counts } = developer((_, turn) => {
    if (turn === 3) since ??= clock.now()
    return since !== undefined && clock.now() - since < 60_000
      ? fail(503, 'api_error', 'Unavailable')
      : undefined
  })
  const { report, lines, events } = await work(script, {}, clock)
  expect(report).toMatchObject({ status: 'completed', phases: [{ attempt: 1 }] })
  expect(lines).toEqual(expected)
  expect(counts.refused).toBeGreaterThan(1)
  expect(counts.requests).toBe(turns + 1 + counts.refused)
  expect(JSON.stringify(events)).toContain('Unavailable')
  console.log(`outage of 60 s: ${counts.requests} requests, ${counts.refused} refusals, 1 attempt`)
})

it('at a budget gate continue at the turn where they stopped', async () => {
  claude = await openRealClaude()
  const { script, counts } = developer(() => undefined)
  const asked: string[] = []
  const { report, lines, events } = await work(script, {
    // Each answer uses 120 tokens.
    budget: { tokens: 500 },
    onGate(gate) {
      asked.push(gate.kind)
      return gate.kind === 'blocker' ? gate.choices.approve?.({ tokens: 5_000 }) : undefined
    },
  })
  expect(asked).toEqual(['blocker'])
  expect(events.some(({ type }) => type === 'budget_exceeded')).toBe(true)
  expect(report).toMatchObject({ status: 'completed', phases: [{ attempt: 1 }] })
  expect(lines).toEqual(expected)
  // The answer that used the budget up was given; at most its call is repeated.
  expect(counts.requests).toBeLessThanOrEqual(turns + 2)
  console.log(`budget gate: ${counts.requests} requests for ${turns + 1} answers, 1 attempt`)
})
