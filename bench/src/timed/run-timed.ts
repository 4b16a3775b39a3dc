import { createRun, type DriverV1, type Host, type RunOptions } from '@amelia/core'
import type { Workspace } from '@amelia/core/plugin'
import { idleDriver } from '../idle-host.ts'
import type { TimedGraph } from './timed-graph.ts'

export interface TimedRunOptions {
  host: Host
  concurrency: number
  /** Whether real time passes too; sessions then end when real and skipped time together reach their end. */
  realTime?: { isBusy(): boolean; skipsWaits: boolean }
  /** The work of a session, by the number of its task. */
  work?: (task: number, workspace: Workspace) => Promise<void>
  more?: Partial<RunOptions>
}

interface Session {
  end: number
  finish(): void
}

/** How long nothing happens in real time once the engine waits for sessions only, in milliseconds. */
const quietMs = 40

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
const millisecond = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1))

/**
 * Runs a graph with the real engine, and returns the milliseconds until its last session has ended; with real
 * time, until the run has ended.
 *
 * A session takes the time of its task. When nothing but sessions is to be waited for, the time is skipped
 * until the first of them ends.
 */
export const runTimed = async (graph: TimedGraph, options: TimedRunOptions): Promise<number> => {
  const { host, concurrency, realTime, work, more } = options
  const numbers = new Map(graph.ids.map((id, at) => [id, at]))
  const sessions: Session[] = []
  const began = performance.now()
  let skipped = 0
  let starts = 0
  const now = (): number => skipped + (realTime ? performance.now() - began : 0)
  const driver: DriverV1 = {
    ...idleDriver,
    async runSession({ prompt, workspace }) {
      const id = /phase (\S+)/.exec(prompt)?.[1] ?? ''
      const task = numbers.get(id)
      if (task === undefined) throw new Error(`The prompt names no phase of the graph: ${id}`)
      const end = now() + graph.duration[task]!
      starts++
      await work?.(task, workspace)
      await new Promise<void>((finish) => sessions.push({ end, finish }))
      return { text: '', usage: {} }
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
    ...{ driver, host, concurrency, trust: 'autonomous', artifacts: 'none', reviewers: [] },
    ...more,
  })
  let ended = false
  const report = run.start().finally(() => (ended = true))
  report.catch(() => {})
  /**
   * Whether the engine has reacted: several turns of the event loop started nothing. In real time it reads
   * files between its calls of git, so nothing has to happen for a while.
   */
  const isQuiet = async (): Promise<boolean> => {
    const since = performance.now()
    for (let quiet = 0; quiet < 3 || (realTime && performance.now() - since < quietMs); quiet++) {
      const before = starts
      await (realTime ? millisecond() : turn())
      if (starts !== before || ended || realTime?.isBusy() === true) return false
    }
    return true
  }
  while (!ended) {
    sessions.sort((a, b) => a.end - b.end)
    while (sessions[0] !== undefined && sessions[0].end <= now()) sessions.shift()!.finish()
    if (!(await isQuiet())) {
      if (realTime) await millisecond()
      continue
    }
    const next = sessions[0]
    if (next === undefined) continue
    if (realTime?.skipsWaits === false) await millisecond()
    else skipped += Math.max(0, next.end - now())
  }
  const { status } = await report
  if (status !== 'completed') throw new Error(`The run is ${status}.`)
  return now()
}
