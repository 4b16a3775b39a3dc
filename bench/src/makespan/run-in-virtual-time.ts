import { createRun, type DriverV1 } from '@amelia/core'
import { createIdleHost, idleDriver } from '../idle-host.ts'
import type { TimedGraph } from './simulate.ts'

/**
 * Runs a graph with the real engine; sessions take virtual time. Returns the time of the last session's end.
 */
export const runInVirtualTime = async (graph: TimedGraph, concurrency: number): Promise<number> => {
  const numbers = new Map(graph.ids.map((id, at) => [id, at]))
  const sessions: { end: number; finish: () => void }[] = []
  let now = 0
  let changes = 0
  const driver: DriverV1 = {
    ...idleDriver,
    runSession: ({ prompt }) => {
      const id = /phase (\S+)/.exec(prompt)?.[1] ?? ''
      const task = numbers.get(id)
      if (task === undefined) throw new Error(`The prompt names no phase of the graph: ${id}`)
      changes++
      return new Promise((resolve) => {
        const finish = (): void => resolve({ text: '', usage: {} })
        sessions.push({ end: now + graph.duration[task]!, finish })
      })
    },
  }
  const run = await createRun({
    plan: {
      title: 'Timed',
      phases: graph.ids.map((id, at) => ({
        id,
        title: id,
        dependsOn: graph.dependsOn[at]!.map((one) => graph.ids[one]!),
      })),
    },
    driver,
    host: createIdleHost(),
    trust: 'autonomous',
    concurrency,
    artefacts: 'none',
    reviewers: [],
  })
  let ended = false
  const report = run.start().finally(() => (ended = true))
  report.catch(() => {})
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
  while (!ended) {
    // The engine has reacted once several turns of the event loop start no session.
    for (let quiet = 0; quiet < 3 && !ended; quiet++) {
      const before = changes
      await turn()
      if (changes !== before) quiet = -1
    }
    sessions.sort((a, b) => a.end - b.end)
    const first = sessions.shift()
    if (first === undefined) continue
    now = first.end
    first.finish()
  }
  const { status } = await report
  if (status !== 'completed') throw new Error(`The run is ${status}.`)
  return now
}
