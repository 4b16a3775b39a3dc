import { listProcesses } from '../process/list-processes.ts'
import { readProcessStat } from '../process/read-process-stat.ts'

/**
 * Finds the processes inside a confinement: those that bubblewrap's two processes started, at any depth.
 * TERM to bubblewrap itself would kill them at once.
 */
export const findInside = (bubblewrap: number): number[] => {
  const children = new Map<number, number[]>()
  for (const pid of listProcesses()) {
    const parent = readProcessStat(pid)?.parent
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), pid])
  }
  const below = (pid: number): number[] => (children.get(pid) ?? []).flatMap((each) => [each, ...below(each)])
  return (children.get(bubblewrap) ?? []).flatMap(below)
}
