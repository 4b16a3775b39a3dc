import { readFileSync } from 'node:fs'
import {
  type CommandMark,
  type CommandProcess,
  endProcesses,
  findCommands,
  isInside,
  readVariable,
  signalProcess,
} from '@amelia/agent-process'
import type { LeftProcess } from '@amelia/core/plugin'
import { rangeSize } from '../range/list-ranges.ts'
import { isTemporaryFolder } from '../range/reserve-range.ts'
import { listeningPorts } from './listening-ports.ts'
import { serverOf } from './server-of.ts'

/** Which processes of a run's commands end. */
export interface EndCommandsOptions {
  /** Whether servers that commands were to leave running end too. */
  servers: boolean
  /** Milliseconds between TERM and KILL. */
  graceMs: number
}

/**
 * Ends the processes that the commands of a run left in its workspaces: those whose working directory is in
 * their workspace or its temporary folder, and those that listen on one of its ports. TERM first, then KILL
 * for those still running after `graceMs` milliseconds.
 *
 * Returns the processes of the run that still run. One that left its workspace, such as the daemon of a build
 * tool, may serve other programs by now. Needs `/proc`; does nothing on systems without it.
 */
export const endCommands = async (
  run: string,
  { servers, graceMs }: EndCommandsOptions,
): Promise<LeftProcess[]> => {
  const find = (): CommandProcess[] =>
    findCommands().filter(({ marks }) => marks.some((mark) => mark.run === run))
  const isOver = (process: CommandProcess): boolean =>
    serverOf(process.marks) === undefined ? usesWorkspace(process) : servers
  await endAll(() => find().filter(isOver), graceMs)
  return find().map((left) => {
    const server = serverOf(left.marks)
    return { pid: left.pid, command: readCommand(left.pid), ...(server !== undefined && { server }) }
  })
}

/** Ends what a command left running that started the same server before. */
export const endServer = ({ run, phase, server }: Required<CommandMark>, graceMs: number): Promise<void> =>
  endAll(
    () =>
      findCommands().filter(({ marks }) =>
        marks.some((mark) => mark.run === run && mark.phase === phase && mark.server === server),
      ),
    graceMs,
  )

const endAll = (find: () => CommandProcess[], graceMs: number): Promise<void> =>
  endProcesses(graceMs, {
    isAnyRunning: () => find().length > 0,
    signalAll(signal) {
      for (const { pid } of find()) signalProcess(pid, signal)
    },
  })

const usesWorkspace = ({ pid, folder, environment }: CommandProcess): boolean => {
  const read = (name: string): string => readVariable(environment, name) ?? ''
  const [root, temporary, first] = [read('AMELIA_WORKSPACE'), read('TMPDIR'), Number(read('AMELIA_PORT'))]
  if (root !== '' && isInside(folder, root)) return true
  if (isTemporaryFolder(temporary, first) && isInside(folder, temporary)) return true
  return first > 0 && listeningPorts(pid).some((port) => port >= first && port < first + rangeSize)
}

const readCommand = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').join(' ').trim().slice(0, 200)
  } catch {
    return ''
  }
}
