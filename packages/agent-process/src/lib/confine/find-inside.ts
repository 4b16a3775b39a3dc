import { existsSync, readFileSync } from 'node:fs'
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

/**
 * Whether a process has children that have not been collected; undefined on a kernel that does not list them.
 *
 * The first process of a namespace takes much longer to end than those inside, because its mounts end with
 * it.
 */
export const hasChildren = (pid: number): boolean | undefined => {
  if (!existsSync(childrenOf(process.pid))) return undefined
  try {
    return readFileSync(childrenOf(pid), 'utf8').trim() !== ''
  } catch {
    return false
  }
}

const childrenOf = (pid: number): string => `/proc/${pid}/task/${pid}/children`
