import { appendFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { beforeAll, expect, it } from 'vitest'
import { startPostgres, type TestServer } from '../../../../../test/fixtures/start-postgres.ts'
import { clusterUnderTest, type Member, type Survival } from '../cluster-under-test.ts'

const rounds = Number(process.env['ROUNDS'] ?? 1)
const firstSeed = Number(process.env['SEED'] ?? 1)
const phaseCount = Number(process.env['FAULT_PHASES'] ?? 18)
/** The time after which a silent process is dead, and a time after that. */
const deadMs = 3_000
const pastDeadMs = deadMs * 1.7

let server: TestServer
beforeAll(async () => {
  server = await startPostgres()
  return () => server.stop()
})

/** Creates a generator of numbers in [0, 1), determined by the seed. */
const chance = (start: number) => {
  let state = start
  return (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Six chains. */
const phases = Array.from({ length: phaseCount }, (_, index) => ({
  id: `${index + 1}`,
  ...(index >= 6 && { after: [`${index - 5}`] }),
}))

/** The faults of a round. Each occurs once in it. */
const faults = [
  ...['worker killed', 'worker stopped', 'worker cut off', 'worker drained'],
  ...['coordinator killed', 'coordinator stopped', 'coordinator cut off'],
  ...['database restarted', 'dispatch doubled', 'offer doubled', 'live worker swept'],
] as const

/** Performs one run with three workers under faults. */
const survive = async (seed: number): Promise<Survival & { caused: string[] }> => {
  const random = chance(seed)
  const cluster = await clusterUnderTest({
    ...{ server, phases, sleep: 0.4 },
    flags: ['--dead-after', `${deadMs / 1000}s`],
  })
  const deadline = Date.now() + 160_000
  const note = (text: string): void => {
    if (process.env['TRACE'])
      appendFileSync(process.env['TRACE'], `${new Date().toISOString().slice(14, 23)} ${text}\n`)
  }
  const isLate = (): boolean => Date.now() > deadline
  const workers: Member[] = []
  const caused: string[] = []
  let coordinator: Member | null = null
  let over = false
  const one = (): Member => workers[Math.floor(random() * workers.length)]!
  /** Restarts a worker that exits, as the supervisor of a machine does. */
  const keepWorking = async (place: number): Promise<void> => {
    while (!over && !isLate()) {
      const mine = await cluster.worker(['--sessions', '2'])
      workers[place] = mine
      note(`started ${mine.name}`)
      const { code, output } = await mine.ended
      note(`${mine.name} exited with ${code}: ${output.split('\n').slice(-3).join(' / ').slice(-300)}`)
      await wait(200)
    }
  }
  /** Lets some process coordinate the run until it is over. */
  const keepCoordinating = async (): Promise<void> => {
    while (!over && !isLate()) {
      const mine = await cluster.coordinate()
      coordinator = mine
      note(`started ${mine.name}`)
      const { code, output } = await mine.ended
      note(`${mine.name} exited with ${code}: ${output.split('\n').slice(-4).join(' / ').slice(-300)}`)
      if (code === 0) over = true
      else if (!/RUN_HELD|LEASE_LOST|STORE_FAILED|GIT_FAILED/.test(output) && code !== null)
        console.log(
          `chaos      ${mine.name} exited with ${code}: ${output.split('\n').slice(-12).join('\n')}`,
        )
      if (!over) await wait(200)
    }
  }
  const pause = async (member: Member): Promise<void> => {
    member.child.kill('SIGSTOP')
    await wait(pastDeadMs)
    member.child.kill('SIGCONT')
  }
  const cause = async (fault: (typeof faults)[number]): Promise<void> => {
    const worker = one()
    const leader = coordinator
    switch (fault) {
      case 'worker killed':
        return void worker.child.kill('SIGKILL')
      case 'worker drained':
        return void worker.child.kill('SIGTERM')
      case 'worker stopped':
        return pause(worker)
      case 'worker cut off':
        worker.proxy.stall()
        await wait(pastDeadMs)
        return worker.proxy.release()
      case 'coordinator killed':
        return void leader?.child.kill('SIGKILL')
      case 'coordinator stopped': {
        if (leader === null) return
        leader.child.kill('SIGSTOP')
        await wait(deadMs * 1.2)
        // Another process takes the run.
        const next = cluster.coordinate().then(({ ended }) => ended)
        await wait(deadMs)
        leader.child.kill('SIGCONT')
        void next.then(({ code }) => {
          if (code === 0) over = true
        })
        return
      }
      case 'coordinator cut off':
        leader?.proxy.stall()
        await wait(pastDeadMs)
        return leader?.proxy.release()
      case 'database restarted':
        return server.restart()
      case 'dispatch doubled':
        // The same dispatch a second time in the queue, as after a restored backup.
        await cluster.rows(
          `INSERT INTO amelia_dbos.workflow_status (workflow_uuid, status, name, inputs, queue_name, application_version, application_name, priority, created_at, updated_at)
           SELECT workflow_uuid || '/again', 'ENQUEUED', name, inputs, 'amelia-default', application_version, application_name, 0, created_at, updated_at
           FROM amelia_dbos.workflow_status ORDER BY created_at DESC LIMIT 5 ON CONFLICT DO NOTHING`,
        )
        return
      case 'offer doubled':
        await cluster.rows(
          `INSERT INTO amelia.offer (run, id, value) SELECT run, id || '-again', value FROM amelia.offer ORDER BY n DESC LIMIT 5
           ON CONFLICT DO NOTHING`,
        )
        return
      case 'live worker swept':
        await cluster.rows(
          `UPDATE amelia.worker SET dead = true WHERE id IN (SELECT id FROM amelia.worker LIMIT 1)`,
        )
    }
  }
  try {
    const coordinating = keepCoordinating()
    for (let place = 0; place < 3; place += 1) void keepWorking(place)
    await cluster.runId()
    for (const fault of [...faults].sort(() => random() - 0.5)) {
      await wait(200 + random() * 1_500)
      if (over || isLate()) break
      note(fault)
      await cause(fault).catch((error: unknown) => console.log(`chaos      ${fault}: ${String(error)}`))
      caused.push(fault)
    }
    await Promise.race([coordinating, wait(Math.max(0, deadline - Date.now()))])
    const survey = await cluster.survey(over)
    if (survey.hung + survey.lost + survey.double > 0)
      for (const member of [...workers, ...(coordinator === null ? [] : [coordinator as Member])])
        console.log(`--- ${member.name}\n${member.output().split('\n').slice(-40).join('\n')}`)
    return { ...survey, caused }
  } finally {
    over = true
    await cluster.stop()
  }
}

it(
  `finishes ${phaseCount} phases under kills, stops, partitions and restarts of the database`,
  async () => {
    const total = { lost: 0, double: 0, hung: 0, twice: 0 }
    for (let seed = firstSeed; seed < firstSeed + rounds; seed += 1) {
      const round = await survive(seed)
      for (const key of Object.keys(total) as (keyof typeof total)[]) total[key] += round[key]
      console.log(`chaos      seed ${seed}: ${round.caused.join(', ')}`)
    }
    const { lost, double, hung, twice } = total
    console.log(`chaos      lost ${lost} | double ${double} | hung ${hung} | sessions paid twice ${twice}`)
    expect({ lost, double, hung }).toEqual({ lost: 0, double: 0, hung: 0 })
  },
  200_000 * rounds,
)
