import { createRun, type DriverV1, type Report, type RunEvent, type RunOptions } from '@amelia/core'
import { createManualClock, recordEvents } from '@amelia/core/testing'
import { nodeHost } from '@amelia/node'
import { expect, it } from 'vitest'
import { folder, setCodexStage } from './codex-stage.ts'
import { createRepository, git } from './create-repository.ts'
import { type ModelAnswer, type ModelRequest, patch, report as reports } from './fake-responses.ts'
import { processesOf } from './processes-of.ts'

/** Files that the model writes, one per answer. Then it reports. */
const count = 8
const path = (turn: number): string => `f${turn}.txt`

/** How many of the model's answers the conversation contains: those whose tools ended. */
const turnOf = ({ body }: ModelRequest): number =>
  body.input.filter(
    ({ type, output }) => type.endsWith('_call_output') && !JSON.stringify(output).includes('aborted'),
  ).length

const answerOf = (request: ModelRequest, turns = count): ModelAnswer => {
  const turn = turnOf(request)
  return turn < turns
    ? [patch(path(turn), [`turn ${turn}`])]
    : [
        reports(
          'Wrote them all.',
          Array.from({ length: turns }, (_, index) => path(index)),
        ),
      ]
}

interface Told {
  report: Report
  events: readonly RunEvent[]
  sessions: number
}

/** Runs one phase. The engine's clock advances while no session runs: no test waits for real time. */
const runOnPhase = async (
  driver: DriverV1,
  repo: string,
  more: Partial<RunOptions> & { clock?: ReturnType<typeof createManualClock> } = {},
): Promise<Told> => {
  const { clock = createManualClock(Date.now()), ...options } = more
  let [sessions, running, ended] = [0, 0, false]
  const run = await createRun({
    plan: { title: 'Files', phases: [{ id: '1', title: 'Write the files', body: 'Write all of them.' }] },
    driver: {
      ...driver,
      async runSession(request, context) {
        sessions += 1
        running += 1
        try {
          return await driver.runSession(request, context)
        } finally {
          running -= 1
        }
      },
    },
    host: { ...nodeHost({ repo, slots: folder('slots') }), clock },
    trust: 'autonomous',
    tdd: 'off',
    reviewers: [],
    ...options,
  })
  const events = recordEvents(run)
  const advance = async (): Promise<void> => {
    while (!ended) {
      await new Promise((resolve) => setTimeout(resolve, 5))
      if (running === 0 && sessions > 0) clock.advance(1_000)
    }
  }
  const advancing = advance()
  const report = await run.start()
  ended = true
  await advancing
  return { report, events, sessions }
}

/** Checks that the phase is complete after one attempt, with all files. */
const checkEnd = ({ report, events }: Told, repo: string, turns = count): void => {
  expect(report.status).toBe('completed')
  expect(report.phases[0]).toMatchObject({ attempt: 1 })
  expect(events.filter(({ type }) => type === 'phase_retry')).toEqual([])
  for (let turn = 0; turn < turns; turn += 1)
    expect(git(repo, 'show', `${report.target}:${path(turn)}`)).toBe(`turn ${turn}`)
}

it('needs one attempt behind a server that refuses every fifth request', async () => {
  let refusals = 0
  const stage = await setCodexStage((request, number) => {
    if (number % 5 !== 4) return answerOf(request)
    refusals += 1
    return { status: 429 }
  })
  const repo = createRepository({ 'a.txt': 'a\n' })
  const told = await runOnPhase(stage.driver, repo)
  checkEnd(told, repo)
  expect(refusals).toBeGreaterThan(0)
  expect(stage.model.requests).toHaveLength(count + 1 + refusals)
})

it('loses no attempt in an outage of a minute', async () => {
  const clock = createManualClock(Date.now())
  const until = clock.now() + 60_000
  let refusals = 0
  const stage = await setCodexStage((request, number) => {
    if (number < 3 || clock.now() >= until) return answerOf(request)
    refusals += 1
    return { status: 503 }
  })
  const repo = createRepository({ 'a.txt': 'a\n' })
  const told = await runOnPhase(stage.driver, repo, { clock })
  checkEnd(told, repo)
  expect(refusals).toBeGreaterThan(3)
  expect(stage.model.requests).toHaveLength(count + 1 + refusals)
})

it('continues at the turn where a budget stopped it', async () => {
  const stage = await setCodexStage((request) => answerOf(request))
  const repo = createRepository({ 'a.txt': 'a\n' })
  let asked = 0
  const told = await runOnPhase(stage.driver, repo, {
    budget: { tokens: 400 },
    onGate(gate) {
      asked += 1
      return gate.kind === 'blocker' ? gate.choices.approve?.({ tokens: 100_000 }) : undefined
    },
  })
  checkEnd(told, repo)
  expect(asked).toBe(1)
  // The request that was under way when the session was killed is sent again.
  expect(stage.model.requests.length).toBeLessThanOrEqual(count + 2)
})

it('loses no file when its program is killed, twenty times', { timeout: 600_000 }, async () => {
  const kills = 20
  const killed = new Set<number>()
  const stage = await setCodexStage((request) => {
    const turn = turnOf(request)
    if (turn === 0 || turn > kills || killed.has(turn)) return answerOf(request, kills + 1)
    killed.add(turn)
    for (const [pid] of processesOf(`CODEX_HOME=${stage.home}\0`)) process.kill(pid, 'SIGKILL')
    return 'hang'
  })
  const repo = createRepository({ 'a.txt': 'a\n' })
  const told = await runOnPhase(stage.driver, repo)
  checkEnd(told, repo, kills + 1)
  expect(killed.size).toBe(kills)
  expect(told.sessions).toBe(kills + 1)
  // One request of each killed session is sent again, and no other.
  expect(stage.model.requests).toHaveLength(kills + 2 + kills)
})
