/**
 * Measures the CPU time of an empty phase: the cost of the engine itself.
 *
 * Independent phases, 8 in parallel, with a driver that does nothing, a host that only stores references, and
 * one listener for all events. Target: 50 us per phase, for any number of phases, in the least disturbed
 * round. `p-limit` is the cost of the same number of empty tasks, 8 in parallel, which shows the current
 * speed of the machine.
 */
import { createRun, type PlanDraft } from '@amelia/core'
import pLimit from 'p-limit'
import { createIdleHost, idleDriver } from './idle-host.ts'
import { median, printTable } from './table.ts'

const sizes = [100, 1_000, 10_000]
/** The same number of phases for each size, so that the code is equally warm. */
const phasesInAll = 50_000

const planOf = (size: number): PlanDraft => ({
  title: 'Nothing',
  phases: Array.from({ length: size }, (_, index) => ({ id: `p${index}`, title: `Phase ${index}` })),
})

const measure = async (size: number) => {
  const plan = planOf(size)
  const cpu = () => {
    const { user, system } = process.cpuUsage()
    return user + system
  }
  const began = cpu()
  const run = await createRun({
    plan,
    driver: idleDriver,
    host: createIdleHost(),
    trust: 'autonomous',
    concurrency: 8,
    artefacts: 'none',
    reviewers: [],
  })
  const created = cpu()
  let events = 0
  run.subscribe({}, () => void events++)
  const wall = performance.now()
  const { status } = await run.start()
  const ran = cpu()
  if (status !== 'completed') throw new Error(`The run is ${status}.`)
  return {
    create: (created - began) / size,
    cpu: (ran - created) / size,
    wall: ((performance.now() - wall) * 1_000) / size,
    events: events / size,
  }
}

/** Measures the CPU time of an empty task in p-limit. */
const measureLimit = async (size: number): Promise<number> => {
  const limit = pLimit(8)
  const { user, system } = process.cpuUsage()
  await Promise.all(Array.from({ length: size }, () => limit(async () => {})))
  const spent = process.cpuUsage({ user, system })
  return (spent.user + spent.system) / size
}

for (let warm = 0; warm < 20; warm++) await measure(1_000)
const rows: string[][] = []
for (const size of sizes) {
  const results: Awaited<ReturnType<typeof measure>>[] = []
  const limits: number[] = []
  for (let round = 0; round < phasesInAll / size; round++) {
    results.push(await measure(size))
    limits.push(await measureLimit(10_000))
  }
  const best = Math.min(...results.map(({ cpu }) => cpu)).toFixed(1)
  const of = (key: 'create' | 'cpu' | 'wall' | 'events') =>
    median(results.map((result) => result[key])).toFixed(1)
  const limit = Math.min(...limits).toFixed(1)
  rows.push([size.toLocaleString('en'), best, of('cpu'), of('wall'), of('create'), of('events'), limit])
}
printTable(
  [
    'phases',
    'cpu us/phase, best',
    'median',
    'wall us/phase',
    'createRun us/phase',
    'events/phase',
    'p-limit us/task',
  ],
  rows,
)
