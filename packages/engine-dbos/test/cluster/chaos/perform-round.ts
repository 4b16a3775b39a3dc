import { appendFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { startPostgres } from '../../../../../test/fixtures/start-postgres.ts'
import { clusterUnderTest, type Survival } from '../cluster-under-test.ts'
import { until, untilOver } from '../until.ts'
import { chosenFaults, faults } from './faults.ts'
import { keepMembers } from './keep-members.ts'

/** A run with faults. */
export interface Round extends Survival {
  /** The faults in the order in which they occurred. */
  caused: string[]
  /** Why the round failed in another way than by its commits. */
  failures: string[]
  seconds: number
}

/** The time after which a silent process is dead, in seconds. */
const deadAfter = 3
/** The longest time between a fault and the step of the run before it, in milliseconds. */
const mostMs = 1_200

/** Creates a generator of numbers in [0, 1), determined by the seed. */
const chance = (seed: number): (() => number) => {
  let state = Math.imul(seed, 2_654_435_761) >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Returns the values in an order that the seed determines. */
const shuffle = <Value>(values: readonly Value[], random: () => number): Value[] =>
  values
    .map((value) => ({ value, key: random() }))
    .sort((one, other) => one.key - other.key)
    .map(({ value }) => value)

/**
 * Performs one run of six chains with three workers, and causes each fault once.
 *
 * A session waits until its phase is permitted. A share of the phases is permitted before each fault and the
 * rest after the last one, so that each fault hits a run that is working.
 */
export const performRound = async (seed: number, phaseCount: number): Promise<Round> => {
  const since = performance.now()
  const random = chance(seed)
  const phases = Array.from({ length: phaseCount }, (_, index) => ({
    id: `${index + 1}`,
    ...(index >= 6 && { after: [`${index - 5}`] }),
  }))
  const note = (text: string): void => {
    const file = process.env['TRACE']
    if (file) appendFileSync(file, `${new Date().toISOString().slice(14, 23)} ${seed} ${text}\n`)
  }
  const server = await startPostgres()
  const flags = ['--dead-after', `${deadAfter}s`]
  const cluster = await clusterUnderTest({ server, phases, sleep: 0.3, isPaced: true, apart: true, flags })
  const members = keepMembers({ cluster, workers: 3, random, note })
  let permitted = 0
  const permit = (count: number): void => {
    permitted = Math.max(permitted, count)
    cluster.permit(permitted)
  }
  const permitOne = (): void => permit(permitted + 1)
  const caused: string[] = []
  const failures: string[] = []
  try {
    // A run that was stored and never started cannot be resumed.
    await until('a phase is dispatched', async () => {
      const rows = await cluster.rows('SELECT 1 FROM amelia_dbos.workflow_status LIMIT 1').catch(() => [])
      return rows.length > 0
    })
    const order = shuffle(chosenFaults, random)
    for (const [index, fault] of order.entries()) {
      permit(Math.floor((phaseCount * (index + 1)) / (order.length + 1)))
      await members.leader()
      await wait(random() * mostMs)
      note(fault)
      await faults[fault]!({ server, cluster, members, permitOne })
      caused.push(fault)
    }
    cluster.permit(phaseCount)
    await untilOver(() => members.isOver(), cluster.progress)
  } catch (error) {
    failures.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
  }
  try {
    const survey = await cluster.survey(members.isOver())
    failures.push(...members.unexplained)
    if (caused.includes('branch pushed') && !cluster.hasFile('note.txt'))
      failures.push('The branch does not contain the commit of a person.')
    if (survey.hung + survey.lost + survey.double + failures.length > 0) console.log(members.outputs())
    return { ...survey, caused, failures, seconds: (performance.now() - since) / 1000 }
  } finally {
    members.stop()
    await cluster.stop()
    await server.stop()
  }
}
