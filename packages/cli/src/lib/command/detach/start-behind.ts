import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { front, type FrontAnswer, type FrontMessage } from '../../terminal/front.ts'
import { exitCode } from '../../terminal/exit-code.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { isDetached } from './start-detached.ts'

/** Signals that are for the run's process, and for programs that it has lent the terminal to. */
const passed = ['SIGINT', 'SIGTERM', 'SIGQUIT', 'SIGHUP', 'SIGWINCH', 'SIGCONT'] as const
/** A job that is still running after this time has no shell that could have stopped it. */
const stopMs = 50

interface BehindOptions {
  json?: boolean
  detach?: boolean
  dryRun?: boolean
  printConfig?: boolean
}

/** Whether a command that executes a run gets its own process: where a live view is shown. */
const goesBehind = (
  terminal: Terminal,
  { json = false, detach = false, dryRun = false, printConfig = false }: BehindOptions,
): boolean =>
  ![json, detach, dryRun, printConfig, terminal.quiet === true, front.exists, isDetached()].some(Boolean) &&
  process.platform !== 'win32' &&
  // Not for a program that calls the command line with its own streams.
  terminal.stdout === process.stdout &&
  terminal.live &&
  terminal.attended

/**
 * Executes the command line of a run in a process with its own session, which uses this terminal, and passes
 * signals on to it. Returns its exit code, or 0 once it has left the terminal. If a signal ended it, this
 * process ends in the same way.
 *
 * Returns undefined where a run has no live view: this process executes it.
 */
export const startBehind = async (
  terminal: Terminal,
  options: BehindOptions,
  argv: readonly string[],
): Promise<number | undefined> => {
  if (!goesBehind(terminal, options)) return undefined
  const child = spawn(process.execPath, [...process.execArgv, process.argv[1] ?? '', ...argv], {
    // Its own session and process group: a closed terminal signals only this process.
    detached: true,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ...front.variables() },
  })
  const send = (signal: NodeJS.Signals): void => {
    try {
      process.kill(-child.pid!, signal)
    } catch {
      // It has ended.
    }
  }
  const stopJob = (): void => {
    process.off('SIGTSTP', pause)
    process.kill(0, 'SIGTSTP')
    setTimeout(() => {
      process.on('SIGTSTP', pause)
      send('SIGCONT')
    }, stopMs)
  }
  // Its screen is left first, and it then asks to stop the job.
  const pause = (): void => send('SIGTSTP')
  for (const signal of passed) process.on(signal, send)
  process.on('SIGTSTP', pause)
  const left = new Promise<'left'>((resolve) => {
    child.on('message', (message: FrontMessage) => {
      if (message.type === 'suspend') stopJob()
      else if (message.type === 'left') resolve('left')
      else void runProgram(message).then((answer) => child.connected && child.send(answer))
    })
  })
  const outcome = await Promise.race([
    left,
    once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>,
  ])
  for (const signal of passed) process.off(signal, send)
  process.off('SIGTSTP', pause)
  if (outcome === 'left') {
    if (child.connected) child.disconnect()
    child.unref()
    return exitCode.completed
  }
  const [code, signal] = outcome
  if (signal !== null) process.kill(process.pid, signal)
  return code ?? exitCode.failed
}

const runProgram = ({ argv, cwd }: Extract<FrontMessage, { type: 'run' }>): Promise<FrontAnswer> =>
  new Promise((resolve) => {
    const [program = '', ...args] = argv
    const started = spawn(program, args, { stdio: 'inherit', cwd })
    started.on('error', ({ message }) => resolve({ problem: message }))
    started.on('close', () => resolve({}))
  })
