import { expect } from 'vitest'
import {
  createRun,
  type GateAnswer,
  type GateQuestion,
  openRun,
  type PlanDraft,
  type Report,
  type Run,
  type RunEvent,
} from '../../src/index.ts'
import { driverError } from '../../src/plugin.ts'
import { memoryHost, createScriptedDriver, type MemoryHost, recordEvents } from '../../src/testing.ts'
import { checkInvariants } from '../check-invariants.ts'
import { Crash } from '../crash-after.ts'
import { statuses } from '../run-plan.ts'

const agent = (id: string, dependsOn: string[] = [], more: object = {}) => ({
  id,
  title: id,
  body: `Do ${id}.`,
  dependsOn,
  ...more,
})

/** The phases with a gate: after the work, when a session needs a person, and before a step. */
export const asked = ['risky', 'stuck', 'judged'] as const
export type Asked = (typeof asked)[number]

const answers = { risky: 'approve', stuck: 'retry', judged: 'approve' } as const

/** The phases behind no gate. The middle ones occupy every slot. */
export const free = ['free', 'wide-1', 'wide-2', 'wide-3', 'wide-4']

/** Three phases with a gate and a dependant each, a phase after all of them, and a separate branch. */
export const threeGatesPlan: PlanDraft = {
  phases: [
    agent('risky', [], { risk: 'high' }),
    agent('stuck'),
    {
      id: 'judged',
      title: 'judged',
      subtasks: [
        {
          id: 'judged.1',
          title: 'Judge',
          steps: [
            {
              id: 'judged.1.1',
              action: 'code',
              filePath: 'judged.txt',
              codeChange: 'judged',
              requiresHumanJudgment: true,
            },
          ],
        },
      ],
    },
    ...asked.map((id) => agent(`after-${id}`, [id])),
    agent(
      'join',
      asked.map((id) => `after-${id}`),
    ),
    agent('free'),
    ...[1, 2, 3, 4].map((number) => agent(`wide-${number}`, ['free'])),
  ],
}

const concurrency = 4

/** The death of a process: after so many records, before or after the next one is written. */
export interface Death {
  records: number
  when: 'before' | 'after'
}

/** A possible next move: a session ends, or a person answers. */
export interface Move {
  label: string
  phaseId: string
  kind: 'session' | 'answer'
  /** Does nothing if the process is dead. */
  make(): void
}

/** One process of the run, at a moment when nothing moves by itself. */
export interface Moment {
  run: Run
  report: Report
  /** Phases with a running session. */
  sessions: string[]
  /** Phases with an open gate. */
  open: string[]
}

export interface Game {
  deaths?: Death[]
  /**
   * For an unattended run: each process waits at its end, and this returns the phase whose gate is answered
   * for the next one.
   */
  unattended?: (open: Asked[]) => Asked
  /** Receives the possible moves, once per move. */
  offer(move: Move): void
  /** Makes at least one of the moves. */
  play(moment: Moment): Promise<void> | void
}

export interface End {
  host: MemoryHost
  report: Report
  events: RunEvent[]
  processes: number
  /** Returns the results that must be equal on every path. */
  same: string
}

/** Resolves when all consequences have happened: everything here is in memory. */
const flush = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Kills the process on this host: its journal and its git accept no more writes. */
const doom = (host: MemoryHost, { records, when }: Death): (() => void) => {
  const { store } = host
  const { updateRefs, compose, commitAttempt } = host.git
  let left = records
  let dead = false
  const alive =
    <Given extends unknown[], Result>(call: (...given: Given) => Promise<Result>) =>
    (...given: Given): Promise<Result> =>
      dead ? Promise.reject(new Crash()) : call(...given)
  Object.assign(host.git, {
    updateRefs: alive(updateRefs),
    compose: alive(compose),
    commitAttempt: alive(commitAttempt),
  })
  host.store = {
    ...store,
    acquire: async (runId) => {
      const lease = await store.acquire(runId)
      return {
        ...lease,
        async append(group) {
          for (const record of group) {
            if (left-- === 0) dead = true
            if (dead && when === 'before') throw new Crash()
            await lease.append([record])
            if (dead) throw new Crash()
          }
        },
      }
    },
  }
  return () => {
    host.store = store
    Object.assign(host.git, { updateRefs, compose, commitAttempt })
  }
}

/**
 * Checks that every slot is occupied while a phase is ready: a gate blocks only its dependants.
 *
 * Phases without a session and without a gate finish at once here.
 */
const checkBusy = ({ report, sessions, open }: Moment): void => {
  const status = new Map(report.phases.map((phase) => [phase.id, phase.status]))
  const able = threeGatesPlan.phases
    .filter(
      ({ id, dependsOn = [] }) =>
        status.get(id) !== 'completed' &&
        !open.includes(id) &&
        dependsOn.every((dependency) => status.get(dependency) === 'completed'),
    )
    .map(({ id }) => id)
  const where = `running: ${sessions.join()}; ready: ${able.join()}; gates: ${open.join()}`
  // `expect` alone would take as long as the run.
  const isRight = sessions.every((id) => able.includes(id))
  if (!isRight || sessions.length !== Math.min(concurrency, able.length)) expect.fail(where)
}

/** Runs {@link threeGatesPlan} until every phase is integrated, with a new process after each death. */
export const playThreeGates = async ({ deaths = [], unattended, offer, play }: Game): Promise<End> => {
  const host = memoryHost()
  const sessions = new Map<string, () => void>()
  const questions = new Map<string, (answer: GateAnswer) => void>()
  let fixed = false
  let lives = 0

  const driver = createScriptedDriver(async ({ prompt, workspace }, { signal }) => {
    const id = /Do ([\w-]+)\./.exec(prompt)![1]!
    const life = lives
    await new Promise<void>((resolve, reject) => {
      sessions.set(id, resolve)
      signal.addEventListener('abort', () => reject(new Error('stopped')))
      offer({
        label: `${id} ends`,
        phaseId: id,
        kind: 'session',
        make: () => {
          if (life === lives) resolve()
        },
      })
    }).finally(() => {
      if (life === lives) sessions.delete(id)
    })
    if (id === 'stuck' && !fixed) throw driverError('permission')
    await workspace.fs.writeFile(`/${id}.txt`, id)
  })

  const onGate = (gate: GateQuestion): Promise<GateAnswer | undefined> =>
    new Promise((resolve) => {
      const id = gate.phaseIds[0] as Asked
      const life = lives
      questions.set(id, resolve)
      offer({
        label: `${id} is answered`,
        phaseId: id,
        kind: 'answer',
        make: () => {
          if (life !== lives || !questions.delete(id)) return
          if (id === 'stuck') fixed = true
          resolve({ gateId: gate.id, choice: answers[id] })
        },
      })
    })

  const adapters = { host, driver, ...(unattended ? {} : { onGate }) }
  let revive = deaths[0] && doom(host, deaths[0])
  let run = await createRun({
    plan: threeGatesPlan,
    trust: 'autonomous',
    planApproved: true,
    artifacts: 'none',
    concurrency,
    ...adapters,
  })
  const runId = run.id
  for (;;) {
    const events = recordEvents(run)
    let isOver = false
    const end = run
      .start()
      .catch((error: unknown) => {
        if (!(error instanceof Crash)) throw error
      })
      .finally(() => {
        isOver = true
      })
    const open = (): string[] => run.gates().flatMap(({ phaseIds }) => phaseIds)
    for (let moves = 0; ; moves++) {
      await flush()
      if (isOver) break
      if (moves === 1_000) expect.fail('The run does not end.')
      const moment = { run, report: run.report(), sessions: [...sessions.keys()], open: open() }
      checkBusy(moment)
      await play(moment)
    }
    const report = await end
    if (report && report.status !== 'waiting') {
      checkInvariants({ plan: threeGatesPlan, host, run, events, report }, concurrency)
      return { host, report, events, processes: lives + 1, same: await sameOf(host, runId, report) }
    }
    lives++
    expect(lives, 'The run needs more and more processes.').toBeLessThan(20)
    sessions.clear()
    questions.clear()
    revive?.()
    const death = deaths[lives]
    revive = death && doom(host, death)
    run = await openRun({ ...adapters, runId })
    await refuseAgain(run)
    if (unattended && report) {
      const id = unattended(open() as Asked[])
      if (id === 'stuck') fixed = true
      const gate = run.gates().find(({ phaseIds }) => phaseIds[0] === id)!
      await run.answer(gate.id, answers[id])
    }
  }
}

/** Accepts the error for an answer that the journal already has, for example after a death. */
const refuseAgain = async (run: Run): Promise<void> => {
  for (const event of recordEvents(run))
    if (event.type === 'gate_resolved')
      await expect(run.answer(event.gateId, 'abort')).rejects.toMatchObject({ code: 'GATE_EXPIRED' })
}

/** Checks that each gate was opened once and answered once, whichever processes died. */
const checkQuestions = (journal: RunEvent[]): void => {
  const opened = new Set<string>()
  const resolved = new Set<string>()
  const unasked = new Set<string>(asked)
  for (const event of journal) {
    if (event.type === 'gate_opened') {
      const { id } = event.gate
      expect(opened.has(id), `${id} is opened twice`).toBe(false)
      expect(unasked.delete(event.phaseId!), `${id} is asked again`).toBe(true)
      opened.add(id)
    }
    if (event.type === 'gate_resolved') {
      expect(opened.has(event.gateId), `${event.gateId} was never opened`).toBe(true)
      expect(resolved.has(event.gateId), `${event.gateId} is answered twice`).toBe(false)
      resolved.add(event.gateId)
    }
  }
  expect(resolved).toEqual(opened)
}

const sameOf = async (host: MemoryHost, runId: string, report: Report): Promise<string> => {
  checkQuestions(recordEvents(await openRun({ host, runId })))
  const before = new Set(host.git.log(report.base))
  return JSON.stringify({
    status: report.status,
    phases: statuses(report),
    published: report.targetPublished,
    commits: host.git.log(report.target).filter((commit) => !before.has(commit)).length,
    files: [...host.git.filesOf(report.target)].sort(),
  })
}
