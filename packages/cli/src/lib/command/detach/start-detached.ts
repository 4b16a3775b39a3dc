import { spawn } from 'node:child_process'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Run } from '@amelia/core'
import { words } from '@amelia/core/view'
import { checkFolder } from '../../stored/check-folder.ts'
import { commonFolder } from '../../stored/common-folder.ts'
import { howToAnswer, howToStop, howToWatch } from '../../stored/next-steps.ts'
import { databaseVariable } from '../../setting/database-variable.ts'
import type { RunPlace } from '../../stored/run-place.ts'
import { exitCode } from '../../terminal/exit-code.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { usageError } from '../../terminal/usage-error.ts'

export interface DetachOptions extends RunPlace {
  trust?: string
  json?: boolean
  ui?: boolean
  /** The command line as typed. */
  argv: readonly string[]
}

/** Set in the process that runs a detached run, to what started it. */
const marker = 'AMELIA_DETACHED_RUN'

/** Whether this process runs a detached run. */
export const isDetached = (): boolean => process.env[marker] !== undefined

/** Whether this process runs a run that was started on a page or in an editor, which ask its questions. */
export const isAttendedElsewhere = (): boolean => process.env[marker] === 'attended'

/**
 * Reports the first event after `after` to the process that detached the run, and lets go of that process.
 */
export const reportDetached = (run: Pick<Run, 'id' | 'subscribe'>, after: number): void => {
  if (!isDetached() || !process.connected) return
  const stop = run.subscribe({ after }, () => {
    stop()
    process.send?.({ runId: run.id }, undefined, undefined, () => process.disconnect())
  })
}

/**
 * Starts a run in the background, and prints its id and how to reach it. If it does not start, its output is
 * printed, and its exit code returned. A run that is made from another one has the trust of that one.
 */
export const startDetached = async (
  terminal: Terminal,
  { repo, database, trust, json = false, ui, argv }: DetachOptions,
  how: 'new' | 'trusted' | 'resumed' = 'new',
): Promise<number> => {
  if (how === 'new' && trust === undefined)
    throw usageError(
      'A detached run cannot ask here: choose how much it may do without asking.',
      'Add --trust autonomous (asks only about high risk and blockers), --trust standard or --trust paranoid.',
    )
  if (ui === true)
    throw usageError(
      '--ui cannot be combined with --detach: the dashboard would end with the run.',
      'Leave out --ui, and open the dashboard with amelia ui.',
    )
  await checkFolder(repo)
  const outcome = await spawnDetached(
    { repo, database },
    argv.filter((word) => word !== '--detach'),
  )
  if ('code' in outcome) {
    terminal.error(outcome.output)
    return outcome.code
  }
  const headline = `${how === 'resumed' ? 'Resumed' : 'Started'} run ${outcome.runId} in the background.`
  terminal.out(
    json ? `${JSON.stringify(outcome)}\n` : describeDetached(headline, { ...outcome, repo, database }),
  )
  return exitCode.completed
}

/** Describes how to reach a run in the background. */
export const describeDetached = (
  headline: string,
  { runId, log, repo, database }: RunPlace & Pick<DetachedRun, 'runId' | 'log'>,
): string =>
  [
    headline,
    `Its output: ${words.plainLabel(log)}`,
    'To watch it, to answer its questions, or to stop it:',
    `  ${howToWatch(runId, { repo, database })}`,
    `  ${howToAnswer(runId, { repo, database })}`,
    `  ${howToStop(runId, { repo, database })}`,
    '',
  ].join('\n')

/** Returns the file with the output of a run in the background. A run in a database has no folder. */
export const logOf = async ({ repo, database }: RunPlace, runId: string): Promise<string> => {
  const own = join(await commonFolder(repo), 'amelia', 'runs', runId)
  return database === undefined ? join(own, 'output.log') : `${own}.log`
}

/** A run in the background. */
export interface DetachedRun {
  runId: string
  /** The id of its process. */
  pid: number
  /** The file with its output. */
  log: string
}

/**
 * Executes a command that starts a run in a process with its own session, and returns once the run has
 * started. Its output goes to a file in the folder of the run. If the run does not start, the result has the
 * output and the exit code.
 */
export const spawnDetached = async (
  { repo, database }: RunPlace,
  argv: readonly string[],
  by: 'terminal' | 'attended' = 'terminal',
): Promise<DetachedRun | { code: number; output: string }> => {
  const folder = join(await commonFolder(repo), 'amelia')
  await mkdir(folder, { recursive: true })
  const started = join(folder, `detached-${process.pid}-${++spawned}.log`)
  const file = await open(started, 'w')
  const child = spawn(process.execPath, [process.argv[1] ?? '', ...argv], {
    detached: true,
    stdio: ['ignore', file.fd, file.fd, 'ipc'],
    // Not as an argument, which other users of the machine can see.
    env: { ...process.env, ...(database !== undefined && { [databaseVariable]: database }), [marker]: by },
  })
  const outcome = await new Promise<{ runId: string } | { code: number }>((resolve, reject) => {
    child.on('message', (message) => resolve(message as { runId: string }))
    child.on('exit', (code) => resolve({ code: code ?? exitCode.failed }))
    child.on('error', reject)
  })
  await file.close()
  if ('code' in outcome) {
    const output = await readFile(started, 'utf8')
    await rm(started)
    return { code: outcome.code, output }
  }
  const { runId } = outcome
  const log = await logOf({ repo, database }, runId)
  await mkdir(dirname(log), { recursive: true })
  await rename(started, log)
  child.unref()
  return { runId, pid: child.pid ?? 0, log }
}

let spawned = 0
