import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A begin and an end, in milliseconds since 1970. */
export type Span = [since: number, until: number]

/**
 * Has git note its calls below a home folder, with its own tracing. The returned function reads when each
 * process of git began and ended.
 */
export const noteGit = (home: string): (() => Span[]) => {
  const folder = join(home, 'calls')
  mkdirSync(folder)
  writeFileSync(join(home, '.gitconfig'), `[trace2]\n\teventTarget = ${folder}\n`)
  return () =>
    readdirSync(folder).flatMap((name): Span[] => {
      const lines = readFileSync(join(folder, name), 'utf8').trim().split('\n')
      const events = lines.map((line) => JSON.parse(line) as { time: string; argv?: string[] })
      // One that waits for requests is not busy.
      if (events.some(({ argv = [] }) => argv.includes('--batch-command'))) return []
      return [[Date.parse(events[0]!.time), Date.parse(events.at(-1)!.time)]]
    })
}

/** Reads the times that the agent of {@link writeAgent} notes, in seconds. */
export const readSessions = (root: string): Span[] =>
  readFileSync(join(root, 'times'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(' ').map((time) => Number(time) * 1000) as Span)

/** Returns the milliseconds of a time in which at least one of the calls ran. */
export const covered = (calls: readonly Span[], [from, to]: Span): number => {
  let sum = 0
  let end = from
  for (const [since, until] of [...calls].sort(([one], [other]) => one - other)) {
    const begin = Math.max(since, end)
    const stop = Math.min(until, to)
    sum += Math.max(0, stop - begin)
    end = Math.max(end, stop)
  }
  return sum
}
